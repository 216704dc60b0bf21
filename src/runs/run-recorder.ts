import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import { Logger } from '../common/logging/logger.js';
import { transaction } from '../database/transaction.js';
import { LOG_LEVEL } from './run-log.entity.js';
import type { LogLine } from './run-log-lines.js';
import type { RunStatus } from './run-status.js';
import { RunAfterEnd } from './ledger/run-after-end.js';
import { holdRun } from './ledger/hold-run.js';
import { WORKER_NAME } from './work/worker-name.js';

/**
 * Writes run logs. Every line is written under the lock of its run's row, so lines become visible in the order of their
 * ids: a reader that has seen line n never finds a new line before it.
 */
@Injectable()
export class RunRecorder {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(WORKER_NAME) private readonly workerName: string,
    private readonly logger: Logger,
    private readonly afterEnd: RunAfterEnd,
  ) {}

  get notices(): RunAfterEnd['notices'] {
    return this.afterEnd.notices;
  }

  get resume(): RunAfterEnd['resume'] {
    return this.afterEnd.resume;
  }

  /** A line in the log of the server, for those who watch it and not the run. */
  tellServer(runId: number, status: RunStatus): void {
    const text = `Run ${runId}: ${status.replaceAll('_', ' ')}`;
    if (status === 'failed') {
      this.logger.warn(text);
    } else {
      this.logger.info(text);
    }
  }

  /** Adds lines in a transaction of its own. */
  async log(runId: number, ...lines: readonly LogLine[]): Promise<void> {
    if (lines.length > 0) {
      await transaction(this.dataSource, async (manager) => {
        await holdRun(manager, runId);
        await this.add(manager, runId, lines);
      });
    }
  }

  /** Adds those of the lines that the run's log does not hold yet, as `add` does. */
  async addOnce(manager: EntityManager, runId: number, lines: readonly LogLine[]): Promise<void> {
    await this.add(manager, runId, await this.unknown(manager, runId, lines));
  }

  /** Those of the lines that the run's log does not hold yet. */
  async unknown(
    manager: EntityManager,
    runId: number,
    lines: readonly LogLine[],
  ): Promise<readonly LogLine[]> {
    if (lines.length === 0) {
      return lines;
    }
    const known = await manager.query<{ message: string }[]>(
      'SELECT message FROM run_log WHERE run_id = $1 AND message = ANY ($2)',
      [runId, lines.map((line) => line.message)],
    );
    return lines.filter((line) => !known.some(({ message }) => message === line.message));
  }

  /** Adds lines inside the transaction of a caller who holds the run's row (`holdRun`). */
  async add(manager: EntityManager, runId: number, lines: readonly LogLine[]): Promise<void> {
    if (lines.length === 0) {
      return;
    }
    await manager.query(
      `INSERT INTO run_log (run_id, level, message, worker_id, run_status)
       SELECT run.id, line.level, line.message, $4, run.status
       FROM run, unnest($2::int[], $3::text[]) WITH ORDINALITY AS line (level, message, place)
       WHERE run.id = $1
       ORDER BY line.place`,
      [runId, lines.map((line) => line.level), lines.map((line) => line.message), this.workerName],
    );
    if (lines.some((line) => line.level === LOG_LEVEL.warning)) {
      await manager.query('UPDATE run SET warned = true WHERE id = $1 AND NOT warned', [runId]);
    }
  }
}
