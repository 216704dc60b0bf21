import { chooseRecipe } from './label-recipes.js';
import { commentOn, ownRecipe } from './write-rule.js';
import type { FieldLocator, FileGenerationRequest, FoundFile } from './file-input.js';
import type { Recipe } from './recipe.js';

/** What masks a place, and why. */
export interface FieldRecipe {
  readonly recipe: Recipe;
  readonly comment: string;
}

/** Files hold text, or what their masks take as it is. */
const FIELD = {
  ...{ kind: 'text' as const, maxLength: null, numericPrecision: null, numericScale: null },
  nullable: true,
};

export function fieldRecipe(
  locator: FieldLocator,
  files: readonly FoundFile[],
  { locality, ownMasks }: Pick<FileGenerationRequest, 'locality' | 'ownMasks'>,
): FieldRecipe {
  const id = JSON.stringify(locator);
  const findings =
    files.flatMap(({ fields }) => fields).find((field) => JSON.stringify(field.locator) === id)?.findings ??
    [];
  const labels = findings.map(({ label }) => label);
  const recipe =
    ownRecipe(labels, ownMasks) ??
    chooseRecipe([...labels, nameOf(locator)], { ...FIELD, locality: locality.trim().toUpperCase() });
  return {
    recipe: recipe ?? { masks: [{ type: 'imitate' }], follows: 'person' },
    comment: commentOn(findings),
  };
}

/** The last key on the way: `["people", "*", "email"]` is an email. */
function nameOf(locator: FieldLocator): string {
  const steps = typeof locator === 'string' ? [locator] : locator;
  return String(steps.filter((step) => typeof step === 'string' && step !== '*').at(-1) ?? '');
}
