import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { In } from 'typeorm';
import type { DataSource } from 'typeorm';
import { transaction } from '../../database/transaction.js';
import { holdRun } from '../ledger/hold-run.js';
import type { Claim, RowCounters } from '../ledger/partition-claims.js';
import type { LogLine } from '../run-log-lines.js';
import { RunRecorder } from '../run-recorder.js';
import { RunFile } from './run-file.entity.js';
import type { MaskedCounts } from './masked-counts.js';

/**
 * Beginnings of one file after each of which the worker was lost. Some more than one would allow a poisonous file: the
 * other files in the hands of a lost worker are counted too, and so are evictions.
 */
const MAX_BEGINNINGS = 6;
const GIVEN_UP = `Given up: the worker was lost ${MAX_BEGINNINGS} times while it masked this file.`;

/** How the work on one file ended. */
export type FileEnd =
  | { readonly status: 'finished'; readonly counts: MaskedCounts }
  | { readonly status: 'failed'; readonly code: string; readonly message: string };

/** What a lane has done so far, by whatever worker. */
export interface LaneHistory {
  readonly rows: RowCounters;
  /** Files at which a worker was lost; a part of them may be left in the destination. */
  readonly broken: readonly string[];
}

export interface LaneFailures {
  readonly count: number;
  readonly path: string | null;
  readonly code: string | null;
  readonly message: string | null;
}

/** Hands the files of a task out to its lanes, each to one. Nothing is changed for a lane whose claim is lost. */
@Injectable()
export class FileQueue {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly recorder: RunRecorder,
  ) {}

  /** Null: none is left, or the task is to end with the files that are being masked. */
  async take(claim: Claim, taskId: number): Promise<RunFile | null> {
    const [rows] = await this.dataSource.query<[{ id: number }[], number]>(
      `UPDATE run_file SET status = 'working', partition_id = $2, attempts = attempts + 1,
         start_time = clock_timestamp()
       WHERE id = (
         SELECT id FROM run_file WHERE task_id = $1 AND status = 'pending' ORDER BY id LIMIT 1
         FOR UPDATE SKIP LOCKED)
         AND EXISTS (SELECT 1 FROM run_partition WHERE id = $2 AND claim_token = $3 AND status = 'working')
         AND EXISTS (SELECT 1 FROM run_task WHERE id = $1 AND status = 'running')
       RETURNING id`,
      [taskId, claim.partition.id, claim.token],
    );
    const [taken] = rows;
    return taken === undefined ? null : this.dataSource.manager.findOneBy(RunFile, { id: taken.id });
  }

  /** What the lane had begun goes back to the queue, or is given up. Sweep the destination where it is broken. */
  async history({ partition }: Claim): Promise<LaneHistory> {
    const { manager } = this.dataSource;
    const broken = await manager.query<{ path: string }[]>(
      `SELECT path FROM run_file WHERE partition_id = $1 AND status = 'working'`,
      [partition.id],
    );
    const [sums] = await manager.query<RowCounters[]>(
      `SELECT coalesce(sum(rows), 0)::float8 AS "rowsRead", coalesce(sum(rows_masked), 0)::float8 AS "rowsWritten",
         coalesce(sum(size), 0)::float8 AS "bytesRead"
       FROM run_file WHERE partition_id = $1 AND status IN ('finished', 'failed')`,
      [partition.id],
    );
    return { rows: sums!, broken: broken.map(({ path }) => path) };
  }

  /** Call it when the destination is swept. */
  async requeue(claim: Claim): Promise<void> {
    await this.dataSource.query(
      `UPDATE run_file SET
         status = CASE WHEN attempts >= $3 THEN 'failed' ELSE 'pending' END,
         error_code = CASE WHEN attempts >= $3 THEN 'given_up' END,
         error_message = CASE WHEN attempts >= $3 THEN $4 END,
         end_time = CASE WHEN attempts >= $3 THEN clock_timestamp() END
       WHERE partition_id = $1 AND status = 'working' AND ${held('$1', '$2')}`,
      [claim.partition.id, claim.token, MAX_BEGINNINGS, GIVEN_UP],
    );
  }

  /** The work on it stopped for no fault of its own, and left nothing behind. */
  async giveBack(claim: Claim, file: RunFile): Promise<void> {
    await this.dataSource.query(
      `UPDATE run_file SET status = 'pending', attempts = greatest(0, attempts - 1)
       WHERE id = $3 AND partition_id = $1 AND status = 'working' AND ${held('$1', '$2')}`,
      [claim.partition.id, claim.token, file.id],
    );
  }

  /** Larger files of the run, written beside this one since it was begun; only larger ones, so that two never wait for each other. */
  async largerBeside(file: RunFile): Promise<readonly number[]> {
    const rows = await this.dataSource.query<{ id: number }[]>(
      `SELECT other.id FROM run_file other JOIN run_file own ON own.id = $1 AND own.run_id = other.run_id
       WHERE (other.size, other.id) > (own.size, own.id)
         AND (other.status = 'working' OR other.end_time >= own.start_time)`,
      [file.id],
    );
    return rows.map(({ id }) => id);
  }

  /** Is any of these files being masked? */
  async areWorking(ids: readonly number[]): Promise<boolean> {
    return this.dataSource.manager.existsBy(RunFile, { id: In([...ids]), status: 'working' });
  }

  /** Hidden parts of the lane's files could not be removed: the end of the run tries again. */
  async noteLeft({ partition, token }: Claim): Promise<void> {
    await this.dataSource.query(
      'UPDATE run_partition SET leaves_parts = true WHERE id = $1 AND claim_token = $2',
      [partition.id, token],
    );
  }

  /** False: the claim was lost. */
  end(claim: Claim, file: RunFile, end: FileEnd, lines: readonly LogLine[]): Promise<boolean> {
    const { id, runId } = claim.partition;
    const counts = end.status === 'finished' ? end.counts : { rows: 0, rowsMasked: 0, valuesMasked: 0 };
    const fault = end.status === 'failed' ? end : null;
    return transaction(this.dataSource, async (manager) => {
      await (lines.length > 0 ? holdRun(manager, runId) : undefined);
      const [, changed] = await manager.query<[unknown, number]>(
        `UPDATE run_file SET status = $4, rows = $5, rows_masked = $6, values_masked = $7, error_code = $8,
           error_message = $9, end_time = clock_timestamp()
         WHERE id = $3 AND partition_id = $1 AND status = 'working' AND ${held('$1', '$2')}`,
        [
          ...[id, claim.token, file.id, end.status, counts.rows, counts.rowsMasked, counts.valuesMasked],
          ...[fault?.code ?? null, fault?.message ?? null],
        ],
      );
      if (changed === 0) {
        return false;
      }
      await this.recorder.add(manager, runId, lines);
      return true;
    });
  }

  /** Of all the files that the lane had in its hands. */
  async failures({ partition }: Claim): Promise<LaneFailures> {
    const [row] = await this.dataSource.query<LaneFailures[]>(
      `SELECT count(*) OVER ()::int AS count, path, error_code AS code, error_message AS message
       FROM run_file WHERE partition_id = $1 AND status = 'failed' ORDER BY end_time, id LIMIT 1`,
      [partition.id],
    );
    return row ?? { count: 0, path: null, code: null, message: null };
  }
}

/** The lane is still in the hands of whoever holds this token. */
function held(partition: string, token: string): string {
  return `EXISTS (SELECT 1 FROM run_partition WHERE id = ${partition} AND claim_token = ${token} AND status = 'working')`;
}
