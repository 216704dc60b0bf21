/** Masks that read other columns of the row: taken where there are rows, elsewhere refused where the column is named. */
import { readInFlightRuleset } from './read-in-flight.js';
import { readLibrary } from './read-library.js';
import { readRuleset } from './read-ruleset.js';
import type { Problem } from './problem.js';

const OWNER = `{type: unstructured_text, matchers: {context_sources: [{label: OWNER, column: owner}]}, masks: [{label: OWNER, masks: [{type: imitate}]}]}`;
const FILTERED = `{type: from_file, seed_file: a.csv, seed_column: b, table_filter_column: c, seed_filter_column: d}`;
const inJson = (mask: string): string => `{type: json, transforms: [{path: [a], masks: [${mask}]}]}`;
const HEAD = 'version: "1.0"\n';

const found = (problems: readonly Problem[]): string[] =>
  problems.map(({ at, severity, code }) => `${at.line}:${at.column} ${severity} ${code}`);

const table = (mask: string): string[] =>
  found(
    readRuleset(
      `${HEAD}tasks: [{type: mask_table, table: t, key: id, rules: [{column: c, masks: [${mask}]}]}]\n`,
    ).problems,
  );
const tabular = (mask: string): string[] =>
  found(
    readRuleset(`${HEAD}tasks: [{type: mask_tabular_file, rules: [{column: c, masks: [${mask}]}]}]\n`, {
      target: 'file',
    }).problems,
  );
const file = (mask: string): string[] =>
  found(
    readRuleset(`${HEAD}tasks: [{type: mask_file, rules: [{masks: [\n  ${mask}]}]}]\n`, { target: 'file' })
      .problems,
  );
const inFlight = (mask: string): string[] =>
  found(readInFlightRuleset(`${HEAD}rules: [{masks: [\n  ${mask}]}]\n`).problems);
const fileLibrary = (mask: string): string[] =>
  found(readLibrary(`${HEAD}file_rules: {a: {masks: [\n  ${mask}]}}\n`).problems);

describe.each([
  ['context_sources', OWNER, 'column: owner'],
  ['table_filter_column', FILTERED, 'table_filter_column'],
])('%s', (_, mask, key) => {
  it.each([
    ['alone', mask],
    ['inside a document', inJson(mask)],
  ])('%s: where there are rows, and nowhere else', (__, text) => {
    const place = `3:${text.indexOf(key) + 3}`;
    expect([table(text), tabular(text)]).toEqual([[], []]);
    for (const elsewhere of [file, inFlight, fileLibrary]) {
      expect(elsewhere(text)).toEqual([`${place} error not_supported_here`]);
    }
  });
});

it('says where it is not', () => {
  const message = (problems: readonly Problem[]): string | undefined => problems[0]?.message;
  expect(message(readInFlightRuleset(`${HEAD}rules: [{masks: [${OWNER}]}]\n`).problems)).toBe(
    '"column" reads another column of the row, which is not there in an in-flight ruleset.',
  );
  const text = `${HEAD}tasks: [{type: mask_file, rules: [{masks: [${OWNER}]}]}]\n`;
  expect(message(readRuleset(text, { target: 'file' }).problems)).toContain('not there in mask_file');
});
