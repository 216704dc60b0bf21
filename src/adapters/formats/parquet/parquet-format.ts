import { ByteSink } from '../byte-sink.js';
import { columnShape } from './column-text.js';
import { copyByDuckDb } from './duckdb-copy.js';
import { createReadStream } from 'node:fs';
import { join, resolve } from 'node:path';
import { globSafe } from './parquet-sql.js';
import { ParquetSession } from './parquet-session.js';
import { readFacts } from './parquet-facts.js';
import { open, symlink } from 'node:fs/promises';
import { planSplice } from './splice-plan.js';
import { spliceParquet } from './splice-parquet.js';
import type { ParquetFacts } from './parquet-facts.js';
import type { Splice } from './splice-plan.js';
import type {
  FileCounts,
  FileSource,
  MaskWork,
  TabularFormat,
  TabularMaskerMaker,
} from '../format-adapter.js';
import type { Writable } from 'node:stream';

type ParquetWork = MaskWork<null, TabularMaskerMaker>;

/**
 * Parquet, read by DuckDB. Columns that are no lists, maps or structs are written by themselves, and all other bytes of the
 * file are copied, whatever they mean. Where that cannot be, DuckDB writes the whole file; what it would not write as it was
 * (REQUIRED, metadata, some types) is found out by writing no rows at first: such files are refused with the reason.
 */
export const parquetFormat: TabularFormat<null> = {
  async columns(source) {
    const session = await ParquetSession.open(null);
    try {
      const facts = await readFacts(session, globSafe(await source.local()));
      return facts.columns.map(columnShape);
    } finally {
      session.close();
    }
  },
  async mask(source, sink, work) {
    const scratch = await work.scratch();
    // DuckDB would take signs in the name for a pattern of names.
    const link = join(scratch, 'source.parquet');
    await symlink(resolve(await source.local()), link);
    const session = await ParquetSession.open(join(scratch, 'spill'));
    const stop = (): void => session.interrupt();
    work.signal.addEventListener('abort', stop);
    try {
      return await maskParquet(session, { source, link, scratch }, { sink, work });
    } catch (error) {
      work.signal.throwIfAborted();
      throw error;
    } finally {
      work.signal.removeEventListener('abort', stop);
      session.close();
    }
  },
};

interface Place {
  readonly source: FileSource;
  readonly link: string;
  readonly scratch: string;
}

interface Target {
  readonly sink: Writable;
  readonly work: ParquetWork;
}

async function maskParquet(
  session: ParquetSession,
  place: Place,
  { sink, work }: Target,
): Promise<FileCounts> {
  work.signal.throwIfAborted();
  const facts = await readFacts(session, place.link);
  const masker = work.masker(facts.columns.map(columnShape));
  const splice = await planned(facts, place, masker.write);
  const paths = { from: place.link, to: join(place.scratch, 'masked.parquet') };
  const shared = { session, masker, progress: progressOf(facts, place, work), signal: work.signal };
  const counts = await (splice === null
    ? copyByDuckDb(facts, paths, shared)
    : spliceParquet(splice, paths, shared));
  // Where nothing came out different, the file stays as it is, to the last byte.
  await send(counts.valuesMasked > 0 ? paths.to : paths.from, { sink, work });
  return counts;
}

/** Null: only DuckDB can write what the masks give. */
async function planned(facts: ParquetFacts, place: Place, write: readonly number[]): Promise<Splice | null> {
  const handle = await open(place.link, 'r');
  try {
    const { size } = await handle.stat();
    return write.length === 0 ? null : await planSplice(facts, { handle, size }, write);
  } finally {
    await handle.close();
  }
}

function progressOf(facts: ParquetFacts, { source }: Place, work: ParquetWork): (rows: number) => void {
  return (rows) => {
    work.progress(rows, Math.floor((source.size * rows) / Math.max(1, facts.rows)));
  };
}

async function send(path: string, { sink, work }: Target): Promise<void> {
  const output = new ByteSink(sink, work.signal);
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    await output.write(chunk as Buffer);
  }
  await output.end();
}
