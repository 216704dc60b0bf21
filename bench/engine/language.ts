/** How long a large ruleset takes to check, and a plan of many rules to compile: lines of the engine's benchmark. */
import { atMost } from '../bars/bar.js';
import { compileRecordMask, deriveRunKey, readInFlightRuleset, readRuleset } from '../../src/engine/index.js';

const RULES = 20_000;
const RULES_A_TASK = 100;
const PLAN_RULES = 100;
const ROUNDS = 7;

export function languageFigures(): readonly (readonly [string, string, string])[] {
  const before = process.resourceUsage().maxRSS;
  const text = largeRuleset();
  const checking = milliseconds(() => {
    const { ruleset, problems } = readRuleset(text);
    if (ruleset === null) {
      throw new Error(`The benchmark’s own ruleset is not valid: ${problems[0]?.message ?? ''}`);
    }
  });
  const grown = (process.resourceUsage().maxRSS - before) / 1024;
  const plan = compilePlans();
  atMost(2_000, `check of a ruleset of ${RULES} rules`, checking, ' ms');
  atMost(300, 'memory of that check', grown, ' MB');
  atMost(20, `compiling a plan of ${PLAN_RULES} rules for the first time`, plan.first, ' ms');
  return [
    [
      `${RULES} rules, ${(text.length / 1e6).toFixed(1)} MB`,
      `${checking.toFixed(0)} ms`,
      `${grown.toFixed(0)} MB more`,
    ],
    [`read a plan of ${PLAN_RULES} rules`, `${plan.read.toFixed(1)} ms`, ''],
    [`compile it`, `${plan.compiled.toFixed(1)} ms`, `first ${plan.first.toFixed(1)}`],
  ];
}

function compilePlans(): { readonly read: number; readonly compiled: number; readonly first: number } {
  const text = planText();
  const context = { runKey: deriveRunKey('secret', null), repeatable: true, nowMs: 0, seedFiles: new Map() };
  const reading: number[] = [];
  const compiling: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    let plan = readInFlightRuleset(text);
    reading.push(
      milliseconds(() => {
        plan = readInFlightRuleset(text);
      }),
    );
    const { ruleset } = plan;
    if (ruleset === null) {
      throw new Error('The benchmark’s own plan is not valid');
    }
    compiling.push(milliseconds(() => compileRecordMask(ruleset, context)));
  }
  return { read: Math.min(...reading), compiled: Math.min(...compiling), first: compiling[0] ?? 0 };
}

function milliseconds(work: () => void): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

function largeRuleset(): string {
  const tasks = Array.from({ length: RULES / RULES_A_TASK }, (_, task) => {
    const rules = Array.from({ length: RULES_A_TASK }, (_item, rule) => ruleText(rule));
    const head = `  - type: mask_table\n    table: schema_${task}.table_${task}\n    key: id\n    hash_columns: [id]\n    rules:\n`;
    return head + rules.join('');
  });
  return `version: "1.0"\ntasks:\n${tasks.join('')}`;
}

function ruleText(rule: number): string {
  const mask = MASKS[rule % MASKS.length] ?? '';
  return `      - column: column_${rule}_with_a_name\n        masks:\n          - ${mask}\n`;
}

const MASKS = [
  'type: imitate\n            force_change: true',
  'type: from_format_string\n            format: "L-{[A-F],1}{[0-9],6}"',
  'type: from_random_number\n            min: 1\n            max: 99999',
  'type: from_random_date\n            min: "1950-01-01"\n            max: "2005-12-31"',
];

function planText(): string {
  const rules = Array.from(
    { length: PLAN_RULES },
    (_, rule) => `  - hash_sources: [{source: from_request}]
    masks:
      - type: json
        transforms:
          - {path: [part_${rule}, name], on_missing: skip, masks: [{type: imitate}]}
          - {path: [part_${rule}, code], on_missing: skip, masks: [{type: from_format_string, format: "{[0-9],6}"}]}
`,
  );
  return `version: "1.0"\nrules:\n${rules.join('')}`;
}
