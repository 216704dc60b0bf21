import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

const PAGE = 1000;

/** One person a line, 236 bytes each. */
export function makeNdjson(path: string, rows: number): Promise<void> {
  return pipeline(pages(rows, '', '\n', ''), createWriteStream(path));
}

/** So many lines of it. */
export function ndjsonLines(rows: number): string {
  return [...pages(rows, '', '\n', '')].join('');
}

/** The same people as one list. */
export function makeJson(path: string, rows: number): Promise<void> {
  return pipeline(pages(rows, '[', ',\n', ']'), createWriteStream(path));
}

function* pages(
  rows: number,
  ...[before, between, behind]: readonly [string, string, string]
): Generator<string> {
  yield before;
  for (let start = 0; start < rows; start += PAGE) {
    const length = Math.min(PAGE, rows - start);
    const page = Array.from({ length }, (_, row) => personText(start + row)).join(between);
    yield between === '\n' || start + length < rows ? page + between : page;
  }
  yield behind;
}

function personText(row: number): string {
  const person = (row * 7919) % 500_009;
  return JSON.stringify({
    ...{ id: row, name: `Anna Maria ${person}`, email: `anna.maria.${person}@example.test` },
    contact: {
      phone: `+41 44 ${1_000_000 + person}`,
      city: `City of ${person % 977}`,
      zip: 8000 + (row % 99),
    },
    ...{ tags: ['a', 'b', row % 2 === 0], amount: person / 100, note: `no remark of note on ${person}` },
  });
}
