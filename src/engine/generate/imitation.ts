import type { WrittenMask } from './generation-input.js';
import type { Recipe, RecipeColumn } from './recipe.js';

const IMITATE: WrittenMask = { type: 'imitate', force_change: true };

/** `imitate` knows the Latin alphabet only: what is beyond it is replaced letter by letter. */
const BEYOND_LATIN: WrittenMask = {
  type: 'replace_regex',
  regex: '[^\\x00-\\x7F]',
  masks: [{ type: 'from_random_text', min: 1, max: 1 }],
};

/** Keeps the length, the punctuation and the places of letters and digits of any text, and no letter of it. */
export const IMITATE_TEXT: readonly WrittenMask[] = [IMITATE, BEYOND_LATIN];

/** Codes and numbers: the same value is the same elsewhere, too. */
export function imitateCode({ kind }: RecipeColumn): Recipe | null {
  switch (kind) {
    case 'text':
      return { masks: IMITATE_TEXT, follows: 'self' };
    case 'integer':
    case 'decimal':
    case 'uuid':
      return { masks: [{ type: 'imitate' }], follows: 'self' };
    default:
      return null;
  }
}

/** Text of a pattern gets masks that know it, and everything else in the column is imitated. */
export function wherever(
  pattern: string,
  masks: readonly WrittenMask[],
): (column: RecipeColumn) => Recipe | null {
  return (column) =>
    column.kind === 'text'
      ? { masks, follows: 'self', where: { matches: `${pattern}$`, otherwise: IMITATE_TEXT } }
      : imitateCode(column);
}
