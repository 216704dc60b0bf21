import { Injectable } from '@nestjs/common';
import { CheckRun } from '../checks/check-run.js';
import { CleanUp } from '../remains/clean-up.js';
import { DiscoveryWorker } from './discovery-worker.js';
import { FileSteps } from '../files/file-steps.js';
import type { PartitionWorker } from './partition-job.js';
import type { PartitionKind } from '../ledger/run-ledger.js';
import { StatementSteps } from './statement-steps.js';
import { TableSteps } from './table-steps.js';

/** Who works the partitions of tasks. */
@Injectable()
export class LeafSteps {
  constructor(
    readonly table: TableSteps,
    readonly statement: StatementSteps,
    readonly files: FileSteps,
    readonly discovery: DiscoveryWorker,
  ) {}
}

/** Kind of partition → who works it. */
@Injectable()
export class PartitionWorkers {
  private readonly byKind: Readonly<Record<PartitionKind, PartitionWorker>>;

  constructor(checkRun: CheckRun, steps: LeafSteps, cleanUp: CleanUp) {
    const { table, statement, files, discovery } = steps;
    this.byKind = {
      check_run: eitherBy(files.check, checkRun),
      split_table: table.split,
      mask_rows: table.mask,
      verify_table: table.verify,
      rewrite_keys: table.keys,
      restore_triggers: statement.restore,
      build_table: statement.build,
      run_statement: statement.run,
      truncate_table: statement.run,
      list_files: files.list,
      mask_files: files.mask,
      discover: discovery,
      clean_up: eitherBy(files.cleanUp, cleanUp),
    };
  }

  of(kind: PartitionKind): PartitionWorker {
    return this.byKind[kind];
  }
}

/** Steps of the run as a whole differ by what it masks. */
function eitherBy(onFiles: PartitionWorker, onDatabase: PartitionWorker): PartitionWorker {
  return { work: (job) => (job.run.maskType === 'database' ? onDatabase : onFiles).work(job) };
}
