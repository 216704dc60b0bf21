import { load } from 'js-yaml';

/** `public."Odd"` → `Odd`: the sample company has one schema, and no name with a dot. */
const bare = (written) =>
  written
    .split('.')
    .at(-1)
    .replace(/^"(.*)"$/, '$1');

const columnsOf = (rule) =>
  'if' in rule ? [rule.rules, rule.else_rules ?? []].flat().flatMap(columnsOf) : [bare(rule.column)];

/** Table → the columns that a rule of the ruleset names. Everything else must survive a run byte for byte. */
export function namedColumns(rulesetText) {
  const named = new Map();
  for (const { table, rules } of load(rulesetText).tasks) {
    named.set(bare(table), [...new Set(rules.flatMap(columnsOf))]);
  }
  return named;
}
