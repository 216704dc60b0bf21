import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ConnectionsModule } from '../connections/connections.module.js';
import { WORKER_ID } from '../queue/worker-id.js';
import { RulesetsModule } from '../rulesets/rulesets.module.js';
import { AdvanceRun } from './ledger/advance-run.js';
import { BuildTable } from './work/build-table.js';
import { CheckRun } from './checks/check-run.js';
import { CheckTools } from './checks/check-tools.js';
import { CleanUp } from './remains/clean-up.js';
import { DealColumns } from './walk/deal-columns.js';
import { EndPartition } from './ledger/end-partition.js';
import { FailRun } from './ledger/fail-run.js';
import { CheckFiles } from './files/check-files.js';
import { CleanUpFiles } from './files/clean-up-files.js';
import { FileAccess } from './files/file-access.js';
import { FileQueue } from './files/file-queue.js';
import { FileSteps } from './files/file-steps.js';
import { ListFiles } from './files/list-files.js';
import { MaskFiles } from './files/mask-files.js';
import { RunFile } from './files/run-file.entity.js';
import { SweepFiles } from './files/sweep-files.js';
import { MaskPartition } from './walk/mask-partition.js';
import { OnceInTarget } from './work/once-in-target.js';
import { PartitionClaims } from './ledger/partition-claims.js';
import { LeafSteps, PartitionWorkers } from './work/partition-workers.js';
import { ReleaseWorker } from './ledger/release-worker.js';
import { RenewStatistics } from './work/renew-statistics.js';
import { RestoreTriggers } from './remains/restore-triggers.js';
import { RewriteKeys } from './keys/rewrite-keys.js';
import { RunAfterEnd } from './ledger/run-after-end.js';
import { RunLog } from './run-log.entity.js';
import { RunMasking } from './work/run-masking.js';
import { RunNotices } from './run-notices.js';
import { RunObject } from './ledger/run-object.entity.js';
import { RunObjects } from './remains/run-objects.js';
import { RunPartition } from './ledger/run-partition.entity.js';
import { RunRemains } from './remains/run-remains.js';
import { RunRecorder } from './run-recorder.js';
import { RunResume } from './run-resume.js';
import { RunStatement } from './work/run-statement.js';
import { RunTask } from './ledger/run-task.entity.js';
import { RunWakeUps } from './ledger/run-wake-ups.js';
import { Run } from './run.entity.js';
import { RunProcessor } from './run.processor.js';
import { NoteTable } from './work/note-table.js';
import { PlanWalk } from './walk/plan-walk.js';
import { SplitTable } from './work/split-table.js';
import { StatementSteps } from './work/statement-steps.js';
import { TableSteps } from './work/table-steps.js';
import { TakePartition } from './ledger/take-partition.js';
import { PrepareTable } from './work/prepare-table.js';
import { TaskIndexes } from './remains/task-indexes.js';
import { TaskTriggers } from './remains/task-triggers.js';
import { TargetAccess } from './work/target-access.js';
import { VerifyTable } from './work/verify-table.js';
import { WorkPartition } from './work/work-partition.js';
import { WorkTools } from './work/work-tools.service.js';
import { WORKER_NAME } from './work/worker-name.js';

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
    NoteTable,
    PlanWalk,
    SplitTable,
    MaskPartition,
    DealColumns,
    VerifyTable,
    RewriteKeys,
    RenewStatistics,
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
