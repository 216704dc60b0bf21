import { Injectable } from '@nestjs/common';
import type { DatabaseSession } from '../adapters/databases/index.js';
import type { Ruleset } from '../engine/index.js';
import { DiscoveryWorker } from '../runs/work/discovery-worker.js';
import type { PartitionEnd } from '../runs/ledger/partition-claims.js';
import { taskOf } from '../runs/work/partition-job.js';
import type { PartitionJob } from '../runs/work/partition-job.js';
import type { LogLine } from '../runs/run-log-lines.js';
import { CoverageLines } from './ruleset-coverage/coverage-lines.js';
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
    private readonly coverageLines: CoverageLines,
  ) {
    super();
  }

  problems(task: DiscoveryTask): readonly string[] {
    return compileWishes(task, { customKeywords: [], ignoredKeywords: [] }).problems;
  }

  coverage(
    run: PartitionJob['run'],
    ruleset: Ruleset,
    session: DatabaseSession,
  ): Promise<readonly LogLine[]> {
    return this.coverageLines.of(run, ruleset, session);
  }

  work(job: PartitionJob): Promise<PartitionEnd | 'lost'> {
    return (taskOf(job).kind === 'run_file_data_discovery' ? this.files : this.database).work(job);
  }
}
