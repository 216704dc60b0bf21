/**
 * Random rulesets, and hostile values under every mask that they name: nothing may crash, take a second, or tell a
 * value in an error. `npm run fuzz -- --cases 1000000 --seed 7`; exits with 1 and the case when something is found.
 */
import fc from 'fast-check';
import {
  compileRecordMask,
  compileTableMask,
  deriveRunKey,
  MaskingError,
  readInFlightRuleset,
  readLibrary,
  readRuleset,
} from '../src/engine/index.js';
import { DAMAGED_YAML, PLANS, RULESETS } from './fuzz/rulesets.js';
import { TABLES } from './fuzz/values.js';
import type { ColumnShape, MaskingContext, SeedTable } from '../src/engine/index.js';

const LONGEST_MS = 1000;
const SLICE = 10_000;
const NAMES = Array.from({ length: 20 }, (_, index) => `name ${index}`);
const ANY_FILE: SeedTable = {
  ...{ name: 'any', columnNames: ['name'], rowCount: NAMES.length, digest: 'any' },
  column: () => NAMES,
};

/** Has every seed file. */
class AllFiles extends Map<string, SeedTable> {
  override get(): SeedTable {
    return ANY_FILE;
  }
}

const counts = { cases: 0, valid: 0, compiled: 0, masked: 0, refused: 0, slowestMs: 0 };

export function run(options: readonly string[] = []): Promise<void> {
  const cases = numberAfter(options, '--cases', 20_000);
  const seed = numberAfter(options, '--seed', 20_271_128);
  const start = Date.now();
  const timed = (name: string, work: () => void): void => {
    const cpu = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(cpu);
    const took = (user + system) / 1000;
    counts.slowestMs = Math.max(counts.slowestMs, took);
    if (took > LONGEST_MS) {
      throw new Error(`${name} took ${took.toFixed(0)} ms`);
    }
    if (++counts.cases % Math.ceil(cases / 10) === 0) {
      print(`${counts.cases} cases, ${((Date.now() - start) / 1000).toFixed(0)} s`);
    }
  };
  // A long run is one of many short ones, each with a seed of its own: it costs no more memory, and what is found
  // is repeated by a short run.
  for (let done = 0; done < cases; done += SLICE) {
    const slice = { seed: seed + done / SLICE, cases: Math.min(SLICE, cases - done) };
    try {
      throwSlice(slice, timed);
    } catch (error) {
      throw new Error(`Found by --cases ${slice.cases} --seed ${slice.seed}`, { cause: error });
    }
  }
  print(
    `seed ${seed}: ${JSON.stringify(counts)}, ${((Date.now() - start) / 1000).toFixed(0)} s, nothing found`,
  );
  return Promise.resolve();
}

/** Six in ten are tables, the others plans and damaged texts. */
function throwSlice(
  { seed, cases }: { readonly seed: number; readonly cases: number },
  timed: (name: string, work: () => void) => void,
): void {
  const share = (part: number): { seed: number; numRuns: number; endOnFailure: true } => ({
    seed,
    numRuns: Math.max(1, Math.round(cases * part)),
    endOnFailure: true,
  });
  fc.assert(
    fc.property(RULESETS, TABLES, (text, table) => timed('a ruleset', () => tryTable(text, table))),
    share(0.6),
  );
  fc.assert(
    fc.property(PLANS, fc.jsonValue({ maxDepth: 3 }), (text, record) =>
      timed('a plan', () => tryPlan(text, record)),
    ),
    share(0.25),
  );
  fc.assert(
    fc.property(DAMAGED_YAML, (text) => timed('a text', () => tryText(text))),
    share(0.15),
  );
}

function tryTable(
  text: string,
  {
    kinds,
    rows,
  }: { readonly kinds: readonly ColumnShape['kind'][]; readonly rows: readonly (string | null)[][] },
): void {
  const target = /"type":"(?:mask_file|mask_tabular_file|run_file_)/.test(text) ? 'file' : 'database';
  const { ruleset } = readRuleset(text, { target });
  const columns = [shapeOf('id', 'integer'), ...kinds.map((kind, index) => shapeOf(`c${index}`, kind))];
  const shape = { columns, find: (written: string) => columns.find(({ name }) => name === written) };
  counts.valid += ruleset === null ? 0 : 1;
  for (const task of ruleset?.tasks ?? []) {
    const mask =
      task.kind === 'mask_table' ? compileTableMask(task, shape, contextOf(text.length)).mask : null;
    counts.compiled += mask === null ? 0 : 1;
    rows.forEach((row, index) => {
      const texts: Record<string, string | null> = { id: String(index) };
      row.forEach((value, place) => {
        texts[`c${place}`] = value;
      });
      const read = mask?.readColumns.map((name) => texts[name] ?? null);
      attempt(() => mask?.maskRow(read ?? [], []), Object.values(row));
    });
  }
}

function tryPlan(text: string, record: unknown): void {
  const { ruleset } = readInFlightRuleset(text);
  const mask = ruleset === null ? null : compileRecordMask(ruleset, contextOf(text.length)).mask;
  counts.valid += ruleset === null ? 0 : 1;
  counts.compiled += mask === null ? 0 : 1;
  const json = JSON.stringify(record);
  const values = typeof record === 'string' ? [record] : [json];
  attempt(() => mask?.maskJson(json, { position: 0, hashValue: '"x"' }), values);
  attempt(() => mask?.maskJson(json, { position: 1 }), values);
}

function tryText(text: string): void {
  readRuleset(text);
  readRuleset(text, { target: 'file', libraries: { text: () => text } });
  readInFlightRuleset(text);
  readLibrary(text);
}

/** Masks; the only error may be a `MaskingError` that tells no value. */
function attempt(mask: () => unknown, values: readonly (string | null)[]): void {
  try {
    mask();
    counts.masked++;
  } catch (error) {
    if (!(error instanceof MaskingError)) {
      throw error;
    }
    counts.refused++;
    const told = values.find((value) => value !== null && value.length > 6 && error.message.includes(value));
    if (told !== undefined) {
      throw new Error(`An error tells the value ${JSON.stringify(told)}: ${error.message}`, { cause: error });
    }
  }
}

function contextOf(salt: number): MaskingContext {
  return {
    runKey: deriveRunKey('a secret for fuzzing', null),
    repeatable: salt % 2 === 0,
    nowMs: Date.parse('2027-11-28T00:00:00Z'),
    seedFiles: new AllFiles(),
    rowOrdinals: { current: () => salt % 7 },
    rewritesKeys: true,
  };
}

function shapeOf(name: string, kind: ColumnShape['kind']): ColumnShape {
  return {
    ...{ name, kind, nullable: true, writable: true, maxLength: kind === 'text' ? 200 : null },
    ...{ numericPrecision: kind === 'integer' ? 19 : null, numericScale: null },
  };
}

function numberAfter(options: readonly string[], name: string, otherwise: number): number {
  const at = options.indexOf(name);
  const value = at < 0 ? otherwise : Number(options[at + 1]);
  if (!Number.isSafeInteger(value) || value < 1) {
    throw new Error(`${name} takes a whole number`);
  }
  return value;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
