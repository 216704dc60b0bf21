import { jsonTransform } from './json-rule.js';
import { branched } from './write-rule.js';
import type { FieldLocator } from './file-input.js';
import type { FieldRecipe } from './field-recipe.js';
import type { WrittenRule } from './write-rule.js';

type Field = FieldRecipe & { readonly locator: FieldLocator };

/** A rule for each column; the places in one nested column are transforms of one rule. */
export function columnRules(fields: readonly Field[]): readonly WrittenRule[] {
  const nested = new Map<string, Record<string, unknown>[]>();
  const rules = fields.flatMap((field): readonly WrittenRule[] => {
    const [column, ...path] = typeof field.locator === 'string' ? [field.locator] : field.locator;
    const name = String(column ?? '');
    if (path.length === 0) {
      return [plainRule(name, field)];
    }
    const known = nested.get(name);
    const transforms = known ?? [];
    transforms.push(jsonTransform(path, field));
    nested.set(name, transforms);
    const rule = { column: written(name), masks: [{ type: 'json', transforms }] };
    return known === undefined ? [{ column: name, comment: field.comment, rule, followsTable: false }] : [];
  });
  return rules;
}

function plainRule(name: string, { recipe, comment }: Field): WrittenRule {
  const folds = recipe.foldsCase === true ? { case_transform: 'lower', trim: true } : {};
  const hashed = recipe.follows === 'self' ? { hash_columns: [{ source: 'self', ...folds }] } : {};
  return { column: name, comment, rule: branched(written(name), recipe, hashed), followsTable: false };
}

/** Quotes of a name that begins and ends with some would be taken for the ruleset's own. */
function written(name: string): string {
  return /^".*"$/s.test(name) ? `"${name.replaceAll('"', '""')}"` : name;
}
