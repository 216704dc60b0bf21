import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ConnectionsModule } from '../connections/connections.module.js';
import { WORKER_ID } from '../queue/worker-id.js';
import { RulesetsModule } from '../rulesets/rulesets.module.js';
import { AdvanceRun } from './advance-run.js';
import { BuildTable } from './build-table.js';
import { CheckRun } from './check-run.js';
import { CheckTools } from './check-tools.js';
import { CleanUp } from './clean-up.js';
import { DealColumns } from './deal-columns.js';
import { EndPartition } from './end-partition.js';
import { FailRun } from './fail-run.js';
import { CheckFiles } from './files/check-files.js';
import { CleanUpFiles } from './files/clean-up-files.js';
import { FileAccess } from './files/file-access.js';
import { FileQueue } from './files/file-queue.js';
import { FileSteps } from './files/file-steps.js';
import { ListFiles } from './files/list-files.js';
import { MaskFiles } from './files/mask-files.js';
import { RunFile } from './files/run-file.entity.js';
import { SweepFiles } from './files/sweep-files.js';
import { MaskPartition } from './mask-partition.js';
import { OnceInTarget } from './once-in-target.js';
import { PartitionClaims } from './partition-claims.js';
import { LeafSteps, PartitionWorkers } from './partition-workers.js';
import { ReleaseWorker } from './release-worker.js';
import { RestoreTriggers } from './restore-triggers.js';
import { RewriteKeys } from './rewrite-keys.js';
import { RunAfterEnd } from './run-after-end.js';
import { RunLog } from './run-log.entity.js';
import { RunMasking } from './run-masking.js';
import { RunNotices } from './run-notices.js';
import { RunObject } from './run-object.entity.js';
import { RunObjects } from './run-objects.js';
import { RunPartition } from './run-partition.entity.js';
import { RunRemains } from './run-remains.js';
import { RunRecorder } from './run-recorder.js';
import { RunResume } from './run-resume.js';
import { RunStatement } from './run-statement.js';
import { RunTask } from './run-task.entity.js';
import { RunWakeUps } from './run-wake-ups.js';
import { Run } from './run.entity.js';
import { RunProcessor } from './run.processor.js';
import { SplitTable } from './split-table.js';
import { StatementSteps } from './statement-steps.js';
import { TableSteps } from './table-steps.js';
import { TakePartition } from './take-partition.js';
import { PrepareTable } from './prepare-table.js';
import { TaskIndexes } from './task-indexes.js';
import { TaskTriggers } from './task-triggers.js';
import { TargetAccess } from './target-access.js';
import { VerifyTable } from './verify-table.js';
import { WorkPartition } from './work-partition.js';
import { WorkTools } from './work-tools.service.js';
import { WORKER_NAME } from './worker-name.js';

/** The worker side of runs. */
@Module({
  imports: [
    TypeOrmModule.forFeature([Run, RunTask, RunPartition, RunObject, RunFile, RunLog]),
    ConnectionsModule,
    RulesetsModule,
  ],
  providers: [
    RunProcessor,
    AdvanceRun,
    WorkPartition,
    WorkTools,
    ReleaseWorker,
    FailRun,
    EndPartition,
    TakePartition,
    PartitionClaims,
    PartitionWorkers,
    LeafSteps,
    FileSteps,
    FileAccess,
    FileQueue,
    CheckFiles,
    CleanUpFiles,
    RunRemains,
    ListFiles,
    MaskFiles,
    SweepFiles,
    CheckRun,
    CheckTools,
    SplitTable,
    MaskPartition,
    DealColumns,
    VerifyTable,
    RewriteKeys,
    RestoreTriggers,
    PrepareTable,
    TaskIndexes,
    TaskTriggers,
    BuildTable,
    StatementSteps,
    RunObjects,
    TableSteps,
    OnceInTarget,
    RunStatement,
    CleanUp,
    RunMasking,
    TargetAccess,
    RunRecorder,
    RunResume,
    RunAfterEnd,
    RunNotices,
    RunWakeUps,
    { provide: WORKER_NAME, useExisting: WORKER_ID },
  ],
})
export class RunsWorkerModule {}
