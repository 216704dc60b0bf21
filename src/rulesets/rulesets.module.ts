import { Module } from '@nestjs/common';
import { RulesetUsage } from './ruleset-usage.js';
import { RulesetsService } from './rulesets.service.js';
import { SeedFilesService } from './seed-files.service.js';

@Module({
  providers: [RulesetsService, RulesetUsage, SeedFilesService],
  exports: [RulesetsService, RulesetUsage, SeedFilesService],
})
export class RulesetsModule {}
