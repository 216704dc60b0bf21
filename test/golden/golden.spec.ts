/** Runs every table of golden cases: one table for each mask, by the name of its file. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { describeMasks } from '../../src/engine/index.js';
import { prepare, TRIES } from './golden-case.js';
import type { GoldenCase, GoldenTable, PreparedCase } from './golden-case.js';

const FOLDER = join(__dirname, 'masks');
const TABLES = readdirSync(FOLDER).map((file) => ({
  maskName: file.replace(/\.yaml$/, ''),
  table: load(readFileSync(join(FOLDER, file), 'utf8')) as GoldenTable,
}));

describe.each(TABLES)('$maskName', ({ maskName, table }) => {
  it.each(table.cases.map((golden, index) => [titleOf(golden, index), golden] as const))('%s', (_, golden) => {
    const prepared = prepare(maskName, table, golden);
    const inputs = golden.inputs ?? [golden.input === undefined ? 'any text' : golden.input];
    expectProblems(golden, prepared);
    for (const input of golden.problem === undefined ? inputs : []) {
      expectOutcome(golden, prepared, input);
    }
  });
});

it('has a table of at least eight cases for every mask', () => {
  const short = describeMasks()
    .map(({ name }) => name)
    .filter((name) => (TABLES.find(({ maskName }) => maskName === name)?.table.cases.length ?? 0) < 8);
  expect(short).toEqual([]);
});

function titleOf(golden: GoldenCase, index: number): string {
  const what = golden.name ?? JSON.stringify(golden.params ?? golden.yaml ?? golden.masks ?? {});
  return `${index + 1}. ${what}`;
}

function expectProblems(golden: GoldenCase, { problems }: PreparedCase): void {
  const codes = (severity: string): string[] =>
    problems.filter((problem) => problem.severity === severity).map((problem) => problem.code);
  expect(codes('error')).toEqual(golden.problem === undefined ? [] : [golden.problem]);
  expect(codes('warning')).toEqual(golden.warning === undefined ? [] : [golden.warning]);
}

function expectOutcome(golden: GoldenCase, prepared: PreparedCase, input: string | null): void {
  if (golden.error !== undefined) {
    expect(prepared.apply(input)).toEqual({ kind: 'error', code: golden.error });
    return;
  }
  for (let i = 0; i < (golden.hash === undefined ? TRIES : 2); i++) {
    const outcome = prepared.apply(input);
    if (golden.oneOf !== undefined) {
      expect(golden.oneOf.map((text) => ({ kind: 'text', text }))).toContainEqual(outcome);
    } else if (golden.shape !== undefined) {
      expect(outcome).toEqual({ kind: 'text', text: expect.stringMatching(new RegExp(`^(?:${golden.shape})$`, 'u')) });
    } else {
      expect(outcome).toEqual({ kind: 'text', text: golden.expected });
    }
  }
}
