import { classOf } from './column-class.js';
import { writtenName } from './written-name.js';
import type { GenerationDialect, GenerationTable, TableSelection } from './generation-input.js';
import type { Recipe } from './recipe.js';

/** An item of `hash_columns`, as written. */
export type HashItem = string | Readonly<Record<string, unknown>>;

const MAIL = /mail/i;
const FOLDED = { case_transform: 'lower', trim: true };

/**
 * What stands for the person behind the rows of a table: the mail address, where every row has one. NULLs would be one
 * person together, so a column that may be NULL is none. Empty: nothing is known to stand for anybody.
 */
export function tableIdentity(
  table: GenerationTable,
  wish: TableSelection['hashColumns'],
  dialect: GenerationDialect,
): readonly HashItem[] {
  if (wish?.table !== undefined) {
    return (wish.table ?? []).map((name) => writtenName(name, dialect));
  }
  const mail = table.columns.find(
    (column) =>
      !column.nullable && classOf(column) === 'text' && column.findings.some(({ label }) => MAIL.test(label)),
  );
  return mail === undefined ? [] : [{ column_name: writtenName(mail.name, dialect), ...FOLDED }];
}

interface IdentityWish {
  readonly columnName: string;
  readonly wish: TableSelection['hashColumns'];
  readonly dialect: GenerationDialect;
  /** May spellings of one value become one? */
  readonly folds: boolean;
}

/** The rule's own list; null: it follows its table's. */
export function ruleIdentity(
  recipe: Recipe,
  { columnName, wish, dialect, folds }: IdentityWish,
): readonly HashItem[] | null {
  const own = wish?.columns?.[columnName];
  if (own !== undefined) {
    return (own ?? []).map((name) => writtenName(name, dialect));
  }
  if (wish?.table !== undefined || recipe.follows === 'person') {
    return null;
  }
  return [{ source: 'self', ...(recipe.foldsCase === true && folds ? FOLDED : {}) }];
}
