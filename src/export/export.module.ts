import { Module } from '@nestjs/common';

import { DiscoveryConfigsModule } from '../discovery/configs/discovery-configs.module.js';
import { GenerationModule } from '../generation/generation.module.js';
import { RulesetsModule } from '../rulesets/rulesets.module.js';
import { ExportController } from './export.controller.js';
import { ExportService } from './export.service.js';
import { ImportRulesets } from './import-rulesets.js';
import { ImportSeeds } from './import-seeds.js';
import { ImportTexts } from './import-texts.js';
import { ImportService } from './import.service.js';
import { TextShelves } from './text-shelves.js';

/** Carries rulesets and configs, and what they rest on, from one installation to another. */
@Module({
  imports: [RulesetsModule, DiscoveryConfigsModule, GenerationModule],
  controllers: [ExportController],
  providers: [ExportService, ImportService, ImportRulesets, ImportTexts, ImportSeeds, TextShelves],
})
export class ExportModule {}
