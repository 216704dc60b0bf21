import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ConnectionsModule } from '../connections/connections.module.js';
import { RulesetsModule } from '../rulesets/rulesets.module.js';
import { RunsModule } from '../runs/runs.module.js';
import { DiscoveryConfigsModule } from './configs/discovery-configs.module.js';
import { CoverageController } from './ruleset-coverage/coverage.controller.js';
import { CoverageService } from './ruleset-coverage/coverage.service.js';
import { Coverage } from './ruleset-coverage/coverage.js';
import { DiscoveryDownloads } from './discovery-downloads.js';
import { DiscoveryResult } from './discovery-result.entity.js';
import { DiscoveryResults } from './discovery-results.js';
import { DiscoveryStore } from './discovery-store.js';
import { DiscoveryTable } from './discovery-table.entity.js';
import { Discovery } from './discovery.entity.js';
import { DiscoveryFileGroup } from './files/discovery-file-group.entity.js';
import { DiscoveryFileStore } from './files/discovery-file-store.js';
import { DiscoveryFile } from './files/discovery-file.entity.js';
import { FileDiscoveryController } from './files/file-discovery.controller.js';
import { FileDiscoveryService } from './files/file-discovery.service.js';
import { DiscoveryService } from './discovery.service.js';
import { RunDiscoveryController } from './run-discovery.controller.js';
import { SchemaDiscoveryController } from './schema-discovery.controller.js';
import { SddFinding } from './sdd-finding.entity.js';

/** The API side of discovery: start it, show what was found. */
@Module({
  imports: [
    TypeOrmModule.forFeature([
      ...[Discovery, DiscoveryTable, DiscoveryResult, SddFinding],
      ...[DiscoveryFile, DiscoveryFileGroup],
    ]),
    ConnectionsModule,
    RulesetsModule,
    RunsModule,
    DiscoveryConfigsModule,
  ],
  controllers: [
    SchemaDiscoveryController,
    RunDiscoveryController,
    FileDiscoveryController,
    CoverageController,
  ],
  providers: [
    DiscoveryService,
    DiscoveryDownloads,
    DiscoveryStore,
    DiscoveryResults,
    FileDiscoveryService,
    Coverage,
    CoverageService,
    DiscoveryFileStore,
  ],
  exports: [DiscoveryResults],
})
export class DiscoveryModule {}
