import type { FieldLocator } from './file-input.js';
import type { FieldRecipe } from './field-recipe.js';
import type { WrittenRule } from './write-rule.js';

type Field = FieldRecipe & { readonly locator: FieldLocator };

/** One rule for whole documents: every place is a transform. A document that lacks one is left as it is there. */
export function jsonRule(fields: readonly Field[]): WrittenRule {
  const transforms = fields.map((field) => jsonTransform(stepsOf(field.locator), field));
  const comment = [...new Set(fields.map((field) => field.comment))].filter((text) => text !== '').join('; ');
  return { column: '', comment, rule: { masks: [{ type: 'json', transforms }] }, followsTable: false };
}

/** Inside a document there are no conditions: what takes any value stands for what wants a pattern. */
export function jsonTransform(
  path: readonly (string | number)[],
  { recipe }: FieldRecipe,
): Readonly<Record<string, unknown>> {
  const hash = recipe.follows === 'self' ? { hash_sources: [{ source: 'self' }] } : {};
  return { path, on_missing: 'skip', ...hash, masks: recipe.where?.otherwise ?? recipe.masks };
}

function stepsOf(locator: FieldLocator): readonly (string | number)[] {
  return typeof locator === 'string' ? [locator] : locator;
}
