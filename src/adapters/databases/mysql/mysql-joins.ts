import { DatabaseError } from '../database-adapter.js';
import type { ScanJoin, TableName, TableScan, TargetColumn } from '../database-adapter.js';
import { neededJoins } from '../needed-joins.js';
import type { RowText } from '../../../engine/index.js';
import { keyExpressions } from './mysql-keys.js';
import { quoteIdentifier, quoteTable, whereClause } from './mysql-sql.js';
import { readExpression } from './mysql-types.js';

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
export function joinedPage(page: JoinedPage): string {
  const { scan, joins } = page;
  const columns = scan.readColumns.map((column, place) => {
    const joined =
      typeof column.join === 'number' ? `${alias(column.join)}.${quoteIdentifier(column.name)}` : null;
    return joined === null ? `p.c${place}` : `${readExpression(joined, column.typeName)} AS c${place}`;
  });
  const partners = joins.map((join, place) => {
    const on = conditionsOf(join, place, (index) => `p.s${place}_${index}`);
    return `${join.outer ? 'LEFT ' : ''}JOIN ${quoteTable(join.table)} AS ${alias(place)} ON ${on.join(' AND ')}`;
  });
  const order = [...orderColumns(scan).map((column) => `p.${column}`), ...joins.flatMap(orderOf)];
  return `SELECT ${columns.join(', ')} FROM (${cutOut(page)}) AS p ${partners.join(' ')} ORDER BY ${order.join(', ')}`;
}

/** Rows in the order of `joinedPage`: of equal keys the first stays. */
export function firstPartners(rows: readonly RowText[], keyCount: number): readonly RowText[] {
  return rows.filter((row, place) => {
    const before = place === 0 ? undefined : rows[place - 1];
    return before === undefined || row.slice(0, keyCount).some((text, index) => text !== before[index]);
  });
}

/** The key of the last row that the page would have if no row lacked a partner. */
export function lastKeyOfPage(page: JoinedPage): string {
  const key = page.scan.readColumns.slice(0, page.scan.keyCount).map((_, place) => `p.c${place}`);
  const down = orderColumns(page.scan).map((column) => `p.${column} DESC`);
  return `SELECT ${key.join(', ')} FROM (${cutOut(page)}) AS p ORDER BY ${down.join(', ')} LIMIT 1`;
}

/** Conditions that leave those rows of a table which have partners in all joins that ask for them. */
export function innerPartners(table: TableName, joins: readonly ScanJoin[]): readonly string[] {
  const places = [...neededJoins(joins)].sort((one, other) => one - other);
  if (places.length === 0) {
    return [];
  }
  const from = places.map((place) => `${quoteTable(joins[place]!.table)} AS ${alias(place)}`);
  const on = places.flatMap((place) => {
    const join = joins[place]!;
    return conditionsOf(
      join,
      place,
      (index) => `${quoteTable(table)}.${quoteIdentifier(join.sourceKey[index]!.name)}`,
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

function cutOut({ scan, joins, conditions, limit }: JoinedPage): string {
  const key = keyExpressions(scan.table, scan.readColumns.slice(0, scan.keyCount));
  const own = (name: string): string => `${quoteTable(scan.table)}.${quoteIdentifier(name)}`;
  const read = scan.readColumns.flatMap((column, place) =>
    typeof column.join === 'number'
      ? []
      : [`${readExpression(own(column.name), column.typeName)} AS c${place}`],
  );
  const order = key.map((expression, place) => `${expression} AS o${place}`);
  const sources = joins.flatMap(({ source, sourceKey }, place) =>
    source === null ? sourceKey.map(({ name }, index) => `${own(name)} AS s${place}_${index}`) : [],
  );
  const from = `${quoteTable(scan.table)}${whereClause(scan.where, conditions)}`;
  return `SELECT ${[...read, ...order, ...sources].join(', ')} FROM ${from} ORDER BY ${key.join(', ')} LIMIT ${limit}`;
}

function orderColumns({ keyCount }: TableScan): readonly string[] {
  return Array.from({ length: keyCount }, (_, place) => `o${place}`);
}

function conditionsOf(join: ScanJoin, place: number, scanned: (index: number) => string): readonly string[] {
  return join.targetKey.map((target, index) => {
    const source = join.sourceKey[index]!;
    const left =
      join.source === null ? scanned(index) : `${alias(join.source)}.${quoteIdentifier(source.name)}`;
    return `${alias(place)}.${quoteIdentifier(target.name)} = ${left}`;
  });
}

/** By text, so that columns of every type can be in an order, and the same one on every server; NULL last. */
function orderOf(join: ScanJoin, place: number): readonly string[] {
  return join.order.flatMap(({ name, kind, typeName }) => {
    const column = `${alias(place)}.${quoteIdentifier(name)}`;
    const text = `CONVERT(${readExpression(column, typeName)} USING utf8mb4) COLLATE utf8mb4_bin`;
    return [`${column} IS NULL`, kind === 'integer' ? column : text];
  });
}

function alias(place: number): string {
  return `j${place}`;
}
