import { Injectable } from '@nestjs/common';
import { CheckRun } from './check-run.js';
import { CleanUp } from './clean-up.js';
import type { PartitionWorker } from './partition-job.js';
import type { PartitionKind } from './run-ledger.js';
import { RunStatement } from './run-statement.js';
import { TableSteps } from './table-steps.js';

/** Kind of partition → who works it. */
@Injectable()
export class PartitionWorkers {
  private readonly byKind: Readonly<Record<PartitionKind, PartitionWorker>>;

  constructor(checkRun: CheckRun, table: TableSteps, statement: RunStatement, cleanUp: CleanUp) {
    this.byKind = {
      check_run: checkRun,
      split_table: table.split,
      mask_rows: table.mask,
      verify_table: table.verify,
      rewrite_keys: table.keys,
      run_statement: statement,
      truncate_table: statement,
      clean_up: cleanUp,
    };
  }

  of(kind: PartitionKind): PartitionWorker {
    return this.byKind[kind];
  }
}
