import type { ScanJoin, TableName, TableScan, TargetColumn } from '../database-adapter.js';
import { neededJoins } from '../needed-joins.js';
import type { ColumnBinding } from './postgres-bindings.js';
import { loadBindings } from './postgres-bindings.js';
import type { PostgresClient } from './postgres-client.js';
import { quoteIdentifier, quoteTable, whereClause } from './postgres-sql.js';

/** A join together with how its target's key compares. */
export interface PreparedJoin extends ScanJoin {
  readonly bindings: readonly ColumnBinding[];
}

export interface JoinedPage {
  readonly scan: TableScan;
  readonly key: readonly ColumnBinding[];
  readonly joins: readonly PreparedJoin[];
  readonly conditions: readonly string[];
  /** Null: all rows, and in any order. */
  readonly limit: number | null;
  /** How a column of the scanned table is read; absent: by its name. */
  readonly read?: (column: TargetColumn) => string;
}

export async function loadJoins(
  client: PostgresClient,
  joins: readonly ScanJoin[],
): Promise<readonly PreparedJoin[]> {
  const prepared: PreparedJoin[] = [];
  for (const join of joins) {
    const names = join.targetKey.map((column) => column.name);
    prepared.push({ ...join, bindings: await loadBindings(client, join.table, names) });
  }
  return prepared;
}

/**
 * The page is cut from the scanned table first, so that the server reads no more of it than the page, and looks up
 * partners by an index or once for the whole page. The first combination of partners stays of every row.
 */
export function joinedPage(page: JoinedPage): string {
  const { scan, key, joins } = page;
  const keyAliases = key.map((_, place) => own(place));
  const columns = scan.readColumns.map((column, place) =>
    typeof column.join === 'number'
      ? `${joined(column.join)}.${quoteIdentifier(column.name)}`
      : `p.${own(place)}`,
  );
  const partners = joins.map((join, place) => {
    const on = conditionsOf(join, place, (column) => `p.${sourceAlias(place, column)}`);
    return `${join.outer ? 'LEFT ' : ''}JOIN ${quoteTable(join.table)} AS ${joined(place)} ON ${on.join(' AND ')}`;
  });
  const distinct = keyAliases.map((alias) => `p.${alias}`).join(', ');
  const order = [distinct, ...joins.flatMap(orderOf)].join(', ');
  return (
    `SELECT DISTINCT ON (${distinct}) ${columns.join(', ')} FROM (${cutOut(page)}) AS p ` +
    `${partners.join(' ')} ORDER BY ${order}`
  );
}

/** The key of the last row that the page would have if no row lacked a partner. */
export function lastKeyOfPage(page: JoinedPage): string {
  const aliases = page.key.map((_, place) => own(place));
  const down = aliases.map((alias) => `p.${alias} DESC`).join(', ');
  return `SELECT ${aliases.join(', ')} FROM (${cutOut(page)}) AS p ORDER BY ${down} LIMIT 1`;
}

/** Conditions that leave those rows of a table which have partners in all joins that ask for them. */
export function innerPartners(table: TableName, joins: readonly PreparedJoin[]): readonly string[] {
  const needed = neededJoins(joins);
  if (needed.size === 0) {
    return [];
  }
  const places = [...needed].sort((one, other) => one - other);
  const from = places.map((place) => `${quoteTable(joins[place]!.table)} AS ${joined(place)}`);
  const on = places.flatMap((place) =>
    conditionsOf(joins[place]!, place, (column) => `${quoteTable(table)}.${quoteIdentifier(column.name)}`),
  );
  return [`EXISTS (SELECT 1 FROM ${from.join(', ')} WHERE ${on.join(' AND ')})`];
}

function cutOut({ scan, key, joins, conditions, limit, read: expression }: JoinedPage): string {
  const by = expression ?? (({ name }: TargetColumn): string => quoteIdentifier(name));
  const read = scan.readColumns.flatMap((column, place) =>
    typeof column.join === 'number' ? [] : [`${by(column)} AS ${own(place)}`],
  );
  const sources = joins.flatMap(({ source, sourceKey }, place) =>
    source === null
      ? sourceKey.map((column) => `${quoteIdentifier(column.name)} AS ${sourceAlias(place, column)}`)
      : [],
  );
  const from = `${quoteTable(scan.table)}${whereClause(scan.where, conditions)}`;
  const order = key.map((binding) => `${quoteTable(scan.table)}.${binding.column}`).join(', ');
  const cut = limit === null ? '' : ` ORDER BY ${order} LIMIT ${limit}`;
  return `SELECT ${[...read, ...sources].join(', ')} FROM ${from}${cut}`;
}

function conditionsOf(
  join: PreparedJoin,
  place: number,
  scanned: (column: TargetColumn) => string,
): readonly string[] {
  return join.targetKey.map((target, index) => {
    const source = join.sourceKey[index]!;
    const { operators } = join.bindings[index]!;
    const operator = source.typeName === target.typeName ? operators['='] : 'OPERATOR(pg_catalog.=)';
    const left =
      join.source === null ? scanned(source) : `${joined(join.source)}.${quoteIdentifier(source.name)}`;
    return `${joined(place)}.${quoteIdentifier(target.name)} ${operator} ${left}`;
  });
}

/** By text, so that columns of every type can be in an order, and the same one on every server. */
function orderOf(join: PreparedJoin, place: number): readonly string[] {
  return join.order.map((column) => {
    const name = `${joined(place)}.${quoteIdentifier(column.name)}`;
    return column.kind === 'integer' ? name : `${name}::text COLLATE "C"`;
  });
}

function own(place: number): string {
  return `c${place + 1}`;
}

function joined(place: number): string {
  return `j${place + 1}`;
}

/** Names of columns may be as long as the server lets them be, so the place says whose it is. */
function sourceAlias(join: number, column: TargetColumn): string {
  return quoteIdentifier(`s${join + 1}.${column.id}`);
}
