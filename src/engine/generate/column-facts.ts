import { classOf } from './column-class.js';
import type { ColumnClass } from './column-class.js';
import type { GenerationColumn, GenerationTable, WrittenMask } from './generation-input.js';
import type { RecipeColumn } from './recipe.js';

/** Place of a column as text that no other column has. */
export function columnId(schema: string, table: string, column: string): string {
  return JSON.stringify([schema, table, column]);
}

/** Is the column part of anything whose values must differ? */
export function isInUniqueKey(table: GenerationTable, column: string): boolean {
  return [table.primaryKey, ...table.uniqueKeys].some((key) => key.includes(column));
}

const UNIQUE: Readonly<Partial<Record<ColumnClass, WrittenMask>>> = {
  text: { type: 'imitate_unique' },
  integer: { type: 'imitate_unique' },
  uuid: { type: 'imitate_uuid' },
};

/** The mask that keeps different values different, and can be followed through references; null: there is none. */
export function uniqueMask(column: GenerationColumn): WrittenMask | null {
  return UNIQUE[classOf(column)] ?? null;
}

export function recipeColumn(column: GenerationColumn, locality: string): RecipeColumn {
  const kind = classOf(column);
  return {
    kind,
    maxLength: kind === 'text' ? column.maxLength : null,
    numericPrecision: column.numericPrecision,
    numericScale: column.numericScale,
    nullable: column.nullable,
    locality: locality.trim().toUpperCase(),
  };
}
