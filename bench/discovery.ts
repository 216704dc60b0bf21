/**
 * How well sensitive columns are found: recall and precision over a labelled corpus, by names alone and by values alone
 * (columns with names that say nothing), and columns a second; and of parts of sentences. Only the half that nothing was tuned by is reported;
 * `--tune` shows the other one and each column and part that is told wrong.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { ColumnDetector, compileColumnRules, DetectionWords } from '../src/engine/index.js';
import type { ColumnMatch } from '../src/engine/index.js';
import { atLeast } from './bars/bar.js';
import { TODAY } from './discovery/concept.js';
import { labelledColumns } from './discovery/corpus.js';
import type { LabelledColumn } from './discovery/corpus.js';
import { labelledSentences } from './discovery/sentences.js';
import { f1Of, spanQuality } from './discovery/span-quality.js';
import type { SpanCounts } from './discovery/span-quality.js';

const SEEDS = fileURLToPath(new URL('../../seeds/', import.meta.url));
const COUNTRIES = ['au', 'br', 'in', 'nz', 'uk', 'us'];

interface Told {
  readonly column: LabelledColumn;
  readonly found: readonly ColumnMatch[];
}

export async function run(options: readonly string[]): Promise<void> {
  const half = options.includes('--tune') ? 'tune' : 'test';
  const all = labelledColumns();
  const columns = all.filter((column) => column.half === half);
  const known = await words();
  const { rules } = compileColumnRules({ values: { force: true } });
  const detector = new ColumnDetector(rules, known, TODAY);
  const byName = columns.map((column): Told => ({
    column,
    found: detector.byName(lookedAt(column, column.name)),
  }));
  const withValues = columns.filter(({ values }) => values !== null);
  const start = performance.now();
  const byValue = withValues.map((column, place): Told => {
    const opaque = lookedAt({ ...column, table: 't_0815' }, `c${place}`);
    return { column, found: detector.byValues(opaque, [], column.values!) };
  });
  const seconds = (performance.now() - start) / 1000;
  console.log(`${all.length} columns in all; the ${half} half has ${columns.length}`);
  console.log('| by | columns | recall | precision | label right |\n|---|---|---|---|---|');
  console.log(line('names alone', byName));
  console.log(line('values alone', byValue));
  for (const [by, told] of [
    ['names', byName],
    ['values', byValue],
  ] as const) {
    const { recall, precision } = quality(told);
    atLeast(0.97, `sensitive columns found by ${by} alone (recall)`, recall, '');
    atLeast(0.95, `columns found by ${by} alone that are sensitive (precision)`, precision, '');
  }
  console.log(
    `${Math.round(withValues.length / seconds)} columns/s of ${withValues[0]?.values?.length ?? 0} values`,
  );
  if (half === 'tune') {
    [...wrong('name', byName), ...wrong('values', byValue)].forEach((text) => console.log(text));
  }
  tellSentences(half, known);
}

function tellSentences(half: 'tune' | 'test', known: DetectionWords): void {
  const all = labelledSentences();
  const sentences = all.filter((sentence) => sentence.half === half);
  const { byKind, errors } = spanQuality(sentences, known.names);
  console.log(`\n${all.length} sentences in all; the ${half} half has ${sentences.length}`);
  console.log('| spans | in the corpus | found | F1 |\n|---|---|---|---|');
  const kinds = [...byKind.values()];
  const names = [byKind.get('FULL_NAME')!];
  const patterns = kinds.filter((counts) => !names.includes(counts));
  const lines: (readonly [string, readonly SpanCounts[]])[] = [
    ['patterns together', patterns],
    ['names of people', names],
    ...[...byKind].map(([kind, counts]) => [kind, [counts]] as const),
  ];
  for (const [name, counts] of lines) {
    const total = counts.reduce((sum, { right, missed }) => sum + right + missed, 0);
    const found = counts.reduce((sum, { right }) => sum + right, 0);
    console.log(`| ${name} | ${total} | ${found} | ${f1Of(counts).toFixed(3)} |`);
  }
  atLeast(0.8, 'patterns in sentences (F1)', f1Of(patterns), '');
  atLeast(0.6, 'names of people in sentences (F1)', f1Of(names), '');
  if (half === 'tune') {
    errors.forEach((text) => console.log(text));
  }
}

function lookedAt(column: LabelledColumn, name: string): Parameters<ColumnDetector['byName']>[0] {
  return { name, kind: column.kind, table: column.table, siblings: [] };
}

function line(name: string, told: readonly Told[]): string {
  const { recall, precision, labelled } = quality(told);
  const cells = [recall, precision, labelled];
  return `| ${[name, told.length, ...cells.map((cell) => cell.toFixed(3))].join(' | ')} |`;
}

interface Quality {
  readonly recall: number;
  readonly precision: number;
  /** Of those that are found, how many have the right label. */
  readonly labelled: number;
}

function quality(told: readonly Told[]): Quality {
  const isFlagged = ({ found }: Told): boolean => found.length > 0;
  const sensitive = told.filter(({ column }) => column.label !== null);
  const flagged = told.filter(isFlagged);
  const right = sensitive.filter(isFlagged);
  const labelled = right.filter(({ column, found }) => found.some(({ label }) => label === column.label));
  return {
    recall: right.length / sensitive.length,
    precision: right.length / flagged.length,
    labelled: labelled.length / right.length,
  };
}

function wrong(by: string, told: readonly Told[]): readonly string[] {
  return told
    .filter(({ column, found }) =>
      column.label === null ? found.length > 0 : found[0]?.label !== column.label,
    )
    .map(
      ({ column, found }) =>
        `${by}: ${column.name} is ${column.label ?? 'harmless'}, told ${found[0]?.label ?? 'harmless'} (${column.values?.[0] ?? ''})`,
    );
}

async function words(): Promise<DetectionWords> {
  const cells = async (file: string, place: number): Promise<readonly string[]> => {
    const lines = (await readFile(`${SEEDS}${file}`, 'utf8')).split('\n').slice(1);
    return lines.map((text) => text.match(/("([^"]*)"|[^,]*)(,|$)/g)?.[place]?.replace(/[",]/g, '') ?? '');
  };
  return new DetectionWords({
    firstNames: await cells('first_names_mixed.csv', 0),
    lastNames: await cells('last_names.csv', 0),
    occupations: await cells('occupations.csv', 0),
    cities: (await Promise.all(COUNTRIES.map((country) => cells(`addresses_${country}.csv`, 2)))).flat(),
  });
}
