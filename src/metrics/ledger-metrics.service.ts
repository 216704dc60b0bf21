import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Gauge } from 'prom-client';
import type { DataSource } from 'typeorm';
import { Logger } from '../common/logging/logger.js';
import { WorkerHeartbeats } from '../health/worker-heartbeats.js';
import { JobQueue } from '../queue/job-queue.js';
import { PARTITION_STATUSES, RUN_STATUSES } from '../runs/run-status.js';
import { LedgerGauges } from './ledger-gauges.js';
import { MetricsRegistry } from './metrics-registry.js';

type ByStatus = readonly { readonly status: string; readonly count: number }[];

interface WorkSums {
  readonly rowsRead: number;
  readonly rowsMasked: number;
  readonly bytesRead: number;
  /** Seconds; 0: nothing waits, nothing is worked on. */
  readonly lag: number;
  readonly silence: number;
}

const OPEN_RUNS = 'SELECT id FROM run WHERE end_time IS NULL';

const SUMS = `
  SELECT coalesce(sum(part.rows_read), 0)::float8 AS "rowsRead",
    coalesce(sum(part.rows_written), 0)::float8 AS "rowsMasked",
    coalesce(sum(part.bytes_read), 0)::float8 AS "bytesRead",
    coalesce(extract(epoch FROM clock_timestamp() - min(task.start_time)
      FILTER (WHERE part.status IN ('waiting', 'pending') AND part.run_id IN (${OPEN_RUNS}))), 0)::float8 AS lag,
    coalesce(extract(epoch FROM clock_timestamp() - min(part.heartbeat)
      FILTER (WHERE part.status = 'working')), 0)::float8 AS silence
  FROM run_partition part LEFT JOIN run_task task ON task.id = part.task_id`;

/**
 * The state of all runs, read from our database whenever it is asked for: every API process tells the same, and workers
 * need not be scraped. Prometheus makes rates of it: `rate(vizard_rows_masked_total[1m])`.
 */
@Injectable()
export class LedgerMetricsService {
  private readonly gauges: LedgerGauges;

  constructor(
    { registry }: MetricsRegistry,
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly queue: JobQueue,
    private readonly heartbeats: WorkerHeartbeats,
    private readonly logger: Logger,
  ) {
    this.gauges = new LedgerGauges(registry);
  }

  /** A database that cannot be asked leaves the figures as they were, and says so by `vizard_ledger_up`. */
  async refresh(): Promise<void> {
    try {
      await Promise.all([this.refreshRuns(), this.refreshParts(), this.refreshSums(), this.refreshWorkers()]);
      this.gauges.isFresh.set(1);
    } catch (error) {
      this.logger.warn('The figures of runs cannot be read', { err: error });
      this.gauges.isFresh.set(0);
    }
  }

  private async refreshRuns(): Promise<void> {
    show(
      this.gauges.runs,
      RUN_STATUSES,
      await this.dataSource.query<ByStatus>('SELECT status, count(*)::int AS count FROM run GROUP BY status'),
    );
  }

  private async refreshParts(): Promise<void> {
    show(
      this.gauges.parts,
      PARTITION_STATUSES,
      await this.dataSource.query<ByStatus>(
        `SELECT status, count(*)::int AS count FROM run_partition WHERE run_id IN (${OPEN_RUNS}) GROUP BY status`,
      ),
    );
  }

  private async refreshSums(): Promise<void> {
    const [sums] = await this.dataSource.query<[WorkSums]>(SUMS);
    this.gauges.rowsRead.set(sums.rowsRead);
    this.gauges.rowsMasked.set(sums.rowsMasked);
    this.gauges.bytesRead.set(sums.bytesRead);
    this.gauges.lag.set(sums.lag);
    this.gauges.silence.set(sums.silence);
  }

  private async refreshWorkers(): Promise<void> {
    const [depth, { alive }] = await Promise.all([
      this.queue.depth().catch(() => null),
      this.heartbeats.seen(),
    ]);
    this.gauges.depth.set(depth ?? -1);
    this.gauges.workers.set(alive);
  }
}

/** Each status is shown: a query should find a zero, not a gap. */
function show(gauge: Gauge<'status'>, statuses: readonly string[], found: ByStatus): void {
  for (const status of statuses) {
    gauge.set({ status }, found.find((row) => row.status === status)?.count ?? 0);
  }
}
