import type { ColumnClass } from './column-class.js';
import type { WrittenMask } from './generation-input.js';

/** What masks one column, before keys and identities have their say. */
export interface Recipe {
  readonly masks: readonly WrittenMask[];
  /** `self`: equal values get equal results wherever they stand; `person`: they follow the table's identity. */
  readonly follows: 'self' | 'person';
  /** Present: the masks fit values that match this pattern; the others get `otherwise`. */
  readonly where?: { readonly matches: string; readonly otherwise: readonly WrittenMask[] };
  /** Case and outer blanks make no other identity of a value. */
  readonly foldsCase?: true;
}

/** What a recipe may depend on. */
export interface RecipeColumn {
  readonly kind: ColumnClass;
  /** Longest text; null: no limit, or no text. */
  readonly maxLength: number | null;
  readonly numericPrecision: number | null;
  readonly numericScale: number | null;
  readonly nullable: boolean;
  readonly locality: string;
}

/** Null: it has nothing for such a column. */
export type RecipeMaker = (column: RecipeColumn) => Recipe | null;

/** A recipe for text columns whose results have at most `longest` characters, cut where the column holds less. */
export function textRecipe(
  longest: number,
  make: (column: RecipeColumn) => readonly WrittenMask[],
): RecipeMaker {
  return (column) =>
    column.kind === 'text' ? { masks: fitted(make(column), longest, column), follows: 'person' } : null;
}

/** The masks with a cut at the end where the column may be too short for them. */
export function fitted(
  masks: readonly WrittenMask[],
  longest: number,
  { maxLength }: Pick<RecipeColumn, 'maxLength'>,
): readonly WrittenMask[] {
  return maxLength === null || maxLength >= longest
    ? masks
    : [...masks, { type: 'take_substring', start_index: 0, end_index: maxLength }];
}

export function seed(file: string, column: string): WrittenMask {
  return { type: 'from_file', seed_file: file, seed_column: column };
}
