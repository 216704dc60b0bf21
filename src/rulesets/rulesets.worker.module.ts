import { Module, type OnModuleInit } from '@nestjs/common';

import { JobHandlers } from '../queue/job-queue.js';
import { RulesetValidationService } from './ruleset-validation.service.js';
import { RulesetsModule } from './rulesets.module.js';

@Module({ imports: [RulesetsModule] })
export class RulesetsWorkerModule implements OnModuleInit {
  constructor(
    private readonly handlers: JobHandlers,
    private readonly validation: RulesetValidationService,
  ) {}

  onModuleInit(): void {
    this.handlers.register('validate-ruleset', ({ rulesetId }) => this.validation.validateStored(rulesetId));
  }
}
