import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RunsModule } from '../../runs/runs.module.js';
import { ConfigChoice } from './config-choice.js';
import { ConfigLibrariesController } from './config-libraries.controller.js';
import { ConfigReader } from './config-reader.js';
import { ConfigSnapshotController } from './config-snapshot.controller.js';
import { DiscoveryConfigLibrariesService } from './discovery-config-libraries.service.js';
import { DiscoveryConfigLibrary } from './discovery-config-library.entity.js';
import { DiscoveryConfigSnapshot } from './discovery-config-snapshot.entity.js';
import { DiscoveryConfig } from './discovery-config.entity.js';
import { DiscoveryConfigsController } from './discovery-configs.controller.js';
import { DiscoveryConfigsService } from './discovery-configs.service.js';
import { SnapshotDownloads } from './snapshot-downloads.js';

/** What discoveries look for, stored and chosen. */
@Module({
  imports: [
    TypeOrmModule.forFeature([DiscoveryConfig, DiscoveryConfigLibrary, DiscoveryConfigSnapshot]),
    RunsModule,
  ],
  controllers: [DiscoveryConfigsController, ConfigLibrariesController, ConfigSnapshotController],
  providers: [
    ConfigReader,
    ConfigChoice,
    DiscoveryConfigsService,
    DiscoveryConfigLibrariesService,
    SnapshotDownloads,
  ],
  exports: [ConfigChoice, DiscoveryConfigsService, DiscoveryConfigLibrariesService],
})
export class DiscoveryConfigsModule {}
