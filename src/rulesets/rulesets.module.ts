import { Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { ConnectionsModule } from '../connections/connections.module.js';
import { WorkRecovery } from '../queue/work-recovery.js';
import { SettingsService } from '../settings/settings.service.js';
import { AiEngine } from './ai-engine.js';
import { RulesetLibrariesController } from './libraries/ruleset-libraries.controller.js';
import { RulesetLibrariesService } from './libraries/ruleset-libraries.service.js';
import { RulesetLibrary } from './libraries/ruleset-library.entity.js';
import { lockSources } from './libraries/library-lock.js';
import { MasksController } from './masks.controller.js';
import { PreviewController } from './preview.controller.js';
import { PreviewService } from './preview/preview.service.js';
import { TableSampler } from './preview/table-sampler.js';
import { RulesetCascade } from './ruleset-cascade.js';
import { RulesetReader } from './ruleset-reader.js';
import { RulesetUsage } from './ruleset-usage.js';
import { RulesetValidationService } from './ruleset-validation.service.js';
import { Ruleset } from './ruleset.entity.js';
import { RulesetsController } from './rulesets.controller.js';
import { RulesetsService } from './rulesets.service.js';
import { SeedFilesController } from './seed-files.controller.js';
import { SeedFilesService } from './seed-files.service.js';
import { StoredSeedFile } from './seeds/seed-file.entity.js';
import { SeedStore } from './seeds/seed-store.js';
import { SeedUploadsService } from './seeds/seed-uploads.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([Ruleset, RulesetLibrary, StoredSeedFile]), ConnectionsModule],
  controllers: [
    PreviewController,
    RulesetsController,
    RulesetLibrariesController,
    SeedFilesController,
    MasksController,
  ],
  providers: [
    AiEngine,
    PreviewService,
    TableSampler,
    RulesetsService,
    RulesetLibrariesService,
    RulesetCascade,
    RulesetReader,
    RulesetUsage,
    RulesetValidationService,
    SeedFilesService,
    SeedStore,
    SeedUploadsService,
  ],
  exports: [
    AiEngine,
    RulesetLibrariesService,
    RulesetsService,
    RulesetUsage,
    RulesetValidationService,
    SeedFilesService,
    SeedStore,
    SeedUploadsService,
  ],
})
export class RulesetsModule implements OnModuleInit {
  constructor(
    private readonly recovery: WorkRecovery,
    private readonly validation: RulesetValidationService,
    private readonly cascade: RulesetCascade,
    private readonly settings: SettingsService,
  ) {}

  onModuleInit(): void {
    this.recovery.register('ruleset validations', () => this.validation.recover());
    this.settings.onLocalityChange(async (manager) => {
      await lockSources(manager);
      const waiting = await this.cascade.recheckMentions('locality', manager);
      return () => this.cascade.enqueue(waiting);
    });
  }
}
