import { Injectable } from '@nestjs/common';
import type {
  DatabaseSession,
  PartitionClaim,
  RewrittenKeys,
  TableName,
} from '../../adapters/databases/index.js';
import { retried } from '../work/retried.js';
import { listed } from './key-family.js';
import { planKeyRules, planUniqueKey } from './key-plan.js';
import type { KeyPlan } from './key-plan.js';
import { readLiveTable } from '../work/live-table.js';
import { OnceInTarget } from '../work/once-in-target.js';
import type { PartitionEnd } from '../ledger/partition-claims.js';
import { PartitionFailure } from '../work/partition-failure.js';
import { taskOf } from '../work/partition-job.js';
import type { PartitionJob, PartitionWorker } from '../work/partition-job.js';
import { info, warning } from '../run-log-lines.js';
import type { LogLine } from '../run-log-lines.js';
import { shownTable } from '../shown-table.js';
import { RenewStatistics } from '../work/renew-statistics.js';
import { flatTasks, RunMasking } from '../work/run-masking.js';

/**
 * `rewrite_keys`: the keys of one task with everything that refers to them, once, all or nothing. A worker that dies
 * leaves the old state or the new one, and whoever takes over finds out which by the claim.
 */
@Injectable()
export class RewriteKeys implements PartitionWorker {
  constructor(
    private readonly once: OnceInTarget,
    private readonly masking: RunMasking,
    private readonly statistics: RenewStatistics,
  ) {}

  async work(job: PartitionJob): Promise<PartitionEnd | 'lost'> {
    if (job.run.options.dryRun) {
      const text = 'keys and what refers to them are not masked in a dry run';
      return { status: 'finished', lines: [info(`${taskOf(job).title}: ${text}`)] };
    }
    return retried(job, async () => {
      const lines = await this.once.attempt(job, (session, claim) => this.rewrite(job, session, claim));
      return { status: 'finished', lines };
    });
  }

  private async rewrite(
    job: PartitionJob,
    session: DatabaseSession,
    claim: PartitionClaim | null,
  ): Promise<readonly LogLine[]> {
    const plan = await this.plan(job, session);
    const wrong = plan.problems.find(({ severity }) => severity === 'error');
    if (wrong !== undefined || session.keys === null) {
      const text = wrong?.message ?? 'keys cannot be rewritten here';
      throw new PartitionFailure('table_changed', `The tables no longer fit the ruleset: ${text}`);
    }
    const done = await session.keys.rewrite(claim, plan);
    const { title, masksRows } = taskOf(job);
    if (done === null) {
      // whoever did it may not have come to look after the statistics
      const places = plan.maps.flatMap((map) => map.places.map(({ table }) => table));
      return [
        info(`${title}: the keys had been masked before`),
        ...(await this.statistics.renew(job, session, withoutTwins(places))),
      ];
    }
    if (!masksRows) {
      const rows = done.tables[0]?.rowsWritten ?? 0;
      job.watch.rows.rowsRead = Math.max(rows, taskOf(job).rowsTotal ?? 0);
      job.watch.rows.rowsWritten = rows;
    }
    const changed = done.tables.filter(({ rowsWritten }) => rowsWritten > 0).map(({ table }) => table);
    return [
      info(`${title}: ${said(plan, done)}`),
      ...done.partial.map(({ place, rows }) =>
        warning(
          'partial_key',
          `${title}: ${rows} rows hold a part of the key ${listed(place)} beside NULL: it refers to nothing and stays as it is`,
        ),
      ),
      ...done.notes.map((note) => warning('sequence', `${title}: ${note}`)),
      ...(await this.statistics.renew(job, session, changed)),
    ];
  }

  private async plan(job: PartitionJob, session: DatabaseSession): Promise<KeyPlan> {
    const { ruleset } = await this.masking.ruleset(job.run);
    const node = flatTasks(ruleset.tasks).find(({ path }) => path === taskOf(job).path);
    if (node?.kind !== 'mask_table' && node?.kind !== 'mask_unique_key') {
      throw new PartitionFailure('no_task', 'The ruleset has no such task.');
    }
    const joins = node.kind === 'mask_table' ? node.joins : [];
    const table = await readLiveTable(session, { table: node.table, joins });
    if (table === null) {
      throw new PartitionFailure('unknown_table', `The table ${node.table} does not exist any more.`);
    }
    const context = await this.masking.context(job.run);
    return node.kind === 'mask_table'
      ? planKeyRules(session, node, table, context)
      : planUniqueKey(session, node, table, context);
  }
}

function withoutTwins(tables: readonly TableName[]): readonly TableName[] {
  return [...new Map(tables.map((table) => [shownTable(table), table])).values()];
}

function said(plan: KeyPlan, { values, tables }: RewrittenKeys): string {
  const keys = plan.owners.map(listed).join(', ');
  const followers = plan.maps.reduce((sum, { places }) => sum + places.length - 1, 0);
  const rows = tables.reduce((sum, { rowsWritten }) => sum + rowsWritten, 0);
  const follow = followers === 0 ? 'nothing refers to it' : `${followers} references followed`;
  const joins = plan.links.length === 0 ? '' : `, ${plan.links.length} joins verified`;
  return `key ${keys}: ${values} values, ${follow}, ${rows} rows written in ${tables.length} tables${joins}`;
}
