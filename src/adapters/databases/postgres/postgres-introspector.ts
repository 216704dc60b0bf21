import { DatabaseError } from '../database-adapter.js';
import type { TableDescription, TableName, TargetColumn, WriteCounters } from '../database-adapter.js';
import type { PostgresClient } from './postgres-client.js';
import {
  COLUMNS,
  PARTITION_COLUMNS,
  RELATION,
  RESOLVE_IN_PATH,
  RULES,
  SIZES,
  TRIGGERS,
  UNIQUE_KEYS,
  WRITE_COUNTERS,
} from './postgres-catalog.js';
import { quoteTable, splitQualifiedName } from './postgres-sql.js';
import { limitsOf } from './postgres-values.js';

const RELATION_KINDS: Readonly<Record<string, TableDescription['relationKind']>> = {
  r: 'table',
  p: 'partitioned_table',
  v: 'view',
  f: 'foreign_table',
};

/** A table never analyzed is counted for real up to this size, beyond it guessed from its size. */
const COUNT_UP_TO_BYTES = 16 * 1024 * 1024;
const GUESSED_ROW_BYTES = 120;

/** Reads PostgreSQL's own catalog, always by object id and schema, never by a bare name. */
export class PostgresIntrospector {
  constructor(
    private readonly client: PostgresClient,
    private readonly database: string,
  ) {}

  async resolveTable(written: string): Promise<TableName | null> {
    const parts = splitQualifiedName(written);
    if (parts === null || parts.length > 3) {
      return null;
    }
    const [table = '', schema = null, database = this.database] = [...parts].reverse();
    if (database !== this.database) {
      return null;
    }
    const { rows } = await this.client.readTableCatalog(RESOLVE_IN_PATH, [schema, table]);
    const [foundSchema = null, foundTable = null] = rows[0] ?? [];
    return foundSchema === null || foundTable === null ? null : { schema: foundSchema, table: foundTable };
  }

  async describeTable(name: TableName): Promise<TableDescription> {
    const { rows } = await this.client.readTableCatalog(RELATION, [name.schema, name.table]);
    const relation = rows[0];
    if (relation === undefined) {
      throw new DatabaseError('unknown_table', `there is no table ${quoteTable(name)}`, false);
    }
    const [oid = null, kind, canSelect, canUpdate, rowSecurity, hasChildren] = relation;
    const columns = (await this.client.readTableCatalog(COLUMNS, [oid])).rows.map(toColumn);
    const keys = await this.uniqueKeys(oid, kind === 'r' && hasChildren === 't');
    return {
      name,
      columns,
      primaryKey: keys.find((key) => key.primary)?.columns ?? [],
      uniqueKeys: keys.map((key) => key.columns),
      partitionColumns: (await this.client.readTableCatalog(PARTITION_COLUMNS, [oid])).rows.map(
        (row) => row[0] ?? '',
      ),
      updateTriggers: (await this.client.readTableCatalog(TRIGGERS, [oid])).rows.map((row) => row[0] ?? ''),
      updateRules: (await this.client.readTableCatalog(RULES, [oid, '2'])).rows.map((row) => row[0] ?? ''),
      estimatedRows: await this.estimateRows(name, oid),
      canSelect: canSelect === 't',
      canUpdate: canUpdate === 't',
      relationKind: RELATION_KINDS[kind ?? ''] ?? 'other',
      rowSecurityApplies: rowSecurity === 't',
      refusal: null,
    };
  }

  async writeCounters({ schema, table }: TableName): Promise<WriteCounters | null> {
    const { rows } = await this.client.readTableCatalog(WRITE_COUNTERS, [schema, table]);
    const [isOn, inserted, updated, deleted] = rows[0] ?? [];
    return isOn === 't'
      ? { inserted: Number(inserted), updated: Number(updated), deleted: Number(deleted) }
      : null;
  }

  /** The key of a table with inheriting children says nothing of the children's rows, which a SELECT also reads. */
  private async uniqueKeys(
    oid: string | null,
    inherited: boolean,
  ): Promise<readonly { primary: boolean; columns: readonly string[] }[]> {
    if (inherited) {
      return [];
    }
    const { rows } = await this.client.readTableCatalog(UNIQUE_KEYS, [oid]);
    return rows.map(([primary, names]) => ({
      primary: primary === 't',
      columns: JSON.parse(names ?? '[]') as string[],
    }));
  }

  private async estimateRows(name: TableName, oid: string | null): Promise<number> {
    const { rows } = await this.client.readTableCatalog(SIZES, [oid]);
    const [known = 0, unknownBytes = 0] = (rows[0] ?? []).map(Number);
    const small = known === 0 && unknownBytes > 0 && unknownBytes <= COUNT_UP_TO_BYTES;
    const counted = small ? await this.countRows(name) : null;
    return counted ?? known + Math.ceil(unknownBytes / GUESSED_ROW_BYTES);
  }

  /** Null: this user may not read the table. */
  private async countRows(name: TableName): Promise<number | null> {
    try {
      const counted = await this.client.query(`SELECT count(*) FROM ${quoteTable(name)}`);
      return Number(counted.rows[0]?.[0] ?? 0);
    } catch (error) {
      if (error instanceof DatabaseError && error.code === 'permission_denied') {
        return null;
      }
      throw error;
    }
  }
}

function toColumn(row: readonly (string | null)[]): TargetColumn {
  const [name, typeName, baseName, baseInSystem, modifier, nullable, writable, ...flags] = row;
  const [generated, inForeignKey, inUniqueIndex, canSelect, canUpdate, id] = flags;
  return {
    id: id ?? '',
    name: name ?? '',
    typeName: typeName ?? '',
    nullable: nullable === 't',
    writable: writable === 't',
    generated: generated === 't',
    inForeignKey: inForeignKey === 't',
    inUniqueIndex: inUniqueIndex === 't',
    canSelect: canSelect === 't',
    canUpdate: canUpdate === 't',
    ...limitsOf({ name: baseName ?? '', inSystemSchema: baseInSystem === 't', modifier: Number(modifier) }),
  };
}
