import { quoted, suggestion } from '../ruleset/near-miss.js';
import type { MaskCompileContext } from './mask-definition.js';
import type { SeedTable } from '../ports/seed-files.js';

/** Has the file rows, and each named column? Reports what it lacks. */
export function checkSeedColumns(
  table: SeedTable,
  names: readonly (string | null)[],
  context: MaskCompileContext,
): boolean {
  if (table.rowCount === 0 || table.columnNames.length === 0) {
    context.error('empty_seed_file', `The seed file "${table.name}" has no rows.`);
    return false;
  }
  const unknown = names.filter((name) => name !== null && table.column(name) === undefined);
  for (const name of unknown) {
    context.error('unknown_seed_column', unknownSeedColumn(table.name, name ?? '', table.columnNames));
  }
  return unknown.length === 0;
}

export function unknownSeedColumn(file: string, column: string, known: readonly string[]): string {
  return `The seed file "${file}" has no column ${quoted(column)}.${suggestion(column, known)}`;
}

/** Cells of the column (the first when null), with NULL for the cells that stand for it. */
export function columnCells(
  table: SeedTable,
  column: string | null,
  nullString: string | null,
): readonly (string | null)[] {
  const cells = table.column(column ?? table.columnNames[0] ?? '') ?? [];
  return nullString === null ? cells : cells.map((cell) => (cell === nullString ? null : cell));
}

/** Row numbers by trimmed cell. */
export function rowsByCell(cells: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const rows = new Map<string, number[]>();
  cells.forEach((cell, index) => {
    const key = cell.trim();
    const known = rows.get(key);
    if (known === undefined) {
      rows.set(key, [index]);
    } else {
      known.push(index);
    }
  });
  return rows;
}
