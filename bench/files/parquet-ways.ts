import { createWriteStream } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';
import { parquetFormat } from '../../src/adapters/formats/index.js';
import { localSource, ourWork } from './our-masker.js';
import type { FileWay } from './file-way.js';

/** Ours first. */
export const PARQUET_WAYS: Readonly<Record<string, FileWay>> = {
  'ours: two columns imitated, hashed': async (from, to) => {
    await parquetFormat.mask(await localSource(from), createWriteStream(to), ourWork(null, to));
  },
  'DuckDB: copied, with our settings': copyByDuckDb({ memory_limit: '256MB', threads: '2' }),
  'DuckDB: copied, with its own settings': copyByDuckDb({}),
};

function copyByDuckDb(settings: Record<string, string>): FileWay {
  return async (from, to) => {
    const instance = await DuckDBInstance.create(':memory:', settings);
    const connection = await instance.connect();
    const options = 'FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 100000';
    await connection.run(`COPY (SELECT * FROM read_parquet('${from}')) TO '${to}' (${options})`);
    connection.closeSync();
    instance.closeSync();
  };
}
