import { copyStatement, MASK_FUNCTION } from './copy-statement.js';
import { FormatError } from '../format-error.js';
import { PageMasker } from './page-masker.js';
import { readFacts } from './parquet-facts.js';
import { schemaDifference } from './schema-difference.js';
import type { CopyPlan } from './copy-statement.js';
import type { FileCounts, TabularMasker } from '../format-adapter.js';
import type { ParquetFacts } from './parquet-facts.js';
import type { ParquetSession } from './parquet-session.js';

interface CopyWork {
  readonly session: ParquetSession;
  readonly masker: TabularMasker;
  readonly progress: (rows: number) => void;
}

/** Writes the masked copy of the file `from` to `to`, a new file. Throws `FormatError` where it would not be one. */
export async function copyByDuckDb(
  facts: ParquetFacts,
  { from, to }: { readonly from: string; readonly to: string },
  { session, masker, progress }: CopyWork,
): Promise<FileCounts> {
  const read = [...new Set([...masker.read, ...masker.write])];
  const pages = new PageMasker(masker, read, progress);
  const plan: CopyPlan = { facts, source: from, target: to, read, write: masker.write };
  registerMask(session, pages);
  await refuseChange(session, plan);
  await copyRows(session, plan, pages);
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
