/**
 * Masking of files: two of ten columns, hashed by the first one, with the least that a program could do in the place of ours.
 * Every measurement is a process of its own, so that peak memory is its own, too.
 * Options: `csv`, `parquet`, `ndjson`, `json`, `workers` (two on two files beside one on one; default: all); `--rows <n>`
 * (default 1000000); `--gb <n>`: ours alone, on a CSV and an NDJSON file of that size that is never on a disk and on a
 * Parquet file that is, for its memory.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { atLeast, atMost } from './bars/bar.js';
import { CSV_WAYS } from './files/csv-ways.js';
import { maskEndless } from './files/endless.js';
import type { FileWay } from './files/file-way.js';
import { JSON_WAYS, NDJSON_WAYS } from './files/json-ways.js';
import { makeCsv, makeLargeParquet, makeParquet } from './files/make-files.js';
import { makeJson, makeNdjson } from './files/make-json.js';
import { PARQUET_WAYS } from './files/parquet-ways.js';

const KINDS = {
  csv: { ways: CSV_WAYS, make: makeCsv, baseline: 'papaparse: read and written unchanged', goal: 1 },
  parquet: {
    ...{ ways: PARQUET_WAYS, make: makeParquet },
    ...{ baseline: 'DuckDB: copied, with our settings', goal: 0.5 },
  },
  ndjson: { ways: NDJSON_WAYS, make: makeNdjson, baseline: 'split + JSON.parse + JSON.stringify', goal: 1 },
  json: { ways: JSON_WAYS, make: makeJson, baseline: 'stream-json: reading alone', goal: 1.5 },
} as const;
type Kind = keyof typeof KINDS;

export async function run(options: readonly string[] = []): Promise<void> {
  if (options[0] === '--one') {
    await runOne(options[1] as Kind, options[2]!, options[3]!);
    return;
  }
  if (options[0] === '--endless') {
    await runEndless(options[1] as 'csv' | 'ndjson', Number(options[2]));
    return;
  }
  const gb = options.indexOf('--gb');
  if (gb >= 0) {
    await compareEndless(options[gb + 1]!);
    return;
  }
  const at = options.indexOf('--rows');
  const rows = at < 0 ? 1_000_000 : Number(options[at + 1]);
  const all = Object.keys(KINDS) as Kind[];
  const named = all.filter((kind) => options.includes(kind));
  const isAll = named.length === 0 && !options.includes('workers');
  for (const kind of isAll ? all : named) {
    await compare(kind, rows);
  }
  if (isAll || options.includes('workers')) {
    for (const kind of ['csv', 'ndjson'] as const) {
      await compareWorkers(kind, rows);
    }
  }
}

async function compare(kind: Kind, rows: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-files-'));
  try {
    const file = join(folder, `people.${kind}`);
    await KINDS[kind].make(file, rows);
    const { size } = await stat(file);
    print(`${kind}: ${rows} rows, ${(size / 1e6).toFixed(0)} MB`);
    print(line('', 'seconds', 'rows/s', 'peak MB', 'ratio of ours', 'CPU seconds', 'ratio of CPU'));
    let ours: Measured | null = null;
    for (const way of Object.keys(KINDS[kind].ways)) {
      const measured = await measure(kind, way, file);
      ours ??= measured;
      const { seconds, cpu, peak } = measured;
      const wall = [seconds.toFixed(2), Math.round(rows / seconds).toLocaleString('en-US'), peak.toFixed(0)];
      const ratios = [(seconds / ours.seconds).toFixed(2), cpu.toFixed(2), (cpu / ours.cpu).toFixed(2)];
      print(line(way, ...wall, ...ratios));
      const { baseline, goal } = KINDS[kind];
      if (way === baseline) {
        atLeast(goal, `${kind}, ${(size / 1e6).toFixed(0)} MB, of “${way}”`, seconds / ours.seconds);
      }
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Two processes, each on a file of its own, as two workers of a run. */
async function compareWorkers(kind: 'csv' | 'ndjson', rows: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-files-'));
  try {
    const files = ['one', 'two'].map((name) => join(folder, `${name}.${kind}`));
    for (const file of files) {
      await KINDS[kind].make(file, rows);
    }
    const [way] = Object.keys(KINDS[kind].ways);
    const alone = await measure(kind, way!, files[0]!);
    const both = await Promise.all(files.map((file) => measure(kind, way!, file)));
    const seconds = Math.max(...both.map((one) => one.seconds));
    const ratio = (2 * alone.seconds) / seconds;
    const cpu = both.reduce((sum, one) => sum + one.cpu, 0);
    print(line(`${kind}, ${rows} rows a file`, 'seconds', 'CPU seconds', 'work per second'));
    print(line('one process, one file', alone.seconds.toFixed(2), alone.cpu.toFixed(2), '1.00'));
    print(line('two processes, two files', seconds.toFixed(2), cpu.toFixed(2), ratio.toFixed(2)));
    atLeast(1.7, `${kind}: two workers on two files, of one on one`, ratio);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function compareEndless(gigabytes: string): Promise<void> {
  print(line(`${gigabytes} GB`, 'seconds', 'MB/s', 'peak MB', 'CPU seconds'));
  for (const kind of ['csv', 'ndjson']) {
    const { seconds, cpu, peak } = await measured(['--endless', kind, gigabytes]);
    const speed = ((Number(gigabytes) * 1000) / seconds).toFixed(0);
    atMost(250, `peak memory for a ${kind} file of ${gigabytes} GB`, peak, ' MB');
    print(line(kind, seconds.toFixed(1), speed, peak.toFixed(0), cpu.toFixed(1)));
  }
  await measureLargeParquet(gigabytes);
}

async function measureLargeParquet(gigabytes: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-files-'));
  try {
    const file = join(folder, 'people.parquet');
    await makeLargeParquet(file, Number(gigabytes) * 1e9);
    const { seconds, cpu, peak } = await measure('parquet', Object.keys(PARQUET_WAYS)[0]!, file);
    const speed = ((await stat(file)).size / 1e6 / seconds).toFixed(0);
    atMost(450, `peak memory for a parquet file of ${gigabytes} GB`, peak, ' MB');
    print(line('parquet', seconds.toFixed(1), speed, peak.toFixed(0), cpu.toFixed(1)));
  } finally {
    await rm(folder, { recursive: true });
  }
}

interface Measured {
  readonly seconds: number;
  /** Of all threads, in seconds: what a busy machine does not change much. */
  readonly cpu: number;
  /** In MB. */
  readonly peak: number;
}

function measure(kind: Kind, way: string, file: string): Promise<Measured> {
  return measured(['--one', kind, way, file]);
}

/** In a process of its own. */
async function measured(options: readonly string[]): Promise<Measured> {
  const script = [process.argv[1]!, 'files', ...options];
  const { stdout } = await promisify(execFile)(process.execPath, script, { encoding: 'utf8' });
  return JSON.parse(stdout.trim().split('\n').at(-1)!) as Measured;
}

async function runOne(kind: Kind, name: string, file: string): Promise<void> {
  const ways: Readonly<Record<string, FileWay>> = KINDS[kind].ways;
  await measureHere(() => ways[name]!(file, `${file}.out`));
}

function runEndless(kind: 'csv' | 'ndjson', gigabytes: number): Promise<void> {
  return measureHere(() => maskEndless(kind, gigabytes * 1e9, join(tmpdir(), 'bench-endless')));
}

async function measureHere(work: () => Promise<void>): Promise<void> {
  const start = performance.now();
  const before = process.cpuUsage();
  await work();
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(before);
  print(JSON.stringify({ seconds, cpu: (user + system) / 1e6, peak: peakMemory() }));
}

/** In MB. What the kernel tells of a process begins with its parent's; the memory map is its own. */
function peakMemory(): number {
  const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'));
  return peak === null ? Number.NaN : Number(peak[1]) / 1024;
}

function line(...cells: readonly string[]): string {
  return cells.map((cell, index) => (index === 0 ? cell.padEnd(44) : cell.padStart(14))).join('');
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
