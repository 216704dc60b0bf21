import { Injectable } from '@nestjs/common';
import type { BuildOrder, DatabaseSession } from '../../adapters/databases/index.js';
import type { BuildTempTableTask } from '../../engine/index.js';
import { InstallationService } from '../../installation/installation.service.js';
import { retried } from './retried.js';
import { targetClaim } from '../walk/cursor-keeper.js';
import type { PartitionEnd } from '../ledger/partition-claims.js';
import { taskOf } from './partition-job.js';
import type { PartitionJob, PartitionWorker } from './partition-job.js';
import { info } from '../run-log-lines.js';
import type { LogLine } from '../run-log-lines.js';
import { RunMasking } from './run-masking.js';
import { changesOf, RunObjects } from '../remains/run-objects.js';
import { TargetAccess } from './target-access.js';

/** `build_table`: keeps the result of a query in the target for later tasks, until the run ends. In dry runs, too. */
@Injectable()
export class BuildTable implements PartitionWorker {
  constructor(
    private readonly targets: TargetAccess,
    private readonly masking: RunMasking,
    private readonly objects: RunObjects,
    private readonly installation: InstallationService,
  ) {}

  work(job: PartitionJob): Promise<PartitionEnd | 'lost'> {
    return retried(job, async () => ({ status: 'finished', lines: [await this.build(job)] }));
  }

  private async build(job: PartitionJob): Promise<LogLine> {
    const { id, path, title } = taskOf(job);
    const node = await this.masking.task(job.run, path, 'build_temp_table');
    const installation = await this.installation.installationId();
    const rows = await this.targets.writing(job, async (session) => {
      const order = buildOrder(session, node, `of run ${job.run.id} of ${installation}, task ${path}`);
      const table = { name: order.name, marker: order.marker };
      await this.objects.note(job.run.id, id, [{ kind: 'table', table }]);
      return changesOf(session).buildTable(await claimFor(job, session), order);
    });
    return info(rows === null ? `${title}: had been built before` : `${title}: built with ${rows} rows`);
  }
}

/** What a task wants to have built. */
export function buildOrder(
  session: Pick<DatabaseSession, 'foldTableName'>,
  { table, select }: BuildTempTableTask,
  marker: string,
): BuildOrder {
  return {
    name: session.foldTableName(table),
    marker: `Helper table ${marker}; dropped at its end`,
    select,
  };
}

async function claimFor(
  { run, partition }: PartitionJob,
  session: DatabaseSession,
): Promise<ReturnType<typeof targetClaim> | null> {
  if (run.progressTable === null) {
    return null;
  }
  const claim = targetClaim(run.progressTable, partition.id);
  await session.claimPartition(claim);
  return claim;
}
