import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import { countsToText } from '../../adapters/databases/index.js';
import type { ColumnCounts } from '../../adapters/databases/index.js';
import { CONFIG } from '../../config/config.js';
import type { Config } from '../../config/config.js';
import { transaction } from '../../database/transaction.js';
import { info } from '../run-log-lines.js';
import type { LogLine } from '../run-log-lines.js';
import { holdRun } from './hold-run.js';
import { RunPartition } from './run-partition.entity.js';
import { RunRecorder } from '../run-recorder.js';
import { isFinal } from '../run-status.js';
import type { PartitionStatus, RunStatus, TaskStatus } from '../run-status.js';
import { RunTask } from './run-task.entity.js';
import { WORKER_NAME } from '../work/worker-name.js';

/** A partition in the hands of this worker. Whoever claims later has another token, and ours is worth nothing then. */
export interface Claim {
  readonly partition: RunPartition;
  readonly token: string;
}

export interface RowCounters {
  rowsRead: number;
  rowsWritten: number;
  /** Of files. */
  bytesRead: number;
  /** Of tables, as far as they are known. */
  columnCounts?: readonly ColumnCounts[] | null;
}

/** A partition whose worker is gone. */
type LostPartition = Pick<RunPartition, 'id' | 'claims' | 'runId' | 'taskId' | 'rowsRead'>;

/** How a partition ended; `pending` gives it back to whoever takes it next. */
export interface PartitionEnd {
  readonly status: Extract<PartitionStatus, 'finished' | 'failed' | 'stopped' | 'pending'>;
  readonly errorCode?: string;
  readonly errorMessage?: string;
  /** Only for `pending`: not before so many milliseconds. */
  readonly delayMs?: number;
  readonly lines?: readonly LogLine[];
  /** More changes that stand or fall with the end: new partitions, counts. */
  readonly also?: (manager: EntityManager) => Promise<void>;
}

/** Takes, keeps and ends claims on partitions. All times are the database's. */
@Injectable()
export class PartitionClaims {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(WORKER_NAME) private readonly workerName: string,
    private readonly recorder: RunRecorder,
  ) {}

  /** Null: nothing to do, or somebody else does it. */
  async claim(partitionId: number): Promise<Claim | null> {
    const token = randomUUID();
    const [[before], claimed] = await this.dataSource.query<[{ status: PartitionStatus }[], number]>(
      `UPDATE run_partition
       SET status = 'working', claimed_by = $2, claim_token = $3, heartbeat = clock_timestamp(),
         attempts = attempts + 1, claims = claims + 1, interrupted = interrupted OR start_time IS NOT NULL, not_before = NULL, start_time = coalesce(start_time, clock_timestamp())
       FROM (SELECT id AS same, status AS old FROM run_partition WHERE id = $1 FOR UPDATE) AS before
       WHERE id = before.same
         AND ((status = 'pending' AND (not_before IS NULL OR not_before <= clock_timestamp()))
           OR (status = 'working' AND heartbeat < clock_timestamp() - make_interval(secs => $4)))
       RETURNING before.old AS status`,
      [partitionId, this.workerName, token, this.config.workers.staleMs / 1000],
    );
    if (claimed === 0) {
      return null;
    }
    const partition = await this.dataSource.manager.findOneBy(RunPartition, {
      id: partitionId,
      claimToken: token,
    });
    if (partition !== null && before?.status === 'working') {
      await this.sayLost([partition]);
    }
    return partition === null ? null : { partition, token };
  }

  /** Says that the worker is alive and how far it is. `lost`: the claim is somebody else's now. */
  async beat(claim: Claim, rows: RowCounters): Promise<'go' | 'stop' | 'lost'> {
    const [found] = await this.dataSource.query<[{ run: RunStatus; task: TaskStatus | null }[], number]>(
      `UPDATE run_partition AS part
       SET heartbeat = clock_timestamp(), rows_read = $3::bigint, rows_written = $4, bytes_read = $5::bigint, column_counts = $6::jsonb,
         attempts = CASE WHEN rows_read <> $3::bigint OR bytes_read <> $5::bigint THEN 0 ELSE attempts END
       FROM run WHERE part.id = $1 AND part.claim_token = $2 AND part.status = 'working' AND run.id = part.run_id
       RETURNING run.status AS run, (SELECT status FROM run_task WHERE run_task.id = part.task_id) AS task`,
      [
        ...[claim.partition.id, claim.token, rows.rowsRead, rows.rowsWritten, rows.bytesRead],
        countsToText(rows.columnCounts),
      ],
    );
    const state = found[0];
    if (state === undefined) {
      return 'lost';
    }
    // A file that is being masked is masked to its end where only its task stops: the lane takes no other one then.
    const stopsWithTask = claim.partition.kind !== 'mask_files';
    return stopsWork(state.run) || (stopsWithTask && state.task === 'stopping') ? 'stop' : 'go';
  }

  /** False: the claim was lost, nothing was changed. */
  end(claim: Claim, rows: RowCounters, end: PartitionEnd): Promise<boolean> {
    const { id, runId } = claim.partition;
    return transaction(this.dataSource, async (manager) => {
      await holdRun(manager, runId);
      const [, changed] = await manager.query<[unknown, number]>(
        `UPDATE run_partition
         SET status = $3::text, rows_read = $4, rows_written = $5, bytes_read = $9, column_counts = $10::jsonb, error_code = $6, error_message = $7,
           end_time = CASE WHEN $3::text = 'pending' THEN NULL ELSE clock_timestamp() END, claim_token = NULL,
           not_before = CASE WHEN $3::text = 'pending' THEN clock_timestamp() + make_interval(secs => $8) END
         WHERE id = $1 AND claim_token = $2 AND status = 'working'`,
        [
          id,
          claim.token,
          end.status,
          rows.rowsRead,
          rows.rowsWritten,
          end.errorCode ?? null,
          end.errorMessage ?? null,
          (end.delayMs ?? 0) / 1000,
          rows.bytesRead,
          countsToText(rows.columnCounts),
        ],
      );
      if (changed === 0) {
        return false;
      }
      await end.also?.(manager);
      await this.recorder.add(manager, runId, end.lines ?? []);
      return true;
    });
  }

  /** Gives back everything a dead worker had claimed, so that nobody has to wait until its heartbeat is stale. */
  async release(workerName: string): Promise<readonly { id: number; claims: number }[]> {
    const [rows] = await this.dataSource.query<[LostPartition[], number]>(
      `UPDATE run_partition SET status = 'pending', claim_token = NULL
       WHERE claimed_by = $1 AND status = 'working'
       RETURNING id, claims, run_id AS "runId", task_id AS "taskId", rows_read::float8 AS "rowsRead"`,
      [workerName],
    );
    await this.sayLost(rows);
    return rows;
  }

  private async sayLost(partitions: readonly Omit<LostPartition, 'claims'>[]): Promise<void> {
    for (const { runId, taskId, rowsRead } of partitions) {
      const task = taskId === null ? null : await this.dataSource.manager.findOneBy(RunTask, { id: taskId });
      const text = `a worker was lost after ${rowsRead} rows of its part; another one goes on behind the last batch`;
      await this.recorder.log(runId, info(`${task?.title ?? 'The run'}: ${text}`));
    }
  }
}

/** A run may also have been ended by force while we worked. */
function stopsWork(status: RunStatus): boolean {
  return status === 'cancelling' || isFinal(status);
}
