import { Injectable } from '@nestjs/common';
import { DiscoveryWorker } from '../runs/discovery-worker.js';
import type { PartitionEnd } from '../runs/partition-claims.js';
import { taskOf } from '../runs/partition-job.js';
import type { PartitionJob } from '../runs/partition-job.js';
import { DiscoverPartition } from './discover-partition.js';
import { compileWishes } from './discovery-wishes.js';
import type { DiscoveryTask } from './discovery-wishes.js';
import { DiscoverFiles } from './files/discover-files.js';

/** `discover`, whatever is looked at. */
@Injectable()
export class DiscoverySteps extends DiscoveryWorker {
  constructor(
    private readonly database: DiscoverPartition,
    private readonly files: DiscoverFiles,
  ) {
    super();
  }

  problems(task: DiscoveryTask): readonly string[] {
    return compileWishes(task, { customKeywords: [], ignoredKeywords: [] }).problems;
  }

  work(job: PartitionJob): Promise<PartitionEnd | 'lost'> {
    return (taskOf(job).kind === 'run_file_data_discovery' ? this.files : this.database).work(job);
  }
}
