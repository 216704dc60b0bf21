import type { ColumnShape, RowText, TableShape } from '../../engine/index.js';

export type SampleRecord = Readonly<Record<string, unknown>>;

/** Rows made up for a preview. */
interface SampleRows {
  /** The rows' texts of some columns, by their names. */
  rows(columns: readonly string[]): readonly RowText[];
}

/** The same, seen as a table. */
export interface SampleTable extends SampleRows {
  readonly shape: TableShape;
}

/** The same, seen as a tabular file. */
export interface SampleFile extends SampleRows {
  readonly columns: readonly ColumnShape[];
}

/**
 * Records as a table: the kind of a column is that of its values. Key columns that the records leave out are filled
 * with the record's number.
 */
export function sampleTable(records: readonly SampleRecord[], key: readonly string[]): SampleTable {
  const given = namesOf(records).map((name) =>
    columnOf(
      name,
      records.map((record) => record[name]),
    ),
  );
  const find = (columns: readonly ColumnShape[], written: string): ColumnShape | undefined =>
    columns.find(({ name }) => name === written) ?? columns.find(({ name }) => fold(name) === fold(written));
  const missing = key.filter((name) => find(given, name) === undefined);
  const columns = [...given, ...missing.map((name) => columnOf(name, [0]))];
  return {
    shape: { columns, find: (written) => find(columns, written) },
    rows: (wanted) =>
      records.map((record, index) =>
        wanted.map((name) => (missing.includes(name) ? String(index + 1) : textOf(record[name]))),
      ),
  };
}

/** Records as the rows of a file in CSV, whose columns are texts, one and all. */
export function sampleFile(records: readonly SampleRecord[]): SampleFile {
  return {
    columns: namesOf(records).map((name) => columnOf(name, [])),
    rows: (wanted) => records.map((record) => wanted.map((name) => textOf(record[name]))),
  };
}

function namesOf(records: readonly SampleRecord[]): readonly string[] {
  return [...new Set(records.flatMap((record) => Object.keys(record)))];
}

/** Quotes and case are the database's business, and there is none. */
function fold(name: string): string {
  return name.replace(/^"(.*)"$/, '$1').toLowerCase();
}

function columnOf(name: string, values: readonly unknown[]): ColumnShape {
  const kinds = new Set(values.flatMap((value) => kindOf(value) ?? []));
  const [kind = 'text'] = kinds;
  const isNumber = [...kinds].every((other) => other === 'integer' || other === 'float');
  return {
    ...{ name, nullable: true, writable: true, maxLength: null, numericPrecision: null, numericScale: null },
    kind: kinds.size <= 1 ? kind : isNumber ? 'float' : 'text',
  };
}

function kindOf(value: unknown): ColumnShape['kind'] | null {
  switch (typeof value) {
    case 'boolean':
      return 'boolean';
    case 'number':
      return Number.isSafeInteger(value) ? 'integer' : 'float';
    case 'object':
      return value === null ? null : 'json';
    case 'undefined':
      return null;
    default:
      return 'text';
  }
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) {
    return null;
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}
