/**
 * Memory of the engine over very many rows: masks them one after another through one compiled table, every row with another
 * identity, and prints the heap after a collection at ten places. It should be as flat at the end as at the beginning.
 * Options: `--rows <n>` (default 10000000).
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { compileTableMask, deriveRunKey, readRuleset } from '../src/engine/index.js';
import type { ColumnShape, CompiledTableMask, SeedTable } from '../src/engine/index.js';

const PLACES = 10;
const NAMES = Array.from({ length: 5000 }, (_, index) => `Name${index}`);
const FILE: SeedTable = {
  ...{ name: 'names.csv', columnNames: ['name'], rowCount: NAMES.length, digest: 'none' },
  column: (name) => (name === 'name' ? NAMES : undefined),
};
/** Hashed by the row, by the value itself, and one to one: every kind of cache that there is. */
const RULESET = `version: "1.0"
tasks:
  - type: mask_table
    table: people
    key: id
    hash_columns: [id]
    rules:
      - {column: name, masks: [{type: from_file, seed_file: names.csv}]}
      - {column: mail, hash_columns: [{source: self}], masks: [{type: imitate}]}
      - {column: code, masks: [{type: imitate_unique}]}
      - {column: doc, masks: [{type: json, transforms: [{path: [who], masks: [{type: imitate}]}]}]}
`;

export function run(options: readonly string[] = []): Promise<void> {
  const at = options.indexOf('--rows');
  const rows = at < 0 ? 10_000_000 : Number(options[at + 1]);
  const collect = collector();
  const mask = compiled();
  const out: (string | null)[] = [];
  const start = process.cpuUsage();
  print(line('rows', 'heap, MB', 'resident, MB', 'rows/s of CPU'));
  for (let place = 0; place <= PLACES; place += 1) {
    const end = Math.round((rows * place) / PLACES);
    for (let row = Math.round((rows * (place - 1)) / PLACES); row < end && row >= 0; row += 1) {
      const id = String(row);
      mask.maskRow([id, 'Anna', `anna${id}@corp.test`, `K-${id}`, `{"who": "Anna ${id}"}`], out);
    }
    collect();
    const { heapUsed, rss } = process.memoryUsage();
    const { user, system } = process.cpuUsage(start);
    const rate = Math.round(end / ((user + system) / 1e6));
    print(line(String(end), mega(heapUsed), mega(rss), rate.toLocaleString('en-US')));
  }
  return Promise.resolve();
}

/** A full collection, which Node gives to nobody who has not asked at its start. */
function collector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

function compiled(): CompiledTableMask {
  const { ruleset } = readRuleset(RULESET);
  const columns = ['id', 'name', 'mail', 'code', 'doc'].map((name): ColumnShape => ({
    ...{ name, kind: name === 'doc' ? 'json' : 'text', nullable: true, writable: true },
    ...{ maxLength: null, numericPrecision: null, numericScale: null },
  }));
  const shape = { columns, find: (written: string) => columns.find(({ name }) => name === written) };
  const context = {
    ...{ runKey: deriveRunKey('a secret for benchmarks', null), repeatable: true, nowMs: 0 },
    seedFiles: new Map([[FILE.name, FILE]]),
  };
  const task = ruleset?.tasks[0];
  const mask = task?.kind === 'mask_table' ? compileTableMask(task, shape, context).mask : null;
  if (mask === null) {
    throw new Error('The benchmark’s own ruleset does not compile');
  }
  return mask;
}

function mega(bytes: number): string {
  return (bytes / 1_048_576).toFixed(1);
}

function line(...cells: readonly string[]): string {
  return cells.map((cell) => cell.padStart(14)).join('');
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
