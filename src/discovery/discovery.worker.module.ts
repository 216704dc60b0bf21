import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ConnectionsModule } from '../connections/connections.module.js';
import { RulesetsModule } from '../rulesets/rulesets.module.js';
import { DiscoveryWorker } from '../runs/work/discovery-worker.js';
import { RunMasking } from '../runs/work/run-masking.js';
import { TargetAccess } from '../runs/work/target-access.js';
import { DiscoveryConfigSnapshot } from './configs/discovery-config-snapshot.entity.js';
import { RunConfigs } from './configs/run-configs.js';
import { Coverage } from './ruleset-coverage/coverage.js';
import { CoverageLines } from './ruleset-coverage/coverage-lines.js';
import { UncoveredNews } from './ruleset-coverage/uncovered-news.js';
import { DiscoveryResults } from './discovery-results.js';
import { ColumnDetectors } from './column-detectors.js';
import { DetectionWordsService } from './detection-words.service.js';
import { DiscoverPartition } from './discover-partition.js';
import { DiscoverySteps } from './discovery-steps.js';
import { FileLooks } from './files/file-looks.js';
import { DiscoveryResult } from './discovery-result.entity.js';
import { DiscoveryStore } from './discovery-store.js';
import { DiscoveryTable } from './discovery-table.entity.js';
import { Discovery } from './discovery.entity.js';
import { DiscoverFiles } from './files/discover-files.js';
import { DiscoveryFileGroup } from './files/discovery-file-group.entity.js';
import { DiscoveryFileStore } from './files/discovery-file-store.js';
import { DiscoveryFile } from './files/discovery-file.entity.js';
import { FileAccess } from '../runs/files/file-access.js';
import { SddFinding } from './sdd-finding.entity.js';
import { TableLooks } from './table-looks.js';

/** The worker side of discovery. Global, because runs ask for a worker without knowing this module. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forFeature([
      ...[Discovery, DiscoveryTable, DiscoveryResult, SddFinding],
      ...[DiscoveryFile, DiscoveryFileGroup, DiscoveryConfigSnapshot],
    ]),
    ConnectionsModule,
    RulesetsModule,
  ],
  providers: [
    DiscoveryStore,
    DiscoveryResults,
    Coverage,
    CoverageLines,
    UncoveredNews,
    DetectionWordsService,
    ColumnDetectors,
    RunConfigs,
    TableLooks,
    TargetAccess,
    FileAccess,
    DiscoverFiles,
    FileLooks,
    DiscoveryFileStore,
    RunMasking,
    DiscoverPartition,
    { provide: DiscoveryWorker, useClass: DiscoverySteps },
  ],
  exports: [DiscoveryWorker],
})
export class DiscoveryWorkerModule {}
