import type { RewrittenKeys } from '../key-rewriting.js';
import type { TableName } from '../database-adapter.js';
import { DatabaseError } from '../database-adapter.js';
import type { PostgresClient } from './postgres-client.js';
import { isDirectMatch, matchColumns } from './postgres-key-match.js';
import type { BoundPlace, PostgresKeyMap } from './postgres-key-map.js';
import { quoteTable } from './postgres-sql.js';

/** One place that is to change, with the map that says how. */
interface MappedPlace {
  readonly map: PostgresKeyMap;
  readonly bound: BoundPlace;
}

interface UpdateStep {
  /** What follows `UPDATE`. */
  readonly update: string;
  /** Counts the rows that the update must change. */
  readonly count: string;
}

/** Changes the staged values wherever they stand: each table in one statement where that is quick, else place by place. */
export async function updatePlaces(
  client: PostgresClient,
  maps: readonly PostgresKeyMap[],
): Promise<RewrittenKeys['tables']> {
  const tables: { table: TableName; rowsWritten: number }[] = [];
  for (const places of byTable(maps)) {
    const { table } = places[0]!.bound.place;
    let rowsWritten = 0;
    for (const step of stepsFor(places)) {
      rowsWritten = Math.max(rowsWritten, await updateAll(client, table, step));
    }
    tables.push({ table, rowsWritten });
  }
  return tables;
}

async function updateAll(client: PostgresClient, table: TableName, step: UpdateStep): Promise<number> {
  const expected = Number((await client.query(step.count)).rows[0]?.[0] ?? 0);
  const { rowCount } = await client.query(`UPDATE ${step.update}`);
  if (rowCount !== expected) {
    const text = `${rowCount} of ${expected} rows of ${quoteTable(table)} were updated: a trigger kept the others`;
    throw new DatabaseError('rows_vanished', text, false);
  }
  return rowCount;
}

function byTable(maps: readonly PostgresKeyMap[]): readonly (readonly MappedPlace[])[] {
  const tables = new Map<string, MappedPlace[]>();
  for (const map of maps) {
    for (const bound of map.places) {
      const name = quoteTable(bound.place.table);
      tables.set(name, [...(tables.get(name) ?? []), { map, bound }]);
    }
  }
  return [...tables.values()];
}

function stepsFor(places: readonly MappedPlace[]): readonly UpdateStep[] {
  const canLookUp = places.every(({ map, bound }) =>
    bound.bindings.every((binding, index) => isDirectMatch(map.owner[index] ?? binding, binding)),
  );
  return places.length > 1 && canLookUp ? [lookUpStep(places)] : places.map(joinStep);
}

/** One place: a join, which the server does by hashing. */
function joinStep({ map, bound }: MappedPlace): UpdateStep {
  const table = `${quoteTable(bound.place.table)} AS t`;
  const sets = bound.bindings.map(
    ({ column, type }, index) => `${column} = ${cast(`m.n${index + 1}`, type, map.owner[index]?.type)}`,
  );
  const where = matchesOf({ map, bound });
  return {
    update: `${table} SET ${sets.join(', ')} FROM ${map.table} AS m WHERE ${where}`,
    count: `SELECT count(*) FROM ${table} JOIN ${map.table} AS m ON ${where}`,
  };
}

/** Several places: each is looked up by the map's index, so that a row is written once. */
function lookUpStep(places: readonly MappedPlace[]): UpdateStep {
  const table = `${quoteTable(places[0]!.bound.place.table)} AS t`;
  const sets = places.flatMap(({ map, bound }) =>
    bound.bindings.map(({ column, type }, index) => {
      const found = cast(`m.n${index + 1}`, type, map.owner[index]?.type);
      return `${column} = coalesce((SELECT ${found} FROM ${map.table} AS m WHERE ${matchesOf({ map, bound })}), t.${column})`;
    }),
  );
  const some = places.map(
    ({ map, bound }) => `EXISTS (SELECT 1 FROM ${map.table} AS m WHERE ${matchesOf({ map, bound })})`,
  );
  const where = some.join(' OR ');
  return {
    update: `${table} SET ${sets.join(', ')} WHERE ${where}`,
    count: `SELECT count(*) FROM ${table} WHERE ${where}`,
  };
}

function matchesOf({ map, bound }: MappedPlace): string {
  return bound.bindings
    .map((binding, index) =>
      matchColumns(
        { text: `t.${binding.column}`, binding },
        { text: `m.o${index + 1}`, binding: map.owner[index] ?? binding },
      ),
    )
    .join(' AND ');
}

function cast(text: string, type: string, from: string | undefined): string {
  return type === from ? text : `${text}::${type}`;
}
