import { compileTableMask, deriveRunKey, readRuleset } from '../../src/engine/index.js';
import type { CompiledTableMask, TableShape } from '../../src/engine/index.js';
import { MASKED } from './tables.js';

/** Every masked column is imitated, drawn from one hash column: one keyed hash a row. */
const RULESET = `
version: "1.0"
tasks:
  - type: mask_table
    table: people
    key: id
    hash_columns: [email]
    rules:
${MASKED.map((column) => `      - { column: ${column}, masks: [{ type: imitate }] }`).join('\n')}
`;

/** The real engine's mask. Holds scratch space, so each walk compiles its own. */
export function compilePeople(shape: TableShape): CompiledTableMask {
  const { ruleset, problems } = readRuleset(RULESET);
  const task = ruleset?.tasks[0];
  if (task?.kind !== 'mask_table') {
    throw new Error(`the ruleset of the benchmark is not valid: ${JSON.stringify(problems)}`);
  }
  const context = {
    runKey: deriveRunKey('a secret of the benchmark', null),
    repeatable: true,
    nowMs: 0,
    seedFiles: new Map(),
  };
  const { mask, problems: faults } = compileTableMask(task, shape, context);
  if (mask === null) {
    throw new Error(`the ruleset of the benchmark does not fit its table: ${JSON.stringify(faults)}`);
  }
  return mask;
}
