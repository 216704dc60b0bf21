import { DatabaseError } from '../database-adapter.js';
import type { TableDescription, TableName, TargetColumn, WriteCounters } from '../database-adapter.js';
import type { RowText } from '../../../engine/index.js';
import * as catalog from './mysql-catalog.js';
import type { MysqlClient } from './mysql-client.js';
import { hasOwnRights } from './mysql-rights.js';
import type { ServerFacts } from './mysql-settings.js';
import { foldColumn, quoteIdentifier, quoteTable, splitQualifiedName } from './mysql-sql.js';
import { eventsOfMasking, triggerNames } from './mysql-triggers.js';
import { limitsOf } from './mysql-types.js';

interface UniqueIndex {
  readonly columns: readonly string[];
  /** Over whole columns: what is unique to it identifies a row. */
  readonly isWhole: boolean;
  readonly isPrimary: boolean;
}

interface Relation {
  readonly type: string;
  readonly engine: string;
  readonly rows: number;
  readonly created: string;
  readonly isPartitioned: boolean;
  readonly isTransactional: boolean;
}

/** What is known of a table's columns before they are put together. */
interface ColumnContext {
  readonly created: string;
  readonly jsonColumns: ReadonlySet<string>;
  readonly inForeignKey: ReadonlySet<string>;
  readonly inUniqueIndex: ReadonlySet<string>;
  /** Given for more than single columns. */
  readonly mayUpdate: boolean;
}

const REMOTE_ENGINES = new Set(['federated', 'connect', 'spider']);

/** Reads `information_schema`, which shows a user what it may use. */
export class MysqlIntrospector {
  constructor(
    private readonly client: MysqlClient,
    private readonly facts: ServerFacts,
  ) {}

  /** Names of tables keep their case or lose it, as the server was set up. */
  async resolveTable(written: string): Promise<TableName | null> {
    const parts = splitQualifiedName(written);
    if (parts === null || parts.length > 2) {
      return null;
    }
    const [table = '', schema = this.facts.database] = [...parts].reverse();
    const rows = await this.client.query(catalog.tablesNamed(schema, table));
    const found = rows.find(([foundSchema, foundTable]) =>
      this.isSame([schema, table], [foundSchema ?? '', foundTable ?? '']),
    );
    return found === undefined ? null : { schema: found[0] ?? '', table: found[1] ?? '' };
  }

  async describeTable(name: TableName): Promise<TableDescription> {
    const relation = await this.relation(name);
    const columnRows = await this.client.query(catalog.columns(name));
    const indexes = await this.uniqueIndexes(name);
    const context: ColumnContext = {
      created: relation.created,
      jsonColumns: await this.jsonColumns(name),
      inForeignKey: new Set(await this.names(catalog.foreignKeyColumns(name))),
      inUniqueIndex: uniqueColumns(indexes, columnRows),
      mayUpdate: await this.mayUpdate(name, columnRows),
    };
    const columns = columnRows.map((row) => toColumn(row, context));
    const whole = indexes.filter((index) => index.isWhole);
    const uniqueKeys = whole.map((index) => index.columns);
    return {
      name,
      columns,
      primaryKey: whole.find((index) => index.isPrimary)?.columns ?? [],
      uniqueKeys,
      partitionColumns: relation.isPartitioned ? await this.partitionColumns(name, columns) : [],
      updateTriggers: await triggerNames(this.client, name, eventsOfMasking({ columns, uniqueKeys })),
      updateRules: [],
      estimatedRows: relation.rows,
      canSelect: columns.some((column) => column.canSelect),
      canUpdate: columns.some((column) => column.canUpdate),
      relationKind: relationKind(relation),
      rowSecurityApplies: false,
      refusal: refusal(relation),
    };
  }

  private async relation(name: TableName): Promise<Relation> {
    const [row] = await this.client.query(catalog.relation(name));
    if (row === undefined) {
      throw new DatabaseError('unknown_table', `there is no table ${quoteTable(name)}`, false);
    }
    const [type, engine, rows, created, options, transactions] = row.map((text) => text ?? '');
    return {
      type: type ?? '',
      engine: engine ?? '',
      rows: Number(rows),
      created: created ?? '',
      isPartitioned: options?.includes('partitioned') === true,
      isTransactional: transactions === 'YES',
    };
  }

  /** Null where the server does not count, or this user may not see it. */
  async writeCounters(name: TableName): Promise<WriteCounters | null> {
    const rows = await this.client.query(catalog.writeCounters(name)).catch(nothingIfDenied);
    const counts = (rows[0] ?? []).map(Number);
    const [inserted, updated, deleted] = counts;
    return inserted === undefined || updated === undefined || deleted === undefined
      ? null
      : { inserted, updated, deleted };
  }

  /** As the catalog would spell a table that is made under this name. */
  foldTable(name: string): string {
    return this.facts.foldsTableNames ? name.toLowerCase() : name;
  }

  private isSame(written: readonly string[], found: readonly string[]): boolean {
    return written.every((text, place) => this.foldTable(text) === this.foldTable(found[place] ?? ''));
  }

  private async names(sql: string): Promise<readonly string[]> {
    return (await this.client.query(sql)).map(([name]) => name ?? '');
  }

  private async uniqueIndexes(name: TableName): Promise<readonly UniqueIndex[]> {
    const byName = new Map<string, RowText[]>();
    for (const row of await this.client.query(catalog.uniqueIndexes(name))) {
      const index = row[0] ?? '';
      byName.set(index, [...(byName.get(index) ?? []), row]);
    }
    return [...byName].map(([index, parts]) => ({
      columns: parts.map(([, column]) => column ?? ''),
      isWhole: parts.every(([, column, prefix]) => column !== null && prefix === null),
      isPrimary: index === 'PRIMARY',
    }));
  }

  private async jsonColumns(name: TableName): Promise<ReadonlySet<string>> {
    const rows = await this.client.query(catalog.columnChecks(name)).catch(nothingIfDenied);
    const named = rows.map(([clause]) => /^json_valid\(`((?:[^`]|``)*)`\)$/i.exec(clause ?? '')?.[1]);
    return new Set(named.flatMap((column) => (column === undefined ? [] : [column.replaceAll('``', '`')])));
  }

  /** Where SELECT is given on everything, MariaDB's catalog shows of each column no right that is given for less. */
  private async mayUpdate(table: TableName, columnRows: readonly RowText[]): Promise<boolean> {
    if (columnRows.every(([, , , , , , , , , rights]) => rightsOf(rights).includes('update'))) {
      return true;
    }
    const [isGiven] = await hasOwnRights(this.client, [{ table, right: 'UPDATE' }]);
    return isGiven === true;
  }

  private async partitionColumns(
    name: TableName,
    columns: readonly TargetColumn[],
  ): Promise<readonly string[]> {
    const rows = await this.client.query(catalog.partitionExpressions(name));
    const texts = rows.flat().filter((text) => text !== null);
    return columns
      .map((column) => column.name)
      .filter((column) => texts.some((text) => mentions(text, column)))
      .sort();
  }
}

/** Servers quote columns in the expressions that they keep. */
function mentions(expression: string, column: string): boolean {
  return expression.includes(quoteIdentifier(column));
}

/** Of unique indexes, and of the expressions that they are over. */
function uniqueColumns(indexes: readonly UniqueIndex[], columnRows: readonly RowText[]): ReadonlySet<string> {
  const indexed = new Set(indexes.flatMap((index) => index.columns));
  const expressions = columnRows
    .filter(([name]) => indexed.has(name ?? ''))
    .map((row) => row[10] ?? '')
    .filter((expression) => expression !== '');
  const behind = columnRows
    .map(([name]) => name ?? '')
    .filter((name) => expressions.some((expression) => mentions(expression, name)));
  return new Set([...indexed, ...behind]);
}

function rightsOf(rights: string | null | undefined): readonly string[] {
  return (rights ?? '').toLowerCase().split(',');
}

function toColumn(row: RowText, context: ColumnContext): TargetColumn {
  const [name, ordinal, typeName, nullable, characters, precision, scale, collation, extra, rights] = row;
  const column = name ?? '';
  const generated = /\b(?:VIRTUAL|STORED|PERSISTENT)\b(?: GENERATED)?|\bINVISIBLE ROW (?:START|END)\b/i.test(
    extra ?? '',
  );
  const granted = rightsOf(rights);
  return {
    // every change of the table's definition gives it another time
    id: `${context.created} ${ordinal ?? ''} ${foldColumn(column)}`,
    name: column,
    typeName: typeName ?? '',
    nullable: nullable === 'YES',
    writable: !generated,
    generated,
    inForeignKey: context.inForeignKey.has(column),
    inUniqueIndex: context.inUniqueIndex.has(column),
    canSelect: granted.includes('select'),
    canUpdate: context.mayUpdate || granted.includes('update'),
    ...limitsOf({
      typeName: typeName ?? '',
      characters: numberOf(characters),
      precision: numberOf(precision),
      scale: numberOf(scale),
      collation: collation ?? null,
      isCheckedJson: context.jsonColumns.has(column),
    }),
  };
}

function numberOf(text: string | null | undefined): number | null {
  return text === null || text === undefined ? null : Number(text);
}

function relationKind({ type, engine, isPartitioned }: Relation): TableDescription['relationKind'] {
  if (type.endsWith('VIEW')) {
    return 'view';
  }
  if (type === 'SEQUENCE') {
    return 'other';
  }
  if (REMOTE_ENGINES.has(engine.toLowerCase())) {
    return 'foreign_table';
  }
  return isPartitioned ? 'partitioned_table' : 'table';
}

function refusal({ type, engine, isTransactional }: Relation): string | null {
  if (type === 'SYSTEM VERSIONED') {
    return 'the table keeps its former rows (system versioning), and so what is masked would stay readable: drop the versioning first';
  }
  if (type !== 'BASE TABLE' || isTransactional || REMOTE_ENGINES.has(engine.toLowerCase())) {
    return null;
  }
  return `tables of the engine ${engine} have no transactions, so a batch could be left half written: convert it (ALTER TABLE … ENGINE=InnoDB)`;
}

/** For catalog tables that a server lacks or hides. */
function nothingIfDenied(error: unknown): readonly RowText[] {
  if (error instanceof DatabaseError && !error.transient) {
    return [];
  }
  throw error;
}
