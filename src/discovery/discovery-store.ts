import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import { ConnectionsService } from '../connections/connections.service.js';
import { transaction } from '../database/transaction.js';
import { DiscoveryResult } from './discovery-result.entity.js';
import { DiscoveryTable } from './discovery-table.entity.js';
import { Discovery } from './discovery.entity.js';
import type { LookedAtTable } from './look-at-table.js';

/** Rows of one INSERT: the protocol has room for 65,535 values. */
const ROWS_AT_A_TIME = 2_000;

export interface NewDiscovery {
  readonly run: { readonly id: number; readonly createdTime: Date };
  readonly connectionId: string;
  /** As asked for, in the wire's spelling. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** Writes what discoveries find. Nothing of it is seen before the end. */
@Injectable()
export class DiscoveryStore {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly connections: ConnectionsService,
  ) {}

  /** Does nothing when it is there: the work may have been broken off and taken up again. */
  async begin(manager: EntityManager, { run, connectionId, options }: NewDiscovery): Promise<void> {
    await manager.query(
      `INSERT INTO discovery (run_id, connection_id, kind, options) VALUES ($1, $2, 'schema', $3::jsonb)
       ON CONFLICT DO NOTHING`,
      [run.id, connectionId, JSON.stringify(options)],
    );
    await this.connections.noteDiscovery(connectionId, run, manager);
  }

  /** The same, in a transaction of its own. */
  beginNow(discovery: NewDiscovery): Promise<void> {
    return transaction(this.dataSource, (manager) => this.begin(manager, discovery));
  }

  /** The last table of a schema that is stored; null: none. */
  async lastTable(runId: number, schemaName: string): Promise<string | null> {
    const last = await this.dataSource.manager.findOne(DiscoveryTable, {
      where: { runId, schemaName },
      order: { id: 'DESC' },
    });
    return last?.tableName ?? null;
  }

  /** A table that is there already stays as it is. */
  async add(runId: number, looked: readonly LookedAtTable[]): Promise<void> {
    await transaction(this.dataSource, async (manager) => {
      for (const { table, matches, previews, problem } of looked) {
        const inserted = await manager
          .createQueryBuilder()
          .insert()
          .into(DiscoveryTable)
          .values({
            ...{ runId, schemaName: table.name.schema, tableName: table.name.table },
            ...{ kind: table.kind, rowEstimate: table.rowEstimate, primaryKey: table.primaryKey },
            ...{
              uniqueKeys: table.uniqueKeys,
              foreignKeys: table.foreignKeys,
              referencedBy: table.referencedBy,
            },
            problem,
          })
          .orIgnore()
          .returning(['id'])
          .execute();
        const [row] = inserted.raw as { id: number }[];
        if (row !== undefined) {
          await addColumns(manager, { runId, tableId: row.id }, { table, matches, previews, problem });
        }
      }
    });
  }

  /** From now on the results are seen, and take the place of earlier ones. */
  async finish(manager: EntityManager, runId: number): Promise<void> {
    const discovery = await manager.findOneBy(Discovery, { runId });
    if (discovery === null) {
      return;
    }
    const { connectionId, kind } = discovery;
    await manager.query(
      `DELETE FROM discovery_table WHERE run_id IN (
         SELECT run_id FROM discovery
         WHERE connection_id = $1 AND kind = $2 AND run_id <> $3 AND (finished_time IS NOT NULL OR run_id < $3))`,
      [connectionId, kind, runId],
    );
    await manager.query(
      'UPDATE discovery SET finished_time = NULL WHERE connection_id = $1 AND kind = $2 AND run_id <> $3',
      [connectionId, kind, runId],
    );
    await manager.update(Discovery, { runId }, { finishedTime: new Date() });
  }

  /** Forgets what a discovery found. */
  async remove(runId: number): Promise<void> {
    await transaction(this.dataSource, async (manager) => {
      await manager.delete(DiscoveryTable, { runId });
      await manager.update(Discovery, { runId }, { finishedTime: null });
    });
  }
}

async function addColumns(
  manager: EntityManager,
  ids: { readonly runId: number; readonly tableId: number },
  { table, matches, previews }: LookedAtTable,
): Promise<void> {
  const rows = table.columns.map((column, place) => ({
    ...ids,
    ordinal: place + 1,
    columnName: column.name,
    dataType: column.typeName,
    valueKind: column.kind,
    nullable: column.nullable,
    writable: column.writable,
    maxLength: column.maxLength,
    numericPrecision: column.numericPrecision,
    numericScale: column.numericScale,
    matches: matches[place] ?? [],
    safeDataPreview: previews[place] ?? null,
  }));
  for (let start = 0; start < rows.length; start += ROWS_AT_A_TIME) {
    await manager
      .createQueryBuilder()
      .insert()
      .into(DiscoveryResult)
      .values(rows.slice(start, start + ROWS_AT_A_TIME))
      .execute();
  }
}
