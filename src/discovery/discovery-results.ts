import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { PageSlice } from '../common/http/dto/page.dto.js';
import { In, IsNull, Not } from 'typeorm';
import type { DataSource } from 'typeorm';
import type { DiscoveredColumn, DiscoveredTable } from './discovered-table.js';
import { DiscoveryResult } from './discovery-result.entity.js';
import { DiscoveryTable } from './discovery-table.entity.js';
import { Discovery } from './discovery.entity.js';

/** Tables read at a time: what is in memory does not grow with the schema. */
const TABLES_AT_A_TIME = 200;

/** Reads what discoveries found. Only what is complete is seen. */
@Injectable()
export class DiscoveryResults {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** The last complete schema discovery of a connection; null: none, or its results were deleted. */
  latestOf(connectionId: string): Promise<Discovery | null> {
    return this.dataSource.manager.findOne(Discovery, {
      where: { connectionId, kind: 'schema', finishedTime: Not(IsNull()) },
      order: { finishedTime: 'DESC', runId: 'DESC' },
    });
  }

  /** The discovery that a run is, or has among its tasks; null: it does not discover. */
  ofRun(runId: number): Promise<Discovery | null> {
    return this.dataSource.manager.findOneBy(Discovery, { runId });
  }

  countColumns(runId: number): Promise<number> {
    return this.dataSource.manager.countBy(DiscoveryResult, { runId });
  }

  /** A part of the columns, in the order in which they were found, each table with those of them that are its own. */
  async columns(runId: number, { limit, offset }: PageSlice): Promise<readonly DiscoveredTable[]> {
    const results = await this.dataSource.manager.find(DiscoveryResult, {
      where: { runId },
      order: { id: 'ASC' },
      take: limit,
      skip: offset,
    });
    const tables = await this.dataSource.manager.find(DiscoveryTable, {
      where: { id: In([...new Set(results.map(({ tableId }) => tableId))]) },
      order: { id: 'ASC' },
    });
    return tables.map((table) =>
      toTable(table, results.filter(({ tableId }) => tableId === table.id).map(toColumn)),
    );
  }

  /** The tables of a schema discovery with their columns, by schema and name. */
  async *tables(runId: number): AsyncGenerator<DiscoveredTable> {
    for (let skip = 0; ; skip += TABLES_AT_A_TIME) {
      const tables = await this.dataSource.manager.find(DiscoveryTable, {
        where: { runId },
        order: { schemaName: 'ASC', tableName: 'ASC' },
        take: TABLES_AT_A_TIME,
        skip,
      });
      yield* await this.withColumns(tables);
      if (tables.length < TABLES_AT_A_TIME) {
        return;
      }
    }
  }

  private async withColumns(tables: readonly DiscoveryTable[]): Promise<readonly DiscoveredTable[]> {
    const results = await this.dataSource.manager.find(DiscoveryResult, {
      where: { tableId: In(tables.map(({ id }) => id)) },
      order: { tableId: 'ASC', ordinal: 'ASC' },
    });
    const columns = new Map<number, DiscoveredColumn[]>(tables.map(({ id }) => [id, []]));
    results.forEach((result) => columns.get(result.tableId)?.push(toColumn(result)));
    return tables.map((table) => toTable(table, columns.get(table.id) ?? []));
  }
}

function toColumn({ columnName, ...facts }: DiscoveryResult): DiscoveredColumn {
  return { ...facts, name: columnName };
}

function toTable(
  { schemaName, tableName, ...facts }: DiscoveryTable,
  columns: readonly DiscoveredColumn[],
): DiscoveredTable {
  return { ...facts, schema: schemaName, table: tableName, columns };
}
