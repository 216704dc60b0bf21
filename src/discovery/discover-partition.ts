import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CatalogTable, DatabaseSession } from '../adapters/databases/index.js';
import type { SchemaDiscoveryTask } from '../engine/index.js';
import { BackOff } from '../runs/ledger/back-off.js';
import type { PartitionEnd } from '../runs/ledger/partition-claims.js';
import { endAfterStop, taskOf } from '../runs/work/partition-job.js';
import type { PartitionJob } from '../runs/work/partition-job.js';
import { info, warning } from '../runs/run-log-lines.js';
import { RunMasking } from '../runs/work/run-masking.js';
import { TargetAccess } from '../runs/work/target-access.js';
import { DiscoveryStore } from './discovery-store.js';
import type { LookedAtTable, TableLook } from './look-at-table.js';
import { coverOf } from './ruleset-cover.js';
import { TableLooks } from './table-looks.js';
import { wishFields, withRunOptions } from './run-wishes.js';
import { walkSchemas } from './schema-walk.js';
import { SddFinding } from './sdd-finding.entity.js';

/** How long a look at values waits for a table that another session holds. */
const LOCK_WAIT_MS = 5_000;

interface Counts {
  tables: number;
  columns: number;
  flagged: number;
  unread: number;
}

/** `discover` on databases: walks a database's catalog, a few tables at a time, and goes on where it was broken off. */
@Injectable()
export class DiscoverPartition {
  constructor(
    private readonly targets: TargetAccess,
    private readonly masking: RunMasking,
    private readonly looks: TableLooks,
    private readonly store: DiscoveryStore,
  ) {}

  async work(job: PartitionJob): Promise<PartitionEnd | 'lost'> {
    const backOff = new BackOff(job.watch);
    while (job.watch.stopReason === null) {
      try {
        return await this.targets.reading(job, (session) => this.discover(job, session), {
          lockWaitMs: LOCK_WAIT_MS,
        });
      } catch (error) {
        await backOff.afterError(error);
      }
    }
    return endAfterStop(job.watch.stopReason);
  }

  private async discover(job: PartitionJob, session: DatabaseSession): Promise<PartitionEnd | 'lost'> {
    const { path, kind } = taskOf(job);
    const nowMs = job.run.maskingTime.getTime();
    if (kind === 'run_data_discovery') {
      const task = await this.masking.task(job.run, path, kind);
      return this.report(job, session, await this.looks.of(task, session.catalog, nowMs));
    }
    const written = await this.masking.task(job.run, path, 'run_schema_discovery');
    const task = withRunOptions(written, job.run.options.discovery ?? null);
    const look =
      (await this.looks.byConfig(job.run.id, session.catalog, nowMs)) ??
      (await this.looks.of(task, session.catalog, nowMs));
    return this.walk(job, session, { task, look });
  }

  /** `run_schema_discovery`: everything there is, for all to see at the end. */
  private async walk(
    job: PartitionJob,
    session: DatabaseSession,
    { task, look }: { readonly task: SchemaDiscoveryTask; readonly look: TableLook },
  ): Promise<PartitionEnd | 'lost'> {
    const { run, watch } = job;
    const { connectionId } = run;
    await this.store.beginNow({ run, connectionId, options: wishFields(task) });
    const counts: Counts = { tables: 0, columns: 0, flagged: 0, unread: 0 };
    const lastOf = (schema: string): Promise<string | null> => this.store.lastTable(run.id, schema);
    for await (const tables of walkSchemas(session.catalog, task.schemas, lastOf)) {
      const looked: LookedAtTable[] = [];
      for (const table of tables) {
        if (watch.stopReason !== null) {
          return endAfterStop(watch.stopReason);
        }
        looked.push(await look.look(table));
      }
      await this.store.add(run.id, looked);
      watch.rows.rowsRead += looked.length;
      looked.forEach((one) => count(counts, one));
    }
    const news = await this.looks.news.find(run, session);
    return {
      status: 'finished',
      lines: endLines(taskOf(job).title, counts),
      also: async (manager) => {
        await this.looks.news.post(run, news, manager);
        await this.store.finish(manager, run.id);
      },
    };
  }

  /** `run_data_discovery`: which sensitive columns the run's own ruleset masks. */
  private async report(
    job: PartitionJob,
    session: DatabaseSession,
    look: TableLook,
  ): Promise<PartitionEnd | 'lost'> {
    const { run, watch } = job;
    const { ruleset } = await this.masking.ruleset(run);
    const cover = await coverOf(ruleset, session);
    const schemas = new Set([...(await session.catalog.schemas([])), ...cover.schemas]);
    const counts: Counts = { tables: 0, columns: 0, flagged: 0, unread: 0 };
    const findings: Partial<SddFinding>[] = [];
    for await (const tables of walkSchemas(session.catalog, [...schemas], () => Promise.resolve(null))) {
      for (const table of tables) {
        if (watch.stopReason !== null) {
          return endAfterStop(watch.stopReason);
        }
        const looked = await look.look(table);
        count(counts, looked);
        findings.push(...findingsOf(run.id, looked, (column) => linesFor(cover, table, column)));
      }
      watch.rows.rowsRead += tables.length;
    }
    const open = findings.filter(({ lines }) => lines?.length === 0).length;
    return {
      status: 'finished',
      lines: [
        ...endLines(taskOf(job).title, counts),
        ...(open > 0
          ? [info(`${taskOf(job).title}: the ruleset has no rule for ${open} of the sensitive columns`)]
          : []),
      ],
      also: (manager) => writeFindings(manager, run.id, findings),
    };
  }
}

function linesFor(
  cover: Awaited<ReturnType<typeof coverOf>>,
  { name }: CatalogTable,
  column: string,
): readonly number[] {
  return cover.linesOf(name.schema, name.table, column);
}

function findingsOf(
  runId: number,
  { table, matches }: LookedAtTable,
  linesOf: (column: string) => readonly number[],
): readonly Partial<SddFinding>[] {
  return table.columns.flatMap(({ name }, place) => {
    const found = matches[place] ?? [];
    const { schema, table: tableName } = table.name;
    return found.length === 0
      ? []
      : [{ runId, schemaName: schema, tableName, columnName: name, matches: found, lines: linesOf(name) }];
  });
}

const FINDINGS_AT_A_TIME = 1_000;

async function writeFindings(
  manager: EntityManager,
  runId: number,
  findings: readonly Partial<SddFinding>[],
): Promise<void> {
  await manager.delete(SddFinding, { runId });
  for (let start = 0; start < findings.length; start += FINDINGS_AT_A_TIME) {
    await manager.insert(SddFinding, findings.slice(start, start + FINDINGS_AT_A_TIME));
  }
  await manager.query('UPDATE run SET has_sdd_report = true WHERE id = $1', [runId]);
}

function count(counts: Counts, { table, matches, problem }: LookedAtTable): void {
  counts.tables += 1;
  counts.columns += table.columns.length;
  counts.flagged += matches.filter((found) => found.some(({ label }) => label !== null)).length;
  counts.unread += problem === null || table.kind === 'view' ? 0 : 1;
}

function endLines(
  title: string,
  { tables, columns, flagged, unread }: Counts,
): PartitionEnd['lines'] & object {
  return [
    info(`${title}: ${tables} tables with ${columns} columns, of which ${flagged} are sensitive`),
    ...(unread > 0
      ? [
          warning(
            'values_not_read',
            `the values of ${unread} tables could not be read, so their columns are judged by name alone: the results say why of each; mend that and discover again`,
          ),
        ]
      : []),
  ];
}
