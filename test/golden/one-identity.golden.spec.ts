/** One identity gives one value wherever it is met: a database's row, a cell of text, a leaf of JSON, a record in flight. */
import {
  compileRecordMask,
  compileTableMask,
  deriveRunKey,
  readInFlightRuleset,
  readRuleset,
} from '../../src/engine/index.js';
import type { ColumnShape, MaskingContext, SeedTable } from '../../src/engine/index.js';

const NAMES = Array.from({ length: 500 }, (_, index) => `name ${index}`);
const FILE: SeedTable = {
  ...{ name: 'names.csv', columnNames: ['name'], rowCount: NAMES.length, digest: 'fixed' },
  column: () => NAMES,
};
const CONTEXT: MaskingContext = {
  ...{ runKey: deriveRunKey('one secret for all', null), repeatable: true, nowMs: 0 },
  seedFiles: new Map([[FILE.name, FILE]]),
};

/** Masks column `v` of one row by column `k`. */
function ofTable(rule: string, kinds: { k: ColumnShape['kind']; v: ColumnShape['kind'] }, row: string[]): string | null {
  const { ruleset } = readRuleset(
    `version: "1.0"\ntasks: [{type: mask_table, table: t, key: id, rules: [${rule}]}]`,
  );
  const shape = { nullable: true, writable: true, maxLength: null, numericPrecision: null, numericScale: null };
  const columns: ColumnShape[] = Object.entries({ id: 'text' as const, ...kinds }).map(([name, kind]) => ({
    ...{ name, kind },
    ...shape,
  }));
  const task = ruleset?.tasks[0];
  if (task?.kind !== 'mask_table') {
    throw new Error('not a mask_table task');
  }
  const find = (name: string): ColumnShape | undefined => columns.find((column) => column.name === name);
  const { mask, problems } = compileTableMask(task, { columns, find }, CONTEXT);
  expect(problems).toEqual([]);
  const out: (string | null)[] = [];
  const values: Readonly<Record<string, string | undefined>> = { id: row[0], k: row[1], v: row[2] };
  mask!.maskRow(mask!.readColumns.map((name) => values[name] ?? null), out);
  return out[0] ?? null;
}

function inFlight(rule: string, record: unknown, hashValue?: string): unknown {
  const { ruleset, problems } = readInFlightRuleset(`version: "1.0"\nrules: [${rule}]`);
  expect(problems).toEqual([]);
  const { mask } = compileRecordMask(ruleset!, CONTEXT);
  const origin = { position: 3, ...(hashValue === undefined ? {} : { hashValue }) };
  return JSON.parse(mask!.maskJson(JSON.stringify(record), origin));
}

describe.each([
  '{type: from_file, seed_file: names.csv}',
  '{type: imitate}',
  '{type: from_random_text, max: 9}',
  '{type: chain, masks: [{type: from_format_string, format: "{[A-Z],8}"}, {type: transform_case, transform: lower}]}',
  '{type: imitate_unique}',
  '{type: hash}',
])('%s', (mask) => {
  it('gives customer 4711 one value everywhere', () => {
    const inRow = ofTable(`{column: v, hash_columns: [k], masks: [${mask}]}`, { k: 'integer', v: 'text' }, ['1', '4711', 'Anna X']);
    const inCell = ofTable(`{column: v, hash_columns: [k], masks: [${mask}]}`, { k: 'text', v: 'text' }, ['99', '4711', 'Anna X']);
    const leaf = ofTable(
      `{column: v, masks: [{type: json, transforms: [{path: [all, "*", name], hash_sources: [[no]], masks: [${mask}]}]}]}`,
      { k: 'text', v: 'json' },
      ['2', '', '{"all": [{"no": 1, "name": "Bob Y"}, {"no": 4711, "name": "Anna X"}]}'],
    );
    const byRequest = inFlight(`{hash_sources: [{source: from_request}], masks: [${mask}]}`, 'Anna X', '"4711"');
    const bySource = inFlight(
      `{hash_sources: [{json_path: [no]}], masks: [{type: json, transforms: [{path: [name], masks: [${mask}]}]}]}`,
      { no: 4711, name: 'Anna X' },
    );
    const inLeaf = (JSON.parse(leaf ?? '') as { all: { name: string }[] }).all[1]?.name;
    expect([inCell, inLeaf, byRequest, bySource]).toEqual([inRow, inRow, inRow, { no: 4711, name: inRow }]);
    expect(inRow).not.toBe('Anna X');
  });
});
