/**
 * Values a second of single masks on one core: rows of four masked columns, hashed by one column whose values are all
 * different, beside a loop that computes only the one seed that each row needs, by CPU time. Imports the engine's insides for that
 * loop. Options: `--rows <n>` (default 200000).
 */
import { compileTableMask, deriveRunKey, readRuleset } from '../src/engine/index.js';
import { atLeast } from './bars/bar.js';
import { languageFigures } from './engine/language.js';
import { TextHmac } from '../src/engine/random/hmac.js';
import type { ColumnShape, CompiledTableMask, SeedTable } from '../src/engine/index.js';

const MASKS_A_ROW = 4;
const ROUNDS = 5;
/** Values a second. */
const SIMPLE_GOAL = 1_000_000;
const UNIQUE_GOAL = 150_000;
const RUN_KEY = deriveRunKey('a secret for benchmarks', null);

interface Measured {
  readonly name: string;
  readonly mask: string;
  readonly kind: ColumnShape['kind'];
  readonly input: string;
}

const MEASURED: readonly Measured[] = [
  { name: 'imitate', mask: '{type: imitate}', kind: 'text', input: 'Anna Miller-4711 NZ' },
  { name: 'from_file', mask: '{type: from_file, seed_file: names.csv}', kind: 'text', input: 'Anna' },
  {
    name: 'from_format_string',
    mask: '{type: from_format_string, format: "L-{[A-F],1}{[0-9],6}"}',
    kind: 'text',
    input: 'L-A123456',
  },
  {
    name: 'from_choices',
    mask: '{type: from_choices, choices: [{value: a, weight: 8}, {value: b, weight: 2}]}',
    kind: 'text',
    input: 'a',
  },
  {
    name: 'from_random_date',
    mask: '{type: from_random_date, min: "1950-01-01", max: "2005-12-31"}',
    kind: 'date',
    input: '1980-05-05',
  },
  { name: 'imitate, whole numbers', mask: '{type: imitate}', kind: 'integer', input: '4711081500' },
  {
    name: 'from_random_number',
    mask: '{type: from_random_number, min: 1, max: 99999}',
    kind: 'integer',
    input: '7',
  },
  { name: 'imitate_unique, 10 chars', mask: '{type: imitate_unique}', kind: 'text', input: 'ABX4711KLM' },
  { name: 'imitate_unique, 9 digits', mask: '{type: imitate_unique}', kind: 'integer', input: '471108150' },
  { name: 'imitate_unique, 6 digits', mask: '{type: imitate_unique}', kind: 'integer', input: '471108' },
  {
    name: 'imitate_unique, 19 digits',
    mask: '{type: imitate_unique}',
    kind: 'integer',
    input: '4711081500123456789',
  },
  {
    name: 'imitate_uuid',
    mask: '{type: imitate_uuid}',
    kind: 'text',
    input: '9b2f0c1d-3e4f-4a6b-8c7d-9e0f1a2b3c4d',
  },
  { name: 'fpe, 10 digits', mask: '{type: fpe}', kind: 'text', input: '0123456789' },
];

const DOCUMENT_MASK =
  '{type: json, transforms: [{path: [owner, name], masks: [{type: imitate}]}, ' +
  '{path: [owner, email], masks: [{type: imitate}]}, {path: [owner, phone], masks: [{type: imitate}]}]}';

export async function run(options: readonly string[] = []): Promise<void> {
  languageFigures().forEach((figures) => print(line(...figures)));
  print('');
  const at = options.indexOf('--rows');
  const rows = at < 0 ? 200_000 : Number(options[at + 1]);
  const baseline = best(() => seedsOnly(rows));
  print(`${rows} rows of ${MASKS_A_ROW} masked columns; best of ${ROUNDS} rounds`);
  print('');
  print(line('what', 'values/s', 'rows/s', 'of the loop'));
  print(line('only the row seed', thousands(baseline * MASKS_A_ROW), thousands(baseline), '1.00'));
  for (const measured of MEASURED) {
    const mask = compileFor(measured);
    const rate = best(() => maskRows(mask, measured.input, rows));
    const goal = goalOf(measured.name, baseline);
    if (goal !== null) {
      atLeast(goal, `\`${measured.name}\`, on one core`, rate * MASKS_A_ROW, ' values/s');
    }
    print(line(measured.name, thousands(rate * MASKS_A_ROW), thousands(rate), (rate / baseline).toFixed(2)));
    await Promise.resolve();
  }
  documents(rows / MASKS_A_ROW);
}

/** Values a second; null: none is set. The loop that only computes seeds is what a slow machine is measured by. */
function goalOf(name: string, baseline: number): number | null {
  if (name.startsWith('imitate_unique')) {
    return UNIQUE_GOAL;
  }
  const simple = ['imitate', 'from_file', 'from_format_string', 'from_choices', 'from_random_date'];
  return simple.includes(name) ? Math.min(SIMPLE_GOAL, Math.round(0.8 * baseline * MASKS_A_ROW)) : null;
}

/** Three paths of a document of about 1 kB, beside reading it whole and writing it again. */
function documents(count: number): void {
  const text = sampleDocument();
  const mask = compileFor({ name: 'json', mask: DOCUMENT_MASK, kind: 'json', input: text });
  const naive = best(() =>
    timed(count, () => {
      for (let i = 0; i < count; i++) {
        JSON.stringify(JSON.parse(text));
      }
    }),
  );
  const ours = best(() => maskRows(mask, text, Math.ceil(count / MASKS_A_ROW))) * MASKS_A_ROW;
  print('');
  print(line(`a document of ${text.length} bytes`, 'documents/s', '', 'of JSON'));
  print(line('parse and stringify', thousands(naive), '', '1.00'));
  atLeast(0.7, '`json`, three paths of a document of 1 kB, of JSON.parse + JSON.stringify', ours / naive);
  print(line('json, three paths', thousands(ours), '', (ours / naive).toFixed(2)));
}

function sampleDocument(): string {
  const lines = Array.from({ length: 6 }, (_, index) => ({
    ...{ sku: `A-${1000 + index}`, title: `Part number ${index} of the order`, quantity: index + 1 },
    ...{ price: 12.5 * (index + 1), inStock: index % 2 === 0, note: null },
  }));
  const owner = { name: 'Anna Miller', email: 'anna.miller@example.org', phone: '+64 21 555 0199' };
  return JSON.stringify({
    id: 4711,
    created: '2024-05-06T07:08:09Z',
    owner,
    lines,
    total: 262.5,
    tags: ['web', 'new'],
  });
}

/** Rows a second, the best of some rounds. */
function best(round: () => number): number {
  let fastest = 0;
  for (let i = 0; i < ROUNDS; i++) {
    fastest = Math.max(fastest, round());
  }
  return fastest;
}

/** By the process's own CPU time, so that neighbours on the machine do not count. */
function timed(rows: number, work: () => void): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return rows / ((user + system) / 1e6);
}

function seedsOnly(rows: number): number {
  const hmac = new TextHmac(RUN_KEY);
  const words = new Int32Array(8);
  return timed(rows, () => {
    for (let i = 0; i < rows; i++) {
      const id = `customer-${i}`;
      hmac.digest(`hash:${id.length}:${id}`, words);
    }
  });
}

function maskRows(mask: CompiledTableMask, input: string, rows: number): number {
  const out: (string | null)[] = [];
  return timed(rows, () => {
    for (let i = 0; i < rows; i++) {
      mask.maskRow([`customer-${i}`, input, input, input, input], out);
    }
  });
}

function compileFor({ mask, kind }: Measured): CompiledTableMask {
  const names = Array.from({ length: MASKS_A_ROW }, (_, index) => `c${index}`);
  const rules = names.map((name) => `      - {column: ${name}, masks: [${mask}]}`).join('\n');
  const text = `version: "1.0"\ntasks:\n  - type: mask_table\n    table: t\n    key: id\n    hash_columns: [id]\n    rules:\n${rules}\n`;
  const { ruleset } = readRuleset(text);
  const columns = [column('id', 'text'), ...names.map((name) => column(name, kind))];
  const shape = { columns, find: (written: string) => columns.find(({ name }) => name === written) };
  const seedFiles = new Map([['names.csv', namesFile()]]);
  const task = ruleset?.tasks[0];
  const context = { runKey: RUN_KEY, repeatable: true, nowMs: 0, seedFiles };
  const compiled = task?.kind === 'mask_table' ? compileTableMask(task, shape, context).mask : null;
  if (compiled === null) {
    throw new Error('The benchmark’s own ruleset does not compile');
  }
  return compiled;
}

function column(name: string, kind: ColumnShape['kind']): ColumnShape {
  return {
    ...{ name, kind, nullable: true, writable: true, maxLength: null },
    ...{ numericPrecision: kind === 'integer' ? 19 : null, numericScale: null },
  };
}

function namesFile(): SeedTable {
  const cells = Array.from({ length: 5000 }, (_, index) => `Name${index}`);
  return {
    ...{ name: 'names.csv', columnNames: ['name'], rowCount: cells.length, digest: 'none' },
    column: (name) => (name === 'name' ? cells : undefined),
  };
}

function line(what: string, ...figures: readonly string[]): string {
  return what.padEnd(24) + figures.map((figure) => figure.padStart(14)).join('');
}

function thousands(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
