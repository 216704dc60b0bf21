import { Gauge, type Registry } from 'prom-client';

/** Everything that is told of runs, queue and workers. A new figure: one line of each list, and one where it is set. */
export class LedgerGauges {
  readonly isFresh: Gauge;
  readonly runs: Gauge<'status'>;
  readonly parts: Gauge<'status'>;
  readonly rowsRead: Gauge;
  readonly rowsMasked: Gauge;
  readonly bytesRead: Gauge;
  readonly lag: Gauge;
  readonly silence: Gauge;
  readonly depth: Gauge;
  readonly workers: Gauge;

  /** In the registry of one process. */
  constructor(registry: Registry) {
    const registers = [registry];
    const gauge = (name: string, help: string): Gauge => new Gauge({ name, help, registers });
    const byStatus = (name: string, help: string): Gauge<'status'> =>
      new Gauge({ name, help, labelNames: ['status'], registers });
    this.isFresh = gauge(
      'vizard_ledger_up',
      '1: the figures of runs, parts and workers are of now; 0: they are old.',
    );
    this.runs = byStatus('vizard_runs', 'Runs, by status.');
    this.parts = byStatus(
      'vizard_partitions',
      'Parts of unfinished runs, each done by one worker, by status.',
    );
    this.rowsRead = gauge('vizard_rows_read_total', 'Rows read by the runs that are listed.');
    this.rowsMasked = gauge('vizard_rows_masked_total', 'Rows written by the runs that are listed.');
    this.bytesRead = gauge(
      'vizard_file_bytes_read_total',
      'Bytes of files read by the runs that are listed.',
    );
    this.lag = gauge(
      'vizard_partition_lag_seconds',
      'How long the part that waits longest has waited for a worker.',
    );
    this.silence = gauge(
      'vizard_partition_heartbeat_age_seconds',
      'Age of the oldest heartbeat of a part in work; above WORKER_STALE_MS the part is taken over.',
    );
    this.depth = gauge(
      'vizard_queue_depth',
      'Jobs that no worker has taken yet; -1: the queue cannot be asked.',
    );
    this.workers = gauge('vizard_workers_alive', 'Worker processes whose last heartbeat is fresh.');
  }
}
