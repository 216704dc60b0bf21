import { Injectable } from '@nestjs/common';
import { Logger } from '../../common/logging/logger.js';
import type { PartitionEnd } from '../ledger/partition-claims.js';
import { toldFailure } from '../work/partition-failure.js';
import type { PartitionJob, PartitionWorker } from '../work/partition-job.js';
import { warning } from '../run-log-lines.js';
import { SweepFiles } from './sweep-files.js';

const MAX_TRIES = 4;
const PAUSE_MS = 2_000;

/** `clean_up` of runs on files: removes the parts of files that killed workers left. It never fails a run. */
@Injectable()
export class CleanUpFiles implements PartitionWorker {
  constructor(
    private readonly files: SweepFiles,
    private readonly logger: Logger,
  ) {}

  async work({ run, partition }: PartitionJob): Promise<PartitionEnd> {
    try {
      await this.files.sweep(run);
      return { status: 'finished' };
    } catch (error) {
      if (partition.attempts < MAX_TRIES) {
        return { status: 'pending', delayMs: PAUSE_MS };
      }
      this.logger.warn('Unfinished files of a run were left behind', { err: error, runId: run.id });
      const reason = toldFailure(error)?.message ?? 'unexpected error';
      const text = `unfinished, hidden parts of files could not be removed from "${run.destinationName}" (${reason})`;
      return { status: 'finished', lines: [warning('left_behind', text)] };
    }
  }
}
