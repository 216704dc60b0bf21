import { FieldCollector } from './field-collector.js';
import { ParquetSession } from '../parquet/parquet-session.js';
import { placeOf, scalarsOf, schemaPath } from './parquet-leaves.js';
import { globSafe, quoteText } from '../parquet/parquet-sql.js';
import { readFacts } from '../parquet/parquet-facts.js';
import { readLeaves } from './json-leaves.js';
import { toTextSql } from '../parquet/column-text.js';
import type { FileSample, FieldLocator, SampleOptions } from './file-sample.js';
import type { FileSource } from '../format-adapter.js';
import type { ParquetColumn } from '../parquet/parquet-facts.js';
import type { ParquetPlace } from './parquet-leaves.js';

/** Longest text of a plain value that leaves DuckDB. */
const LONGEST_VALUE = 4_096;
/** Values of all columns that are in memory at the same time. */
const MOST_CELLS = 200_000;

/** Parquet: a field for each column, and for each scalar inside nested ones. */
export async function sampleParquet(source: FileSource, options: SampleOptions): Promise<FileSample> {
  const session = await ParquetSession.open(null);
  const stop = (): void => session.interrupt();
  options.signal.addEventListener('abort', stop);
  try {
    const path = globSafe(await source.local());
    const { columns } = await readFacts(session, path);
    const places = columns.map(({ element }) => placeOf(element));
    const fields = new FieldCollector(options.values);
    columns.forEach(({ element }, index) => {
      scalarsOf(places[index]!, [element.name]).forEach(([steps, type]) =>
        fields.type(locatorOf(steps), type),
      );
    });
    if (options.values > 0) {
      await readValues(session, { path, columns, places, values: options.values }, fields);
    }
    return { delimiter: null, encoding: null, fields: fields.result(), problem: fields.problem };
  } catch (error) {
    options.signal.throwIfAborted();
    throw error;
  } finally {
    options.signal.removeEventListener('abort', stop);
    session.close();
  }
}

interface ValueWish {
  readonly path: string;
  readonly columns: readonly ParquetColumn[];
  readonly places: readonly ParquetPlace[];
  readonly values: number;
}

async function readValues(
  session: ParquetSession,
  { path, columns, places, values }: ValueWish,
  fields: FieldCollector,
): Promise<void> {
  const limit = Math.max(1, Math.min(values, Math.floor(MOST_CELLS / columns.length)));
  const cells = columns.map((column, index) => {
    const text = toTextSql(column);
    return `${places[index]!.kind === 'scalar' ? `substr(${text}, 1, ${LONGEST_VALUE})` : text} AS c${index}`;
  });
  const rows = await session.rows(
    `SELECT ${cells.join(', ')} FROM read_parquet(${quoteText(path)}) LIMIT ${limit}`,
  );
  for (const row of rows) {
    columns.forEach(({ element }, index) => {
      const value = row[`c${index}`] ?? null;
      addValue(fields, places[index]!, { name: element.name, text: value === null ? null : String(value) });
    });
  }
}

function addValue(
  fields: FieldCollector,
  place: ParquetPlace,
  { name, text }: { readonly name: string; readonly text: string | null },
): void {
  if (place.kind === 'scalar') {
    fields.add(name, text, place.type);
    return;
  }
  if (text === null) {
    return;
  }
  readLeaves(text, { isCutOff: false, place: () => `Column "${name}"` }, (steps, value) => {
    const path = schemaPath(place, steps);
    if (path !== null) {
      fields.add([name, ...path], value, typeAt(place, path));
    }
  });
}

function typeAt(
  place: ParquetPlace,
  path: readonly string[],
): 'text' | Extract<ParquetPlace, { kind: 'scalar' }>['type'] {
  let at: ParquetPlace | undefined = place;
  for (const step of path) {
    at = at?.kind === 'many' ? at.item : at?.kind === 'struct' ? at.members.get(step) : undefined;
  }
  return at?.kind === 'scalar' ? at.type : 'text';
}

/** A plain column is called by its name. */
function locatorOf(steps: readonly string[]): FieldLocator {
  return steps.length === 1 ? steps[0]! : steps;
}
