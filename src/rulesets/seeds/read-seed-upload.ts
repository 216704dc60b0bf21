import { createReadStream } from 'node:fs';

import { InvalidInputError } from '../../common/errors/domain-error.js';
import type { UploadedFile } from '../../uploads/uploaded-file.js';
import { CsvStream } from '../csv-stream.js';
import { CsvError } from '../csv-text.js';
import { SeedCheck, type SeedShape } from './seed-check.js';

const NOT_CSV: SeedShape = { header: [], rowCount: 0 };
const MEBIBYTE = 1024 * 1024;
/** What `from_blob` takes: it is the only mask that takes a file which is no CSV. */
const LARGEST_BLOB = 16 * MEBIBYTE;

/**
 * Checks an uploaded file without ever holding it whole: one called `.csv` must be a CSV in UTF-8 with a header and rows
 * of equal length; any other is taken as it is. Throws `InvalidInputError` that names the line and shows no content.
 */
export async function readSeedUpload(file: UploadedFile, name: string): Promise<SeedShape> {
  if (file.sizeBytes === 0) {
    throw new InvalidInputError({ seed_file: ['The file is empty.'] });
  }
  if (![file.filename, name].some((text) => text.toLowerCase().endsWith('.csv'))) {
    if (file.sizeBytes > LARGEST_BLOB) {
      const limit = `${LARGEST_BLOB / MEBIBYTE} MiB`;
      throw new InvalidInputError({
        seed_file: [`The mask from_blob takes files of at most ${limit}. A CSV file must be called .csv.`],
      });
    }
    return NOT_CSV;
  }
  try {
    return await checkCsv(file.path);
  } catch (error) {
    if (error instanceof CsvError) {
      throw new InvalidInputError({ seed_file: [`Not a CSV file that masks can draw from: ${error.message}.`] });
    }
    throw error;
  }
}

async function checkCsv(path: string): Promise<SeedShape> {
  const stream = new CsvStream();
  const check = new SeedCheck();
  for await (const piece of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    check.rows(stream.push(piece as Buffer));
  }
  check.rows(stream.end());
  return check.finish();
}
