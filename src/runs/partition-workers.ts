import { Injectable } from '@nestjs/common';
import { CheckRun } from './check-run.js';
import { CleanUp } from './clean-up.js';
import type { PartitionWorker } from './partition-job.js';
import type { PartitionKind } from './run-ledger.js';
import { StatementSteps } from './statement-steps.js';
import { TableSteps } from './table-steps.js';

/** Kind of partition → who works it. */
@Injectable()
export class PartitionWorkers {
  private readonly byKind: Readonly<Record<PartitionKind, PartitionWorker>>;

  constructor(checkRun: CheckRun, table: TableSteps, statement: StatementSteps, cleanUp: CleanUp) {
    this.byKind = {
      check_run: checkRun,
      split_table: table.split,
      mask_rows: table.mask,
      verify_table: table.verify,
      rewrite_keys: table.keys,
      restore_triggers: statement.restore,
      build_table: statement.build,
      run_statement: statement.run,
      truncate_table: statement.run,
      clean_up: cleanUp,
    };
  }

  of(kind: PartitionKind): PartitionWorker {
    return this.byKind[kind];
  }
}
