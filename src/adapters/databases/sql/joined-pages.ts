import type { RowText } from '../../../engine/index.js';
import { DatabaseError } from '../database-adapter.js';
import type { ScanJoin, TableName, TableScan, TargetColumn } from '../database-adapter.js';
import { neededJoins } from '../needed-joins.js';
import { keyExpressions } from './key-bounds.js';
import type { SqlDialect } from './sql-dialect.js';
import { columnOf, whereClause } from './sql-dialect.js';

export interface JoinedPage {
  readonly scan: TableScan;
  readonly joins: readonly ScanJoin[];
  readonly conditions: readonly string[];
  readonly limit: number;
}

/**
 * The page is cut from the scanned table first, so that the server reads no more of it than the page. Of a row with
 * several partners all combinations are read, the first one first: see `firstPartners`.
 */
export function joinedPage(dialect: SqlDialect, page: JoinedPage): string {
  const { scan, joins } = page;
  const columns = scan.readColumns.map((column, place) => {
    const joined =
      typeof column.join === 'number'
        ? `${alias(column.join)}.${dialect.quoteIdentifier(column.name)}`
        : null;
    return joined === null
      ? `p.c${place}`
      : `${dialect.readExpression(joined, column.typeName)} AS c${place}`;
  });
  const partners = joins.map((join, place) => {
    const on = conditionsOf(dialect, { join, place }, (index) => `p.s${place}_${index}`);
    return `${join.outer ? 'LEFT ' : ''}JOIN ${dialect.quoteTable(join.table)} ${alias(place)} ON ${on.join(' AND ')}`;
  });
  const order = [
    ...orderColumns(scan).map((column) => `p.${column}`),
    ...joins.flatMap((join, place) => orderOf(dialect, join, place)),
  ];
  return `SELECT ${columns.join(', ')} FROM (${cutOut(dialect, page)}) p ${partners.join(' ')} ORDER BY ${order.join(', ')}`;
}

/** Rows in the order of `joinedPage`: of equal keys the first stays. */
export function firstPartners(rows: readonly RowText[], keyCount: number): readonly RowText[] {
  return rows.filter((row, place) => {
    const before = place === 0 ? undefined : rows[place - 1];
    return before === undefined || row.slice(0, keyCount).some((text, index) => text !== before[index]);
  });
}

/** The key of the last row that the page would have if no row lacked a partner. */
export function lastKeyOfPage(dialect: SqlDialect, page: JoinedPage): string {
  const key = page.scan.readColumns.slice(0, page.scan.keyCount).map((_, place) => `p.c${place}`);
  const down = orderColumns(page.scan).map((column) => `p.${column} DESC`);
  return `SELECT ${key.join(', ')} FROM (${cutOut(dialect, page)}) p ORDER BY ${down.join(', ')} ${dialect.limit(1)}`;
}

/** Conditions that leave those rows of a table which have partners in all joins that ask for them. */
export function innerPartners(
  dialect: SqlDialect,
  table: TableName,
  joins: readonly ScanJoin[],
): readonly string[] {
  const places = [...neededJoins(joins)].sort((one, other) => one - other);
  if (places.length === 0) {
    return [];
  }
  const from = places.map((place) => `${dialect.quoteTable(joins[place]!.table)} ${alias(place)}`);
  const on = places.flatMap((place) => {
    const join = joins[place]!;
    return conditionsOf(dialect, { join, place }, (index) =>
      columnOf(dialect, table, join.sourceKey[index]!),
    );
  });
  return [`EXISTS (SELECT 1 FROM ${from.join(', ')} WHERE ${on.join(' AND ')})`];
}

/** The server would compare anything with anything, and find partners that are none. */
export function refuseUnlikeKeys(joins: readonly ScanJoin[]): void {
  for (const { targetKey, sourceKey } of joins) {
    targetKey.forEach((target, index) => {
      const source = sourceKey[index]!;
      if (classOf(target) !== classOf(source)) {
        const said = ({ name, typeName }: TargetColumn): string => `"${name}" (${typeName})`;
        const reason = `${said(source)} cannot be compared with ${said(target)}`;
        throw new DatabaseError('bad_join', `the joins are not usable: ${reason}`, false);
      }
    });
  }
}

const CLASSES: Readonly<Partial<Record<TargetColumn['kind'], string>>> = {
  integer: 'number',
  decimal: 'number',
  float: 'number',
  other: 'text',
  datetime: 'date',
};

function classOf({ kind }: TargetColumn): string {
  return CLASSES[kind] ?? kind;
}

function cutOut(dialect: SqlDialect, { scan, joins, conditions, limit }: JoinedPage): string {
  const key = keyExpressions(dialect, scan.table, scan.readColumns.slice(0, scan.keyCount));
  const own = (column: TargetColumn): string => columnOf(dialect, scan.table, column);
  const read = scan.readColumns.flatMap((column, place) =>
    typeof column.join === 'number'
      ? []
      : [`${dialect.readExpression(own(column), column.typeName)} AS c${place}`],
  );
  const order = key.map((expression, place) => `${expression} AS o${place}`);
  const sources = joins.flatMap(({ source, sourceKey }, place) =>
    source === null ? sourceKey.map((column, index) => `${own(column)} AS s${place}_${index}`) : [],
  );
  const from = `${dialect.quoteTable(scan.table)}${whereClause(scan.where, conditions)}`;
  return `SELECT ${[...read, ...order, ...sources].join(', ')} FROM ${from} ORDER BY ${key.join(', ')} ${dialect.limit(limit)}`;
}

function orderColumns({ keyCount }: TableScan): readonly string[] {
  return Array.from({ length: keyCount }, (_, place) => `o${place}`);
}

function conditionsOf(
  dialect: SqlDialect,
  { join, place }: { readonly join: ScanJoin; readonly place: number },
  scanned: (index: number) => string,
): readonly string[] {
  return join.targetKey.map((target, index) => {
    const source = join.sourceKey[index]!;
    const left =
      join.source === null ? scanned(index) : `${alias(join.source)}.${dialect.quoteIdentifier(source.name)}`;
    return `${alias(place)}.${dialect.quoteIdentifier(target.name)} = ${left}`;
  });
}

/** By text, so that columns of every type can be in an order, and the same one on every server; NULL last. */
function orderOf(dialect: SqlDialect, join: ScanJoin, place: number): readonly string[] {
  return join.order.flatMap(({ name, kind, typeName }) => {
    const column = `${alias(place)}.${dialect.quoteIdentifier(name)}`;
    const isNull = `CASE WHEN ${column} IS NULL THEN 1 ELSE 0 END`;
    return [isNull, kind === 'integer' ? column : dialect.orderText(column, typeName)];
  });
}

function alias(place: number): string {
  return `j${place}`;
}
