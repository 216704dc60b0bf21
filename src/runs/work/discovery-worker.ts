import type {
  DataDiscoveryTask,
  FileDiscoveryTask,
  Ruleset,
  SchemaDiscoveryTask,
} from '../../engine/index.js';
import type { DatabaseSession } from '../../adapters/databases/index.js';
import type { LogLine } from '../run-log-lines.js';
import type { Run } from '../run.entity.js';
import type { PartitionEnd } from '../ledger/partition-claims.js';
import type { PartitionJob, PartitionWorker } from './partition-job.js';

/** What runs need of discovery, which knows runs and not the other way round: provided in the root of the workers. */
export abstract class DiscoveryWorker implements PartitionWorker {
  /** What is wrong with the wishes of a task, known without the database. */
  abstract problems(task: SchemaDiscoveryTask | DataDiscoveryTask | FileDiscoveryTask): readonly string[];

  /** What the ruleset leaves unmasked, as the run's options want it told; failures keep the run from starting. */
  abstract coverage(run: Run, ruleset: Ruleset, session: DatabaseSession): Promise<readonly LogLine[]>;

  abstract work(job: PartitionJob): Promise<PartitionEnd | 'lost'>;
}
