import { readFile } from 'node:fs/promises';
import { InvalidInputError } from '../../common/errors/domain-error.js';
import type { TableSelection } from '../../engine/index.js';
import type { UploadedFile } from '../../uploads/uploaded-file.js';
import { zipEntries, ZipError } from '../../uploads/zip-reader.js';
import { ReportError, selectedRows } from './selected-rows.js';
import type { SelectedRow } from './selected-rows.js';

const FIELD = 'csv_or_zip_file';
const ZIP_MAGIC = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
const MAX_BYTES = 512 * 1024 * 1024;
const ZIP_LIMITS = { maxEntries: 1_000, maxEntryBytes: 64 * 1024 * 1024, maxTotalBytes: MAX_BYTES };

/** What an edited discovery report, or an archive of its parts, selects. Throws `InvalidInputError`. */
export async function readReport(file: UploadedFile): Promise<readonly TableSelection[]> {
  const rows: SelectedRow[] = [];
  try {
    for await (const { name, bytes } of reportsIn(file)) {
      rows.push(...selectedIn(name, bytes));
    }
  } catch (error) {
    if (error instanceof ReportError || error instanceof ZipError) {
      throw new InvalidInputError({ [FIELD]: [error.message] });
    }
    throw error;
  }
  if (rows.length === 0) {
    const message = 'No row is selected: write true into the column "Selected" of every column to be masked.';
    throw new InvalidInputError({ [FIELD]: [message] });
  }
  return byTable(rows);
}

async function* reportsIn({ path, filename }: UploadedFile): AsyncGenerator<{ name: string; bytes: Buffer }> {
  const bytes = await readFile(path);
  if (!bytes.subarray(0, ZIP_MAGIC.length).equals(ZIP_MAGIC)) {
    yield { name: filename, bytes };
    return;
  }
  let count = 0;
  for await (const entry of zipEntries(path, ZIP_LIMITS)) {
    if (/\.csv$/i.test(entry.name) && !entry.name.startsWith('__MACOSX/')) {
      count += 1;
      yield entry;
    }
  }
  if (count === 0) {
    throw new ReportError('The archive holds no CSV file.');
  }
}

/** A fault in one file of an archive is told with its name. */
function* selectedIn(name: string, bytes: Buffer): Generator<SelectedRow> {
  try {
    yield* selectedRows(bytes);
  } catch (error) {
    throw error instanceof ReportError ? new ReportError(`${JSON.stringify(name)}: ${error.message}`) : error;
  }
}

function byTable(rows: readonly SelectedRow[]): readonly TableSelection[] {
  const tables = new Map<string, { schema: string; table: string; columns: string[] }>();
  for (const { schema, table, column } of rows) {
    const id = JSON.stringify([schema, table]);
    const entry = tables.get(id) ?? { schema, table, columns: [] };
    tables.set(id, entry);
    entry.columns.push(column);
  }
  return [...tables.values()];
}
