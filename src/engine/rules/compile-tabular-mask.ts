import { compileTableMask } from './compile-table-mask.js';
import type { MaskTabularFileTask } from '../ruleset/nodes.js';
import type { Problem } from '../ruleset/problem.js';
import type {
  ColumnShape,
  CompiledTableMask,
  DealtRow,
  MaskingContext,
  RowText,
  TableShape,
} from './table-mask.js';

/** The file that a mask is compiled for. */
export interface FileShape {
  /** Relative to its connection: rules without hash columns draw differently in each file. */
  readonly path: string;
  /** In the order of the file. */
  readonly columns: readonly ColumnShape[];
}

/** A `mask_tabular_file` task compiled for the columns of one file. Holds scratch buffers: one file at a time. */
export interface CompiledTabularMask {
  /** Places of the columns to be read, ascending. */
  readonly read: readonly number[];
  /** Places of the columns that rules may change, ascending. */
  readonly write: readonly number[];
  /**
   * `cells`: the texts of `read`. Gives the new texts of `write` (the old ones where a value was skipped), or null: no
   * rule applied. `position`: of the row in the file, from 0. `dealt`: what the row is given of `shuffles`, for each in
   * which it takes part. Throws `MaskingError`.
   */
  maskRow(cells: RowText, position: number, dealt?: readonly DealtValue[]): RowText | null;
  /** Columns whose values are dealt out anew among the rows of the file before they are masked. */
  readonly shuffles: readonly TabularShuffle[];
}

/** A column under `secure_shuffle`: whole columns are the caller's business. */
export interface TabularShuffle {
  readonly column: string;
  /** Place in `read`. */
  readonly cell: number;
  /** Place in `write`. */
  readonly target: number;
  /** As that of a `ColumnShuffle`. */
  pool(cells: RowText, position: number): number | null;
}

/** The value that a row is given in the place of its own. */
export interface DealtValue {
  readonly shuffle: TabularShuffle;
  readonly value: string | null;
}

export interface TabularCompileResult {
  /** Null when any problem is an error. */
  readonly mask: CompiledTabularMask | null;
  readonly problems: readonly Problem[];
}

/** Stands for the place of a row in its file, which is its identity; no header can hold this name. */
const ROW = '\u0000row';

const POSITION: ColumnShape = {
  ...{ name: ROW, kind: 'integer', nullable: false, writable: false },
  ...{ maxLength: null, numericPrecision: null, numericScale: null },
};

/** Compiles one `mask_tabular_file` task for one file. Collects problems, does not throw. */
export function compileTabularMask(
  task: MaskTabularFileTask,
  { path, columns }: FileShape,
  context: MaskingContext,
): TabularCompileResult {
  const { mask, problems } = compileTableMask(
    { ...task, kind: 'mask_table', table: path, key: [ROW], where: null, joins: [] },
    fileAsTable(columns),
    { ...context, dealsColumns: true },
  );
  return { mask: mask === null ? null : tabular(mask, columns, context.repeatable), problems };
}

function fileAsTable(columns: readonly ColumnShape[]): TableShape {
  const byName = new Map<string, ColumnShape>([[ROW, POSITION]]);
  const repeated = new Set<string>();
  for (const column of columns) {
    if (byName.has(column.name)) {
      repeated.add(column.name);
    }
    byName.set(column.name, column);
  }
  return { columns, isFile: true, repeated, find: (written) => byName.get(written) };
}

function tabular(
  mask: CompiledTableMask,
  columns: readonly ColumnShape[],
  isRowNamed: boolean,
): CompiledTabularMask {
  const places = new Map(columns.map(({ name }, place) => [name, place]));
  const read = ascending(mask.readColumns.slice(1).map((name) => places.get(name)!));
  const write = ascending(mask.writeColumns.map((name) => places.get(name)!));
  // The engine's rows begin with the key and go on in the order in which rules name columns.
  const sources = mask.readColumns.slice(1).map((name) => read.indexOf(places.get(name)!));
  const targets = write.map((place) => mask.writeColumns.indexOf(columns[place]!.name));
  const row = new Array<string | null>(sources.length + 1).fill(null);
  const out = new Array<string | null>(write.length).fill(null);
  const rowOf = (cells: RowText, position: number): RowText => {
    row[0] = isRowNamed ? String(position) : '0';
    for (let i = 0; i < sources.length; i++) {
      row[i + 1] = cells[sources[i]!] ?? null;
    }
    return row;
  };
  const dealtRow = (dealt: readonly DealtValue[]): DealtRow => {
    const row = new Array<string | null | undefined>(write.length).fill(undefined);
    dealt.forEach(({ shuffle, value }) => (row[targets[shuffle.target]!] = value));
    return row;
  };
  return {
    ...{ read, write },
    shuffles: mask.shuffles.map(({ column, target, pool }) => ({
      ...{ column, cell: read.indexOf(places.get(column)!), target: targets.indexOf(target) },
      pool: (cells, position) => pool(rowOf(cells, position)),
    })),
    maskRow: (cells, position, dealt = NOTHING) => {
      const given = dealt.length === 0 ? undefined : dealtRow(dealt);
      const isMasked = mask.maskRow(rowOf(cells, position), out, undefined, given);
      return isMasked ? targets.map((target) => out[target] ?? null) : null;
    },
  };
}

const NOTHING: readonly DealtValue[] = [];

function ascending(places: readonly number[]): readonly number[] {
  return [...places].sort((one, other) => one - other);
}
