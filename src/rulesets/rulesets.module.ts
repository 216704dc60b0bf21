import { Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { WorkRecovery } from '../queue/work-recovery.js';
import { MasksController } from './masks.controller.js';
import { RulesetUsage } from './ruleset-usage.js';
import { RulesetValidationService } from './ruleset-validation.service.js';
import { Ruleset } from './ruleset.entity.js';
import { RulesetsController } from './rulesets.controller.js';
import { RulesetsService } from './rulesets.service.js';
import { SeedFilesController } from './seed-files.controller.js';
import { SeedFilesService } from './seed-files.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([Ruleset])],
  controllers: [RulesetsController, SeedFilesController, MasksController],
  providers: [RulesetsService, RulesetUsage, RulesetValidationService, SeedFilesService],
  exports: [RulesetsService, RulesetUsage, RulesetValidationService, SeedFilesService],
})
export class RulesetsModule implements OnModuleInit {
  constructor(
    private readonly recovery: WorkRecovery,
    private readonly validation: RulesetValidationService,
  ) {}

  onModuleInit(): void {
    this.recovery.register('ruleset validations', () => this.validation.recover());
  }
}
