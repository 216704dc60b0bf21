import { Injectable } from '@nestjs/common';
import { DatabaseError } from '../../adapters/databases/index.js';
import type { DatabaseSession, TableName, TableStatistics } from '../../adapters/databases/index.js';
import { RunObjects } from '../remains/run-objects.js';
import { debug } from '../run-log-lines.js';
import type { LogLine } from '../run-log-lines.js';
import { shownTable } from '../shown-table.js';
import { keptLine } from './kept-statistics.js';
import { taskOf } from './partition-job.js';
import type { PartitionJob } from './partition-job.js';

/**
 * What the server keeps about the values of tables holds old ones: it is asked to look again, or to forget. That never fails
 * a task. What is kept about tables above is left to the end of the run, when it is certain that no row of theirs changes.
 */
@Injectable()
export class RenewStatistics {
  constructor(private readonly objects: RunObjects) {}

  /** Of tables that were masked. */
  renew(
    job: PartitionJob,
    session: DatabaseSession,
    tables: readonly TableName[],
  ): Promise<readonly LogLine[]> {
    return this.each(job, session, tables, 'renew');
  }

  /** Of a table that was emptied. */
  forget(job: PartitionJob, session: DatabaseSession, table: TableName): Promise<readonly LogLine[]> {
    return this.each(job, session, [table], 'forget');
  }

  private async each(
    job: PartitionJob,
    session: DatabaseSession,
    tables: readonly TableName[],
    how: 'renew' | 'forget',
  ): Promise<readonly LogLine[]> {
    const lines: LogLine[] = [];
    for (const table of session.statistics === undefined ? [] : tables) {
      lines.push(...(await this.one(job, session, table, how)));
    }
    return lines;
  }

  private async one(
    job: PartitionJob,
    { statistics }: DatabaseSession,
    table: TableName,
    how: 'renew' | 'forget',
  ): Promise<readonly LogLine[]> {
    const { title } = taskOf(job);
    try {
      const { above, kept } = await statistics![how](table);
      await this.later(job, 'renewAbove', above);
      const done = debug(`${title}: statistics of ${shownTable(table)} are renewed`);
      return [done, ...kept.map((each) => keptLine(title, each))];
    } catch (error) {
      if (!(error instanceof DatabaseError)) {
        throw error;
      }
      if (error.code === 'lost_connection') {
        await this.later(job, how, [table]);
        return [];
      }
      return [keptLine(title, { table, reason: error.message })];
    }
  }

  private async later(
    { run }: PartitionJob,
    how: keyof TableStatistics,
    tables: readonly TableName[],
  ): Promise<void> {
    if (tables.length > 0) {
      const definitions = tables.map((table) => ({ kind: 'statistics', table, how }) as const);
      await this.objects.note(run.id, null, definitions);
    }
  }
}
