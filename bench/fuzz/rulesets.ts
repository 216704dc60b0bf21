import fc from 'fast-check';
import { DATABASE_TASKS, FILE_TASKS, RECORD_RULES } from './tasks.js';
import { scalar } from './masks.js';

const generated = fc
  .record(
    {
      version: fc.constant('1.0'),
      tasks: fc.oneof(
        { weight: 5, arbitrary: fc.array(DATABASE_TASKS, { minLength: 1, maxLength: 2 }) },
        { weight: 1, arbitrary: fc.array(FILE_TASKS, { minLength: 1, maxLength: 2 }) },
      ),
      skip_defaults: fc.array(fc.oneof(scalar, fc.constant({ matches: 'a|b' })), { maxLength: 2 }),
    },
    { requiredKeys: ['version', 'tasks'] },
  )
  .map((ruleset) => JSON.stringify(ruleset));

const recordRules = RECORD_RULES.map((rules) => JSON.stringify({ version: '1.0', rules }));

/** One slip of the hand or of a program: cut, doubled, replaced or put in somewhere. */
const slip = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.nat(12),
  by: fc.oneof(
    fc.constantFrom(
      '',
      '\n',
      '\t',
      '  ',
      ':',
      '- ',
      '*a',
      '&a ',
      '<<: ',
      '{',
      '}',
      '[',
      '"',
      "'",
      '|\n',
      '#',
      '\u0000',
      '\ud800',
      '__proto__: 1',
      '$ref: x#y',
      '!!str ',
      '\r',
      '\ufeff',
      '%',
      '---\n',
    ),
    fc.string({ maxLength: 4 }),
  ),
});

function slipped(text: string, slips: readonly { at: number; length: number; by: string }[]): string {
  return slips.reduce((result, { at, length, by }) => {
    const start = Math.floor(at * result.length);
    return result.slice(0, start) + by + result.slice(start + length);
  }, text);
}

/** Valid and nearly valid rulesets for tables. */
export const RULESETS = fc.oneof(
  { weight: 3, arbitrary: generated },
  {
    weight: 1,
    arbitrary: fc
      .tuple(generated, fc.array(slip, { minLength: 1, maxLength: 4 }))
      .map(([text, slips]) => slipped(text, slips)),
  },
);

/** The same for records. */
export const PLANS = fc.oneof(
  { weight: 3, arbitrary: recordRules },
  {
    weight: 1,
    arbitrary: fc
      .tuple(recordRules, fc.array(slip, { minLength: 1, maxLength: 4 }))
      .map(([text, slips]) => slipped(text, slips)),
  },
);

/** Handwritten YAML with everything that JSON has not, damaged. */
export const DAMAGED_YAML = fc
  .tuple(
    fc.constantFrom(
      'version: "1.0"\nmask_definitions:\n  - &m {type: imitate}\ntasks:\n  - &t\n    type: mask_table\n    table: a\n    key: id\n    rules: {one: {column: c0, masks: [*m, {<<: *m, digits: false}]}}\n  - <<: *t\n    table: b\n',
      'version: "1.0"\nimports: [a/b]\ntasks:\n  - $ref: "a/b#tasks/one"\n  - type: run_sql\n    sql: |\n      SELECT 1;\n      SELECT 2\n',
      'version: "1.0"\nmasks:\n  one: {type: imitate}\n  two: {$ref: "#masks/one"}\ncolumns:\n  c: {masks: [{$ref: "#masks/two"}]}\nother: {a: [1, {b: c}]}\n',
    ),
    fc.array(slip, { minLength: 1, maxLength: 8 }),
  )
  .map(([text, slips]) => slipped(text, slips));
