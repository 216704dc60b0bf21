import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import type { PartitionCursor } from '../../adapters/databases/index.js';
import { Logger } from '../../common/logging/logger.js';
import { transaction } from '../../database/transaction.js';
import { recordCommitted } from '../work/committed-rows.js';
import { holdRun } from '../ledger/hold-run.js';
import type { PartitionEnd } from '../ledger/partition-claims.js';
import { toldFailure } from '../work/partition-failure.js';
import type { PartitionJob, PartitionWorker } from '../work/partition-job.js';
import { warning } from '../run-log-lines.js';
import type { LogLine } from '../run-log-lines.js';
import { RunObjects } from './run-objects.js';
import { RunRecorder } from '../run-recorder.js';
import { Run } from '../run.entity.js';

const MAX_TRIES = 4;
const PAUSE_MS = 2_000;

/**
 * `clean_up`: takes over what the run's bookkeeping knows, and removes what the run made in the target. It never fails a run: what cannot be removed after several tries
 * is named in the log, so that somebody can remove it by hand.
 */
@Injectable()
export class CleanUp implements PartitionWorker {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly recorder: RunRecorder,
    private readonly objects: RunObjects,
    private readonly logger: Logger,
  ) {}

  async work(job: PartitionJob): Promise<PartitionEnd | 'lost'> {
    const { run, partition } = job;
    const name = run.progressTable;
    try {
      await this.objects.windUp(run, async (session) => {
        if (name === null) {
          return;
        }
        // While the table is there they can be read again: a worker that dies here loses nothing.
        await this.recordCommitted(run.id, await session.endClaims({ name }));
        await session.dropProgressTable({ name });
      });
      const forget = async (manager: EntityManager): Promise<void> => {
        await manager.update(Run, { id: run.id }, { progressTable: null });
      };
      return { status: 'finished', also: forget };
    } catch (error) {
      if (partition.attempts < MAX_TRIES) {
        return { status: 'pending', delayMs: PAUSE_MS };
      }
      return { status: 'finished', lines: await this.leftBehind(run, error) };
    }
  }

  private async leftBehind({ id, progressTable }: Run, error: unknown): Promise<readonly LogLine[]> {
    this.logger.warn('Something of a run was left behind', { err: error, runId: id, table: progressTable });
    const reason = toldFailure(error)?.message ?? 'unexpected error';
    const left = await this.objects.left(id);
    const lines = left.map((name) =>
      warning('left_behind', `${name} is not as it was (${reason}): it is tried again every minute`),
    );
    const text = `the bookkeeping table "${progressTable ?? ''}" could not be dropped (${reason}): it is tried again every minute`;
    return progressTable === null ? lines : [...lines, warning('left_behind', text)];
  }

  private recordCommitted(runId: number, cursors: ReadonlyMap<number, PartitionCursor>): Promise<void> {
    return transaction(this.dataSource, async (manager) => {
      await holdRun(manager, runId);
      await this.recorder.addOnce(manager, runId, await recordCommitted(manager, runId, cursors));
    });
  }
}
