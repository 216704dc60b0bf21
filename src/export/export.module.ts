import { Module } from '@nestjs/common';

import { RulesetsModule } from '../rulesets/rulesets.module.js';
import { ExportController } from './export.controller.js';
import { ExportService } from './export.service.js';
import { ImportLibraries } from './import-libraries.js';
import { ImportRulesets } from './import-rulesets.js';
import { ImportSeeds } from './import-seeds.js';
import { ImportService } from './import.service.js';

/** Carries rulesets, and what they rest on, from one installation to another. */
@Module({
  imports: [RulesetsModule],
  controllers: [ExportController],
  providers: [ExportService, ImportService, ImportRulesets, ImportLibraries, ImportSeeds],
})
export class ExportModule {}
