import type { DataDiscoveryTask, FileDiscoveryTask, SchemaDiscoveryTask } from '../engine/index.js';
import type { PartitionEnd } from './partition-claims.js';
import type { PartitionJob, PartitionWorker } from './partition-job.js';

/** What runs need of discovery, which knows runs and not the other way round: provided in the root of the workers. */
export abstract class DiscoveryWorker implements PartitionWorker {
  /** What is wrong with the wishes of a task, known without the database. */
  abstract problems(task: SchemaDiscoveryTask | DataDiscoveryTask | FileDiscoveryTask): readonly string[];

  abstract work(job: PartitionJob): Promise<PartitionEnd | 'lost'>;
}
