import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { DuckDBInstance } from '@duckdb/node-api';

export const COLUMNS = ['id', 'name', 'email', 'phone', 'city', 'note', 'amount', 'day', 'code', 'flag'];

const PAGE = 1000;

/** 150 bytes a row: ten columns, line ends of Windows, every tenth note in quotes with quotes inside. */
export function makeCsv(path: string, rows: number): Promise<void> {
  return pipeline(csvPages(rows), createWriteStream(path));
}

/** The file page by page. */
export function* csvPages(rows: number): Generator<string> {
  yield `${COLUMNS.join(',')}\r\n`;
  for (let start = 0; start < rows; start += PAGE) {
    const page = Array.from({ length: Math.min(PAGE, rows - start) }, (_, row) => csvRow(start + row));
    yield page.join('');
  }
}

function csvRow(row: number): string {
  const person = (row * 7919) % 500_009;
  const note =
    row % 10 === 0
      ? `"said ""yes"", then ${person}"`
      : `no remark of note on ${person}, a, `.replaceAll(',', ';');
  const cells = [
    ...[row, `Anna Maria ${person}`, `anna.maria.${person}@example.test`, `+41 44 ${1_000_000 + person}`],
    ...[
      `City of ${person % 977}`,
      note,
      `${person % 10_000}.${(row % 90) + 10}`,
      `2024-0${(row % 9) + 1}-1${row % 9}`,
    ],
    ...[`K-${row}-${person}`, row % 2 === 0 ? 'true' : 'false'],
  ];
  return `${cells.join(',')}\r\n`;
}

/** The same columns, ten row groups. */
export function makeParquet(path: string, rows: number): Promise<void> {
  const person = '(i * 7919 % 500009)';
  const columns = [
    ...['i', `'Anna Maria ' || ${person}`, `'anna.maria.' || ${person} || '@example.test'`],
    ...[`'+41 44 ' || ${person}`, `'City of ' || ${person} % 977`, `'no remark of note on ' || ${person}`],
    ...[
      `(${person} / 100)::DECIMAL(12, 2)`,
      "DATE '2024-01-01' + (i % 365)::INTEGER",
      `'K-' || i`,
      'i % 2 = 0',
    ],
  ].map((sql, index) => `${sql} AS ${COLUMNS[index]!}`);
  const options = `FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE ${Math.ceil(rows / 10)}`;
  return writeParquet(path, `SELECT ${columns.join(', ')} FROM range(${rows}) t(i)`, options);
}

/** As large on the disk as in memory: of a row most is a text that cannot be packed. */
export function makeLargeParquet(path: string, bytes: number): Promise<void> {
  const note = `array_to_string([md5((i * 31 + k)::VARCHAR) FOR k IN range(30)], '')`;
  const columns = `i AS id, 'Anna Maria ' || i AS name, '+41 44 ' || i AS phone, ${note} AS note`;
  const rows = Math.round(bytes / 1000);
  const options = 'FORMAT parquet, COMPRESSION snappy, ROW_GROUP_SIZE 100000';
  return writeParquet(path, `SELECT ${columns} FROM range(${rows}) t(i)`, options);
}

async function writeParquet(path: string, query: string, options: string): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:', { memory_limit: '4GB' });
  const connection = await instance.connect();
  await connection.run(`COPY (${query}) TO '${path}' (${options})`);
  connection.closeSync();
  instance.closeSync();
}
