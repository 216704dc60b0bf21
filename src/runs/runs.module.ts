import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ConnectionsModule } from '../connections/connections.module.js';
import { GitModule } from '../git/git.module.js';
import { LicenseModule } from '../license/license.module.js';
import { RulesetsModule } from '../rulesets/rulesets.module.js';
import { AdvanceRun } from './ledger/advance-run.js';
import { AutoPull } from './auto-pull.js';
import { FailRun } from './ledger/fail-run.js';
import { FileAccess } from './files/file-access.js';
import { FileReport } from './files/file-report.js';
import { RunFile } from './files/run-file.entity.js';
import { SweepFiles } from './files/sweep-files.js';
import { LeftBookkeeping } from './remains/left-bookkeeping.js';
import { LeftObjects } from './remains/left-objects.js';
import { RunCreation } from './run-creation.js';
import { RunEvents } from './run-events.js';
import { RunAfterEnd } from './ledger/run-after-end.js';
import { RunLog } from './run-log.entity.js';
import { RunNotices } from './run-notices.js';
import { RunObject } from './ledger/run-object.entity.js';
import { RunObjects } from './remains/run-objects.js';
import { RunPartition } from './ledger/run-partition.entity.js';
import { RunRemains } from './remains/run-remains.js';
import { RunRecorder } from './run-recorder.js';
import { RunRecovery } from './ledger/run-recovery.js';
import { RunReferences } from './run-references.js';
import { RunResume } from './run-resume.js';
import { RunRetriesService } from './run-retries.service.js';
import { RunTask } from './ledger/run-task.entity.js';
import { RunWakeUps } from './ledger/run-wake-ups.js';
import { Run } from './run.entity.js';
import { RunsController } from './runs.controller.js';
import { RunsService } from './runs.service.js';
import { TargetAccess } from './work/target-access.js';
import { WORKER_NAME } from './work/worker-name.js';

/** The API side of runs: start, show, follow, cancel, and find again what nobody works on. */
@Module({
  imports: [
    LicenseModule,
    TypeOrmModule.forFeature([Run, RunTask, RunPartition, RunObject, RunFile, RunLog]),
    ConnectionsModule,
    RulesetsModule,
    GitModule,
  ],
  controllers: [RunsController],
  providers: [
    RunsService,
    RunCreation,
    AutoPull,
    RunEvents,
    AdvanceRun,
    FailRun,
    TargetAccess,
    RunObjects,
    LeftBookkeeping,
    LeftObjects,
    FileAccess,
    FileReport,
    SweepFiles,
    RunRemains,
    RunRecorder,
    RunNotices,
    RunResume,
    RunAfterEnd,
    RunRetriesService,
    RunWakeUps,
    RunRecovery,
    RunReferences,
    { provide: WORKER_NAME, useValue: 'api' },
  ],
  exports: [RunsService],
})
export class RunsModule {}
