import { Module } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ConnectionsModule } from '../connections/connections.module.js';
import { DiscoveryResultsModule } from '../discovery/discovery-results.module.js';
import { JobHandlers } from '../queue/job-queue.js';
import { RulesetsModule } from '../rulesets/rulesets.module.js';
import { FileGenerationSource } from './files/file-generation-source.js';
import { GenerationConfig } from './generation-config.entity.js';
import { GenerationConfigs } from './generation-configs.js';
import { GenerationPart } from './generation-part.entity.js';
import { GenerationSource } from './generation-source.js';
import { Generation } from './generation.entity.js';
import { RunGeneration } from './run-generation.js';

/** The worker side of ruleset generation. */
@Module({
  imports: [
    TypeOrmModule.forFeature([Generation, GenerationPart, GenerationConfig]),
    ConnectionsModule,
    DiscoveryResultsModule,
    RulesetsModule,
  ],
  providers: [RunGeneration, GenerationSource, FileGenerationSource, GenerationConfigs],
})
export class GenerationWorkerModule implements OnModuleInit {
  constructor(
    private readonly handlers: JobHandlers,
    private readonly generation: RunGeneration,
  ) {}

  onModuleInit(): void {
    this.handlers.register('generate-ruleset', ({ generationId }) => this.generation.run(generationId));
  }
}
