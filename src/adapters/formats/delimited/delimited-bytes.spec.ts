import { assert, asyncProperty, array, constantFrom, integer, record } from 'fast-check';
import { bytesSource, changing, maskBytes } from '../../../../test/support/mask-bytes.js';
import { delimitedFormat, FormatError } from '../index.js';
import { parse } from 'papaparse';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DelimitedOptions, TabularMaskerMaker } from '../index.js';

const PLAIN: DelimitedOptions = {
  ...{ encoding: 'utf-8', delimiter: ',', quoteCharacter: '"', nullText: null, namedColumns: ['0'] },
};
/** Whose JSON says another number than the file. */
const WRONG_THERE = 'location_coordinates.csv';
const SPECTRUM = join(dirname(require.resolve('csv-spectrum/package.json')), 'csvs');

/** What trips parsers, in pieces: bytes, not characters. */
const PIECES = [',', '"', '""', '\n', '\r\n', '\r', 'a', ' ', '0', 'é', '\u{1f600}', '\ufeff', '\xff'];
const hostile = array(constantFrom(...PIECES), { maxLength: 24 }).map((pieces) =>
  Buffer.concat(pieces.map((piece) => Buffer.from(piece, piece === '\xff' ? 'latin1' : 'utf8'))),
);
const cell = array(constantFrom('a', 'é', ' ', ',', '"', '\n', '\r\n', '\u{1f600}', ''), {
  maxLength: 4,
}).map((parts) => parts.join(''));
const table = record({
  rows: array(array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 6 }),
  quoted: array(integer({ min: 0, max: 1 }), { minLength: 18, maxLength: 18 }),
  // One for the whole file: papaparse knows no mixture.
  end: constantFrom('\n', '\r\n', '\n\n'),
  pieceLength: integer({ min: 1, max: 9 }),
});

describe('delimited files, byte by byte', () => {
  it('come out as they went in when nothing is masked, whatever they hold', async () => {
    let parsed = 0;
    await assert(
      asyncProperty(hostile, integer({ min: 1, max: 5 }), async (bytes, pieceLength) => {
        const same = changing([0], (value) => value);
        const output = await mask(bytes, same, { pieceLength }).catch(passFormatErrors);
        parsed += Number(output !== null);
        expect(output ?? bytes).toEqual(bytes);
      }),
      { numRuns: 2000 },
    );
    expect(parsed).toBeGreaterThan(200);
  });

  it('keep all bytes but those of the masked cell, and papaparse reads the new value', async () => {
    await assert(
      asyncProperty(table, integer({ min: 0, max: 2 }), cell, async (given, column, value) => {
        const before = cellsOf(given);
        const masked = before.map((row) => row.map((text, index) => (index === column ? null : text)));
        const output = await mask(
          Buffer.from(written(before, given.end)),
          changing([column], () => value),
          given,
        );
        const text = output.toString();
        expect(withoutColumn(text, masked, given.end)).toBe(true);
        const rows = parse<string[]>(text.replace(/^\ufeff/, ''), {
          delimiter: ',',
          newline: given.end === '\r\n' ? '\r\n' : '\n',
          skipEmptyLines: true,
        }).data;
        expect(rows.map((row) => row[column])).toEqual(given.rows.map(() => value));
      }),
      { numRuns: 500 },
    );
  });

  it.each(['utf-16le', 'utf-16be', 'utf-32le'])('of %s come out as they went in', async (encoding) => {
    const text = '\ufeffid,näme\r\n1,"\u{1f600}, x"\n2,Bo';
    const bytes = encoded(text, encoding);
    expect(
      await mask(
        bytes,
        changing([1], (value) => value),
        { encoding },
      ),
    ).toEqual(bytes);
    const changed = await mask(
      bytes,
      changing([1], () => 'Zoë'),
      { encoding, namedColumns: [] },
    );
    expect(changed).toEqual(encoded('\ufeffid,näme\r\n1,"Zoë"\n2,Zoë', encoding));
    expect(
      await mask(
        bytes,
        changing([1], () => 'Zoë'),
        { encoding: 'auto', namedColumns: [] },
      ),
    ).toEqual(changed);
  });

  it('may hold bytes that are not valid, where nothing reads them', async () => {
    const bytes = Buffer.from('id,a,b\n1,\xff\xfe,\xe9\n', 'latin1');
    const output = await mask(
      bytes,
      changing([0], () => '2'),
      { namedColumns: [] },
    );
    expect(output.toString('latin1')).toBe('id,a,b\n2,\xff\xfe,\xe9\n');
    const failing = mask(
      bytes,
      changing([1], () => '2'),
      { namedColumns: [] },
    );
    await expect(failing).rejects.toThrow('Line 2, column "a": the cell is not valid utf8.');
  });

  it('are decoded and encoded cell by cell', async () => {
    const bytes = Buffer.from('id,name\n1,Zo\xeb\n', 'latin1');
    const seen: (string | null)[] = [];
    const masker = changing([1], (value) => (seen.push(value), 'Noé'));
    const output = await mask(bytes, masker, { encoding: 'cp1252', namedColumns: [] });
    expect({ seen, text: output.toString('latin1') }).toEqual({ seen: ['Zoë'], text: 'id,name\n1,No\xe9\n' });
    const failing = mask(
      bytes,
      changing([1], () => '日本'),
      { encoding: 'cp1252', namedColumns: [] },
    );
    await expect(failing).rejects.toMatchObject({
      fault: 'bad_encoding',
      message: 'Line 2, column "name": the cell is masked by a text that cp1252 has no characters for.',
    });
  });

  it('of encodings whose second bytes look like signs are cut at the signs only', async () => {
    // 0x7c is the bar in ASCII, and the second byte of a character here.
    const bytes = Buffer.concat([Buffer.from('id|name\n1|'), Buffer.from([0x83, 0x7c]), Buffer.from('\n')]);
    const options = { encoding: 'shift_jis', delimiter: '|', namedColumns: [] };
    const seen: (string | null)[] = [];
    const output = await mask(
      bytes,
      changing([1], (value) => (seen.push(value), value)),
      options,
    );
    expect({ seen, output }).toEqual({ seen: ['ポ'], output: bytes });
  });

  it('may have a delimiter of several bytes', async () => {
    const output = await mask(
      Buffer.from('a§b\n1§ü\n'),
      changing([1], () => 'x§'),
      { delimiter: '§', namedColumns: [] },
    );
    expect(output.toString()).toBe('a§b\n1§"x§"\n');
  });

  it('that end within a character are refused where characters are read', async () => {
    const bytes = Buffer.concat([Buffer.from('a,b\n1,2\n', 'utf16le'), Buffer.from([0x41])]);
    const failing = mask(
      bytes,
      changing([1], () => 'x'),
      { encoding: 'utf-16le' },
    );
    await expect(failing).rejects.toMatchObject({ fault: 'bad_encoding' });
  });

  const spectrum = readdirSync(SPECTRUM).filter((name) => name !== WRONG_THERE);
  it.each(spectrum)('of csv-spectrum are read as it says: %s', async (name) => {
    const bytes = readFileSync(join(SPECTRUM, name));
    const json = readFileSync(join(SPECTRUM, '../json', name.replace(/csv$/, 'json')), 'utf8');
    const expected = JSON.parse(json) as Record<string, string>[];
    const rows: unknown[] = [];
    const reading: TabularMaskerMaker = (columns) => ({
      ...{ read: columns.map((_, index) => index), write: [] },
      mask: (page) => {
        const named = page.map((row) => columns.map((column, index) => [column.name, row[index]] as const));
        rows.push(...named.map((cells) => Object.fromEntries(cells)));
        return page.map(() => null);
      },
    });
    expect(await mask(bytes, reading, { namedColumns: [] })).toEqual(bytes);
    expect(rows).toEqual(expected);
  });
});

interface Table {
  readonly rows: readonly (readonly string[])[];
  readonly quoted: readonly number[];
  readonly end: string;
}

function cellsOf({ rows, quoted }: Table): string[][] {
  const mustQuote = (text: string): boolean => /[,"\r\n]/.test(text);
  return rows.map((row, y) =>
    row.map((text, x) =>
      quoted[y * 3 + x] === 1 || mustQuote(text) ? `"${text.replaceAll('"', '""')}"` : text,
    ),
  );
}

function written(cells: readonly (readonly string[])[], end: string): string {
  return cells.map((row) => row.join(',') + end).join('');
}

/** Is the text made of these cells, with anything in the place of the nulls? */
function withoutColumn(text: string, cells: readonly (readonly (string | null)[])[], end: string): boolean {
  const escape = (part: string): string => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const rows = cells.map(
    (row) => row.map((part) => (part === null ? '[^]*?' : escape(part))).join(',') + end,
  );
  return new RegExp(`^${rows.join('')}$`).test(text);
}

function encoded(text: string, encoding: string): Buffer {
  const width = encoding.startsWith('utf-32') ? 4 : 2;
  const units =
    width === 4
      ? Array.from(text, (character) => character.codePointAt(0)!)
      : text.split('').map((unit) => unit.charCodeAt(0));
  const bytes = Buffer.alloc(units.length * width);
  units.forEach((unit, index) =>
    encoding.endsWith('be')
      ? bytes.writeUIntBE(unit, index * width, width)
      : bytes.writeUIntLE(unit, index * width, width),
  );
  return bytes;
}

function passFormatErrors(error: unknown): null {
  expect(error).toBeInstanceOf(FormatError);
  return null;
}

async function mask(
  bytes: Buffer,
  masker: TabularMaskerMaker,
  { pieceLength, ...options }: Partial<DelimitedOptions> & { pieceLength?: number },
): Promise<Buffer> {
  const given = { options: { ...PLAIN, ...options }, masker };
  return (await maskBytes(delimitedFormat, bytesSource(bytes, pieceLength ?? 5), given)).bytes;
}
