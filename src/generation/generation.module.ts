import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ConnectionsModule } from '../connections/connections.module.js';
import { DiscoveryResultsModule } from '../discovery/discovery-results.module.js';
import { RulesetsModule } from '../rulesets/rulesets.module.js';
import { AsyncGenerationController } from './async-generation.controller.js';
import { AsyncGenerations } from './async-generations.js';
import { DownloadGeneration } from './download-generation.js';
import { GenerateRulesetController } from './generate-ruleset.controller.js';
import { GenerateFileRulesetController } from './files/generate-file-ruleset.controller.js';
import { FileGenerationSource } from './files/file-generation-source.js';
import { GenerationConfig } from './generation-config.entity.js';
import { GenerationConfigs } from './generation-configs.js';
import { GenerationConfigsController } from './generation-configs.controller.js';
import { GenerationJobs } from './generation-jobs.js';
import { GenerationPart } from './generation-part.entity.js';
import { GenerationSource } from './generation-source.js';
import { Generation } from './generation.entity.js';
import { RulesetGenerator } from './ruleset-generator.js';
import { StartGeneration } from './start-generation.js';

/** The API side of ruleset generation. */
@Module({
  imports: [
    TypeOrmModule.forFeature([Generation, GenerationPart, GenerationConfig]),
    ConnectionsModule,
    DiscoveryResultsModule,
    RulesetsModule,
  ],
  controllers: [
    GenerateRulesetController,
    GenerateFileRulesetController,
    AsyncGenerationController,
    GenerationConfigsController,
  ],
  providers: [
    GenerationSource,
    FileGenerationSource,
    GenerationConfigs,
    RulesetGenerator,
    StartGeneration,
    AsyncGenerations,
    GenerationJobs,
    DownloadGeneration,
  ],
  exports: [GenerationConfigs],
})
export class GenerationModule {}
