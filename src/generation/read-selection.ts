import { readMap, refuseField } from '../common/validation/read-map.js';
import type { TableSelection } from '../engine/index.js';

const MAX_COLUMNS = 500_000;

/** Reads `selected_columns` and `hash_columns` of the wire: schema → table → columns. Throws `InvalidInputError`. */
export function readSelection(selected: unknown, hashColumns: unknown): readonly TableSelection[] {
  const hashes = new Map(
    hashColumns === undefined || hashColumns === null
      ? []
      : tablesOf('hash_columns', hashColumns).map(({ schema, table, value, path }) => [
          JSON.stringify([schema, table]),
          readHash(value, path),
        ]),
  );
  const selection = tablesOf('selected_columns', selected).map(({ schema, table, value, path }) => {
    const columns = readNames(value, path);
    const hash = hashes.get(JSON.stringify([schema, table]));
    return { schema, table, columns, ...(hash === undefined ? {} : { hashColumns: hash }) };
  });
  const count = selection.reduce((sum, { columns }) => sum + columns.length, 0);
  if (count === 0 || count > MAX_COLUMNS) {
    refuseField(
      'selected_columns',
      count === 0 ? 'Select at least one column.' : `Select at most ${MAX_COLUMNS} columns.`,
    );
  }
  return selection;
}

interface TableEntry {
  readonly schema: string;
  readonly table: string;
  readonly value: unknown;
  readonly path: string;
}

function tablesOf(field: string, given: unknown): readonly TableEntry[] {
  return Object.entries(readMap(given, field, 'schemas')).flatMap(([schema, tables]) =>
    Object.entries(readMap(tables, `${field}.${schema}`, 'tables')).map(([table, value]) => ({
      ...{ schema, table, value },
      path: `${field}.${schema}.${table}`,
    })),
  );
}

function readHash(given: unknown, path: string): NonNullable<TableSelection['hashColumns']> {
  const { table, columns, ...others } = readMap(given, path, 'table and columns');
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    refuseField(`${path}.${unknown}`, 'Only table and columns are known here.');
  }
  const own = columns === undefined || columns === null ? {} : readMap(columns, `${path}.columns`, 'columns');
  return {
    ...(table === undefined ? {} : { table: table === null ? null : readNames(table, `${path}.table`) }),
    columns: Object.fromEntries(
      Object.entries(own).map(([column, names]) => [
        column,
        names === null ? null : readNames(names, `${path}.columns.${column}`),
      ]),
    ),
  };
}

function readNames(given: unknown, path: string): readonly string[] {
  if (!Array.isArray(given) || given.some((name) => typeof name !== 'string' || name === '')) {
    refuseField(path, 'Must be a list of names of columns.');
  }
  return given as readonly string[];
}
