import { Writable } from 'node:stream';
import { ndjsonFormat } from '../../src/adapters/formats/index.js';
import { csvPages } from './make-files.js';
import { endlessSource } from './endless-source.js';
import { maskCsv } from './csv-ways.js';
import { ndjsonLines } from './make-json.js';
import { objectWork } from './json-ways.js';

/** So many that seeds do not come from the cache. */
const ROWS = 20_000;

/** Masks a file of so many bytes that is made and thrown away on the way. */
export async function maskEndless(kind: 'csv' | 'ndjson', bytes: number, scratch: string): Promise<void> {
  if (kind === 'csv') {
    const [head = '', ...pages] = csvPages(ROWS);
    await maskCsv(endlessSource('people.csv', bytes, { head, page: pages.join('') }), nowhere(), scratch);
    return;
  }
  const source = endlessSource('people.ndjson', bytes, { head: '', page: ndjsonLines(ROWS) });
  await ndjsonFormat.mask(source, nowhere(), objectWork([], scratch));
}

function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}
