import { quoted, suggestion } from '../../ruleset/near-miss.js';
import { badPattern, readLabel, refuse } from './config-scope.js';
import { compileValueRule } from '../value-rules.js';
import { LEAST_CUSTOM } from '../column-rules.js';
import { plainValue } from '../../ruleset/plain-value.js';
import { readWord } from '../../tasks/task-values.js';
import { VALUE_DETECTORS } from '../values/detect-by-values.js';
import type { ConfigScope } from './config-scope.js';
import type { MapReader } from '../../ruleset/map-reader.js';
import type { RulePattern } from '../column-rules.js';

const TYPES = ['regex', 'built_in'] as const;
const BUILT_IN: ReadonlySet<string> = new Set(VALUE_DETECTORS.map(({ label }) => label));

/** One item of `idd_rules`. */
export type ValueRuleItem =
  | { readonly does: 'look_built_in'; readonly label: string }
  | {
      readonly does: 'flag';
      readonly label: string;
      readonly rule: RulePattern;
      readonly leastHitRatio: number;
    }
  | { readonly does: 'clear' | 'pass_over'; readonly rule: RulePattern };

export function readValueRule(reader: MapReader, scope: ConfigScope): ValueRuleItem | null {
  const name = reader.optionalText('name');
  reader.optionalText('doc');
  const clears = reader.boolean('non_sensitive', false);
  const passesOver = reader.boolean('ignore', false);
  const isBuiltIn = readWord(reader, 'type', TYPES, 'regex') === 'built_in';
  if (clears || passesOver) {
    const word = passesOver ? 'ignore' : 'non_sensitive';
    ['label', 'min_hit_ratio', ...(passesOver ? ['non_sensitive'] : [])].forEach((key) =>
      refuse(reader, key, `in a rule that says "${word}"`),
    );
    const rule = readRule(reader, name);
    return rule === null ? null : { does: passesOver ? 'pass_over' : 'clear', rule };
  }
  const label = readLabel(reader, scope);
  if (isBuiltIn) {
    ['pattern', 'min_hit_ratio'].forEach((key) => refuse(reader, key, 'beside "built_in"'));
    return label !== null && hasBuiltIn(reader, label) ? { does: 'look_built_in', label } : null;
  }
  const rule = readRule(reader, name);
  const leastHitRatio = readRatio(reader);
  return label === null || rule === null ? null : { does: 'flag', label, rule, leastHitRatio };
}

function readRule(reader: MapReader, name: string | null): RulePattern | null {
  const pattern = reader.requiredText('pattern');
  if (pattern === null) {
    return null;
  }
  const compiled = compileValueRule(name ?? pattern, pattern);
  return 'problem' in compiled ? badPattern(reader, 'pattern', compiled.problem) : { name, pattern };
}

function readRatio(reader: MapReader): number {
  const node = reader.value('min_hit_ratio');
  if (node === undefined) {
    return LEAST_CUSTOM;
  }
  const ratio = plainValue(node);
  if (typeof ratio !== 'number' || ratio <= 0 || ratio > 100) {
    const message = '"min_hit_ratio" must be a number of percent above 0, up to 100.';
    reader.problems.error('out_of_range', message, reader.placeOf('min_hit_ratio'));
    return LEAST_CUSTOM;
  }
  return ratio;
}

function hasBuiltIn(reader: MapReader, label: string): boolean {
  if (BUILT_IN.has(label)) {
    return true;
  }
  const message = `Nothing is built in to tell the label ${quoted(label)} by values.${suggestion(label, BUILT_IN)}`;
  reader.problems.error('bad_value', message, reader.placeOf('type'));
  return false;
}
