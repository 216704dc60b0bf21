import { recipeColumn, isInUniqueKey, uniqueMask } from './column-facts.js';
import { chooseRecipe } from './label-recipes.js';
import { ruleIdentity } from './row-identity.js';
import { writtenName } from './written-name.js';
import type { GenerationRequest, TableSelection, WrittenMask } from './generation-input.js';
import type { PlacedColumn } from './key-owners.js';
import type { Recipe } from './recipe.js';

/** A rule as written, with the words over it. */
export interface WrittenRule {
  readonly column: string;
  readonly comment: string;
  readonly rule: Readonly<Record<string, unknown>>;
  /** It has no identity of its own. */
  readonly followsTable: boolean;
}

type RuleOptions = Pick<GenerationRequest, 'dialect' | 'locality' | 'ownMasks'> & {
  readonly isReferenced: boolean;
  /** The column tells the rows of its table apart while they are masked. */
  readonly isRowKey: boolean;
  readonly wish: TableSelection['hashColumns'];
  readonly folds: boolean;
};

/** The rule that masks a column, or why there can be none. */
export function writeRule({ table, column }: PlacedColumn, options: RuleOptions): WrittenRule | string {
  const written = writtenName(column.name, options.dialect);
  const about = { column: column.name, comment: commentOn(column.findings) };
  const recipe = recipeOf(column, options);
  if (recipe === null && !options.isReferenced) {
    return `no value of the type ${column.dataType} can be made up: write a rule, with from_choices for example`;
  }
  const unique = uniqueMask(column);
  const mustDiffer =
    options.isReferenced ||
    options.isRowKey ||
    (isInUniqueKey(table, column.name) && !isAsGoodAsUnique(recipe));
  if (recipe === null || (mustDiffer && unique !== null)) {
    return { ...about, rule: { column: written, masks: [unique] }, followsTable: false };
  }
  const identity = ruleIdentity(recipe, { columnName: column.name, ...options });
  const hashed = identity === null ? {} : { hash_columns: identity };
  return { ...about, rule: branched(written, recipe, hashed), followsTable: identity === null };
}

/** How the values of a column are made up; null: no way is known. */
function recipeOf(
  column: PlacedColumn['column'],
  { ownMasks, locality }: Pick<GenerationRequest, 'locality' | 'ownMasks'>,
): Recipe | null {
  const labels = column.findings.map(({ label }) => label);
  return (
    ownRecipe(labels, ownMasks) ?? chooseRecipe([...labels, column.name], recipeColumn(column, locality))
  );
}

/**
 * Spellings of one value become one in every table, or, where a unique index may hold several of them, in none: so equal
 * values stay equal between tables.
 */
export function foldsSpellings(
  columns: readonly PlacedColumn[],
  request: Pick<GenerationRequest, 'locality' | 'ownMasks'>,
): boolean {
  return !columns.some(
    ({ table, column }) => isInUniqueKey(table, column.name) && recipeOf(column, request)?.foldsCase === true,
  );
}

/** One rule, or one for the values that fit the recipe's pattern and one for the others. */
export function branched(
  column: string,
  { masks, where }: Recipe,
  hashed: object,
): Readonly<Record<string, unknown>> {
  if (where === undefined) {
    return { column, ...hashed, masks };
  }
  return {
    if: [{ column, matches: where.matches }],
    rules: [{ column, ...hashed, masks }],
    else_rules: [{ column, ...hashed, masks: where.otherwise }],
  };
}

/** Sixteen drawn characters do not meet: addresses stay addresses, also where an index keeps them different. */
function isAsGoodAsUnique(recipe: Recipe | null): boolean {
  const [only, ...others] = recipe?.masks ?? [];
  return others.length === 0 && only?.type === 'email' && Number(only.length) >= 12;
}

/** What a generation config says about one of the labels. */
export function ownRecipe(
  labels: readonly string[],
  ownMasks: ReadonlyMap<string, readonly WrittenMask[]>,
): Recipe | null {
  const masks = labels.map((label) => ownMasks.get(label)).find((found) => found !== undefined);
  return masks === undefined ? null : { masks, follows: 'person' };
}

/** Why a column is sensitive, for people. */
export function commentOn(findings: PlacedColumn['column']['findings']): string {
  const [first] = findings;
  if (first === undefined) {
    return '';
  }
  const categories = [...new Set(findings.flatMap((finding) => finding.categories))];
  return categories.length === 0 ? first.description : `${first.description} (${categories.join(', ')})`;
}
