import { ByteSink } from '../byte-sink.js';
import { columnShape } from './column-text.js';
import { copyStatement, MASK_FUNCTION } from './copy-statement.js';
import { createReadStream } from 'node:fs';
import { FormatError } from '../format-error.js';
import { join, resolve } from 'node:path';
import { globSafe } from './parquet-sql.js';
import { PageMasker } from './page-masker.js';
import { ParquetSession } from './parquet-session.js';
import { readFacts } from './parquet-facts.js';
import { schemaDifference } from './schema-difference.js';
import { symlink } from 'node:fs/promises';
import type { CopyPlan } from './copy-statement.js';
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
 * Parquet, read and written by DuckDB. What DuckDB would not write as it was (types, REQUIRED, metadata) is found out by
 * writing no rows at first: such files are refused with the reason.
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
  const read = [...new Set([...masker.read, ...masker.write])];
  const pages = new PageMasker(masker, read, (rows) => {
    work.progress(rows, Math.floor((place.source.size * rows) / Math.max(1, facts.rows)));
  });
  const target = join(place.scratch, 'masked.parquet');
  const plan: CopyPlan = { facts, source: place.link, target, read, write: masker.write };
  registerMask(session, pages);
  await refuseChange(session, plan);
  await copyRows(session, plan, pages);
  // Where nothing came out different, nothing is written anew either.
  await send(pages.counts.valuesMasked > 0 ? target : place.link, { sink, work });
  return { ...pages.counts, rows: facts.rows };
}

function registerMask(session: ParquetSession, pages: PageMasker): void {
  const { BIGINT, DuckDBScalarFunction, VARCHAR } = session.duckDb;
  session.register(
    DuckDBScalarFunction.create({
      ...{ name: MASK_FUNCTION, returnType: VARCHAR, parameterTypes: [BIGINT, VARCHAR] },
      // Called for each page, and never reckoned out beforehand.
      ...{ specialHandling: true, volatile: true, mainFunction: pages.function },
    }),
  );
}

async function refuseChange(session: ParquetSession, plan: CopyPlan): Promise<void> {
  await session.rows(copyStatement(plan, 0));
  const difference = schemaDifference(plan.facts, await readFacts(session, plan.target));
  if (difference !== null) {
    const message = `The file cannot be written again as it is: ${difference}.`;
    throw new FormatError('unsupported', message);
  }
}

async function copyRows(session: ParquetSession, plan: CopyPlan, pages: PageMasker): Promise<void> {
  try {
    await session.rows(copyStatement(plan));
  } catch (error) {
    throw pages.fault ?? error;
  }
  const [copied] = await session.rows(
    `SELECT num_rows FROM parquet_file_metadata('${plan.target.replaceAll("'", "''")}')`,
  );
  const { rows } = plan.write.length > 0 ? pages.counts : plan.facts;
  if (Number(copied?.num_rows) !== plan.facts.rows || rows !== plan.facts.rows) {
    throw new FormatError(
      'corrupt',
      `The file should have ${plan.facts.rows} rows, of which some cannot be read.`,
    );
  }
}

async function send(path: string, { sink, work }: Target): Promise<void> {
  const output = new ByteSink(sink, work.signal);
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    await output.write(chunk as Buffer);
  }
  await output.end();
}
