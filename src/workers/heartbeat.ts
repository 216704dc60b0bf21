import type { DataSource } from 'typeorm';
import type { Logger } from '../common/logging/logger.js';

export interface HeartbeatOptions {
  readonly dataSource: DataSource;
  readonly workerId: string;
  readonly periodMs: number;
  readonly logger: Logger;
}

/**
 * Says in our own database, again and again, that a worker process lives and that its event loop turns. A row that is not
 * renewed belongs to a worker that is gone or stuck.
 */
export class Heartbeat {
  private timer: NodeJS.Timeout | undefined;
  private last: Promise<void> = Promise.resolve();

  constructor(private readonly options: HeartbeatOptions) {}

  /** Resolves after the first one: whoever is told that the worker is ready finds it alive. */
  async start(): Promise<void> {
    await this.beat();
    this.timer = setInterval(() => {
      this.last = this.beat();
    }, this.options.periodMs);
    this.timer.unref();
  }

  /** Takes the row away: a worker that left is not one that is lost. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.last;
    const { workerId } = this.options;
    await this.tell('DELETE FROM worker_heartbeat WHERE worker_id = $1', [workerId]);
  }

  private async beat(): Promise<void> {
    await this.tell(
      `INSERT INTO worker_heartbeat (worker_id) VALUES ($1)
       ON CONFLICT (worker_id) DO UPDATE SET seen_time = clock_timestamp()`,
      [this.options.workerId],
    );
    await this.tell(`DELETE FROM worker_heartbeat WHERE seen_time < now() - interval '1 day'`, []);
  }

  private async tell(statement: string, parameters: unknown[]): Promise<void> {
    const { dataSource, logger, workerId } = this.options;
    try {
      await dataSource.query(statement, parameters);
    } catch (err) {
      logger.debug('A heartbeat was lost', { err, workerId });
    }
  }
}
