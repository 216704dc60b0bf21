import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ConnectionsModule } from '../connections/connections.module.js';
import { RunsModule } from '../runs/runs.module.js';
import { DiscoveryDownloads } from './discovery-downloads.js';
import { DiscoveryResult } from './discovery-result.entity.js';
import { DiscoveryResults } from './discovery-results.js';
import { DiscoveryStore } from './discovery-store.js';
import { DiscoveryTable } from './discovery-table.entity.js';
import { Discovery } from './discovery.entity.js';
import { DiscoveryService } from './discovery.service.js';
import { RunDiscoveryController } from './run-discovery.controller.js';
import { SchemaDiscoveryController } from './schema-discovery.controller.js';
import { SddFinding } from './sdd-finding.entity.js';

/** The API side of discovery: start it, show what was found. */
@Module({
  imports: [
    TypeOrmModule.forFeature([Discovery, DiscoveryTable, DiscoveryResult, SddFinding]),
    ConnectionsModule,
    RunsModule,
  ],
  controllers: [SchemaDiscoveryController, RunDiscoveryController],
  providers: [DiscoveryService, DiscoveryDownloads, DiscoveryStore, DiscoveryResults],
  exports: [DiscoveryResults],
})
export class DiscoveryModule {}
