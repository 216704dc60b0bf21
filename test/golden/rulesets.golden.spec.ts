/** Whole rulesets: what is found in each, and what it makes of some rows. One folder each below `rulesets`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { compileTableMask, deriveRunKey, readRuleset } from '../../src/engine/index.js';
import type { ColumnShape, LibrarySource, Ruleset } from '../../src/engine/index.js';

type Texts = Readonly<Record<string, string | null>>;

interface RulesetCase {
  readonly target?: 'database' | 'file';
  /** As `line:column severity code`. */
  readonly problems?: readonly string[];
  readonly now?: string;
  /** Of the first task's table. */
  readonly columns?: Readonly<Record<string, ColumnShape['kind']>>;
  /** `out`: the columns that rules may change; null: no rule applies. */
  readonly rows?: readonly { readonly in: Texts; readonly out: Texts | null }[];
}

const FOLDER = join(__dirname, 'rulesets');
const read = (...path: string[]): string => readFileSync(join(FOLDER, ...path), 'utf8');

describe.each(readdirSync(FOLDER))('%s', (name) => {
  const golden = load(read(name, 'case.yaml')) as RulesetCase;
  const libraries: LibrarySource = {
    text: (namespace, library) => {
      const path = [name, 'libraries', namespace, `${library}.yaml`];
      return existsSync(join(FOLDER, ...path)) ? read(...path) : undefined;
    },
  };
  const { ruleset, problems } = readRuleset(read(name, 'ruleset.yaml'), { target: golden.target, libraries });

  it('has the problems expected', () => {
    const found = problems.map(({ at, severity, code }) => `${at.line}:${at.column} ${severity} ${code}`);
    expect(found).toEqual(golden.problems ?? []);
  });

  it('masks as expected', () => {
    const rows = golden.rows ?? [];
    expect(rows.length === 0 ? [] : maskAll(ruleset, golden)).toEqual(rows.map((row) => row.out));
  });
});

function maskAll(ruleset: Ruleset | null, golden: RulesetCase): (Texts | null)[] {
  const task = ruleset?.tasks[0];
  if (task?.kind !== 'mask_table') {
    throw new Error('The first task masks no table');
  }
  const columns = Object.entries(golden.columns ?? {}).map(
    ([name, kind]): ColumnShape => ({
      ...{ name, kind, nullable: true, writable: true, maxLength: null },
      ...{ numericPrecision: null, numericScale: null },
    }),
  );
  const shape = { columns, find: (written: string) => columns.find(({ name }) => name === written) };
  const { mask, problems } = compileTableMask(task, shape, {
    ...{ runKey: deriveRunKey('golden rulesets', null), repeatable: false, seedFiles: new Map() },
    nowMs: Date.parse(golden.now ?? '2026-01-01T00:00:00Z'),
  });
  expect(problems).toEqual([]);
  return (golden.rows ?? []).map((row) => {
    const out: (string | null)[] = [];
    const texts = mask!.readColumns.map((name) => row.in[name] ?? null);
    const applied = mask!.maskRow(texts, out);
    return applied ? Object.fromEntries(mask!.writeColumns.map((name, index) => [name, out[index] ?? null])) : null;
  });
}
