import { DuckDBInstance } from '@duckdb/node-api';
import { parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import type { SchemaElement } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { compressors } from 'hyparquet-compressors';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createReadStream } from 'node:fs';
import { collector } from './mask-bytes.js';
import { parquetFormat } from '../../src/adapters/formats/index.js';
import type { FileCounts, FileSource, TabularMaskerMaker } from '../../src/adapters/formats/index.js';

/** What a second reader sees of a file: every value in its raw form, and the schema. */
export interface ParquetView {
  readonly rows: Record<string, unknown>[];
  readonly schema: readonly unknown[];
  readonly keyValues: readonly unknown[];
  readonly codecs: readonly string[];
  readonly groupRows: readonly number[];
}

/** A folder for Parquet files, and a DuckDB that makes them. */
export class ParquetFolder {
  private constructor(readonly path: string) {}

  static async make(): Promise<ParquetFolder> {
    return new ParquetFolder(await mkdtemp(join(tmpdir(), 'parquet-')));
  }

  file(name: string): string {
    return join(this.path, name);
  }

  /** Writes the rows of a query; `options`: of COPY. */
  async write(name: string, query: string, options = ''): Promise<string> {
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    const path = this.file(name);
    await connection.run(`COPY (${query}) TO '${path}' (FORMAT parquet${options})`);
    connection.closeSync();
    instance.closeSync();
    return path;
  }

  /** Masks a file of the folder. */
  async mask(
    path: string,
    masker: TabularMaskerMaker,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<{ readonly bytes: Buffer; readonly counts: FileCounts; readonly progress: readonly number[] }> {
    const { sink, bytes } = collector();
    const progress: number[] = [];
    const counts = await parquetFormat.mask(await fileSource(path), sink, {
      ...{ options: null, masker, signal, progress: (rows: number) => void progress.push(rows) },
      scratch: () => mkdtemp(join(this.path, 'scratch-')),
    });
    return { bytes: bytes(), counts, progress };
  }

  remove(): Promise<void> {
    return rm(this.path, { recursive: true });
  }
}

/** A file of the local file system. */
export async function fileSource(path: string): Promise<FileSource> {
  return {
    ...{ path, size: (await stat(path)).size },
    open: (range) =>
      Promise.resolve(createReadStream(path, range && { start: range.start, end: range.end - 1 })),
    local: () => Promise.resolve(path),
  };
}

/** Reads by hyparquet, with nothing rounded: moments as integers. */
export async function viewParquet(file: Buffer | string): Promise<ParquetView> {
  const bytes = typeof file === 'string' ? await readFile(file) : file;
  const buffer = Uint8Array.from(bytes).buffer;
  const metadata = await parquetMetadataAsync(buffer, { geoparquet: false });
  const raw = <Value>(value: Value): Value => value;
  const rows = await parquetReadObjects({
    ...{ file: buffer, compressors, geoparquet: false },
    parsers: {
      ...{ timestampFromMilliseconds: raw, timestampFromMicroseconds: raw, timestampFromNanoseconds: raw },
      dateFromDays: raw,
    },
  });
  const chunks = metadata.row_groups.flatMap(({ columns }) => columns);
  return {
    ...{ rows, schema: metadata.schema.slice(1), keyValues: metadata.key_value_metadata ?? [] },
    codecs: [...new Set(chunks.map((chunk) => chunk.meta_data?.codec ?? 'none'))],
    groupRows: metadata.row_groups.map((group) => Number(group.num_rows)),
  };
}

/** A file with a column `v` of the old moments of 96 bits and one `s` of texts; two rows. */
export function withOldMoments(): Buffer {
  const columnData = [
    { name: 'v', data: [Uint8Array.of(1, 2, 3, 4, 5, 0, 0, 0, 0x8c, 0x3d, 0x25, 0), new Uint8Array(12)] },
    { name: 's', data: ['x', 'y'] },
  ];
  const schema: SchemaElement[] = [
    { name: 'root', num_children: 2 },
    { name: 'v', type: 'FIXED_LEN_BYTE_ARRAY', type_length: 12, repetition_type: 'OPTIONAL' },
    { name: 's', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
  ];
  const bytes = Buffer.from(parquetWriteBuffer({ columnData, schema }));
  // No writer at hand makes them: their bytes are those of a fixed length, so the type in the footer is turned round.
  for (const following of [0x15, 0x19]) {
    const at = bytes.lastIndexOf(Buffer.from([0x15, 0x0e, following]));
    bytes[at + 1] = 0x06;
  }
  return bytes;
}
