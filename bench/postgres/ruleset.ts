import { readFileSync } from 'node:fs';
import { compileTableMask, deriveRunKey, readRuleset } from '../../src/engine/index.js';
import type { CompiledTableMask, TableShape } from '../../src/engine/index.js';
import { CsvSeedTable } from '../../src/rulesets/csv-seed-table.js';

/** What one would write for such a table: names and streets from seed files, the phone's digits anew. */
const RULESET = `
version: "1.0"
tasks:
  - type: mask_table
    table: people
    key: id
    hash_columns: [email]
    rules:
      - column: first_name
        masks: [{ type: from_file, seed_file: first_names_mixed.csv, seed_column: first_name }]
      - column: last_name
        masks: [{ type: from_file, seed_file: last_names.csv, seed_column: last_name }]
      - column: street
        masks: [{ type: from_file, seed_file: addresses_us.csv, seed_column: street_address }]
      - column: phone
        masks: [{ type: imitate }]
`;

/** Keeps the length of the text, as masks of free text do. */
const NOTE_RULE = `
      - column: note
        masks: [{ type: transform_case, transform: uppercase }]
`;

/** The real engine's mask. Holds scratch space, so each walk compiles its own. */
export function compilePeople(shape: TableShape, withNote: boolean): CompiledTableMask {
  const { ruleset, problems } = readRuleset(withNote ? RULESET + NOTE_RULE : RULESET);
  const task = ruleset?.tasks[0];
  if (ruleset === null || task?.kind !== 'mask_table') {
    throw new Error(`the ruleset of the benchmark is not valid: ${JSON.stringify(problems)}`);
  }
  const context = {
    runKey: deriveRunKey('a secret of the benchmark', null),
    repeatable: true,
    nowMs: 0,
    readsNeededOnly: true,
    seedFiles: new Map(ruleset.seedFiles.map((name) => [name, seedFile(name)])),
  };
  const { mask, problems: faults } = compileTableMask(task, shape, context);
  if (mask === null) {
    throw new Error(`the ruleset of the benchmark does not fit its table: ${JSON.stringify(faults)}`);
  }
  return mask;
}

const loaded = new Map<string, CsvSeedTable>();

/** Read once, as a worker does. */
function seedFile(name: string): CsvSeedTable {
  const table = loaded.get(name) ?? CsvSeedTable.read(name, readFileSync(`seeds/${name}`));
  loaded.set(name, table);
  return table;
}
