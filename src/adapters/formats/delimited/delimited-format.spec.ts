import { bytesSource, changing, maskBytes } from '../../../../test/support/mask-bytes.js';
import { delimitedFormat } from '../index.js';
import type { DelimitedOptions, FileCounts, TabularMaskerMaker } from '../index.js';

const PLAIN: DelimitedOptions = {
  ...{ encoding: 'utf-8', delimiter: ',', quoteCharacter: '"', nullText: null, namedColumns: [] },
};
const X = changing([1], () => 'X');

describe('delimitedFormat', () => {
  it('writes only masked cells anew', async () => {
    const input = 'id,name\r\n1,"An ""A"" na"\n\n2,Bo\r3,\r\n4,Cy';
    const marked = changing([1], (value) => `x,${value}`);
    expect(await mask(input, marked)).toEqual({
      text: 'id,name\r\n1,"x,An ""A"" na"\n\n2,"x,Bo"\r3,"x,"\r\n4,"x,Cy"',
      counts: { rows: 4, rowsMasked: 4, valuesMasked: 4 },
    });
  });

  it('hands out rows with their numbers, and counts what came out different', async () => {
    const rows: (string | null)[][] = [];
    const news = [['new'], null, ['c']];
    const masker: TabularMaskerMaker = (columns) => ({
      ...{ read: [2, 0], write: [columns.findIndex(({ name }) => name === 'q')] },
      mask: (page, first) => {
        expect(first).toBe(rows.length);
        rows.push(...page.map((row) => [...row]));
        return news.slice(first, first + page.length);
      },
    });
    const { text, counts } = await mask('p,q,r\n1,a,x\n2,b,y\n3,c,z\n', masker);
    expect(rows).toEqual([
      ['x', '1'],
      ['y', '2'],
      ['z', '3'],
    ]);
    expect(text).toBe('p,q,r\n1,new,x\n2,b,y\n3,c,z\n');
    expect(counts).toEqual({ rows: 3, rowsMasked: 1, valuesMasked: 1 });
  });

  it('waits for a masker that asks elsewhere', async () => {
    const masker: TabularMaskerMaker = () => ({
      ...{ read: [], write: [0] },
      mask: (rows) => Promise.resolve(rows.map(() => ['y'])),
    });
    expect((await mask('a\nx\n', masker)).text).toBe('a\ny\n');
  });

  it.each([
    ['keeps a cell quoted', 'a,b\n1,"Bo"\n', 'a,b\n1,"X"\n'],
    ['keeps a byte order mark', '\ufeffa,b\n1,Bo', '\ufeffa,b\n1,X'],
    ['takes a quote inside a bare cell for itself', 'a,b\n5" pipe,Bo\n', 'a,b\n5" pipe,X\n'],
    ['takes line breaks inside quotes', 'a,b\n"1\r\n\n2",Bo\n', 'a,b\n"1\r\n\n2",X\n'],
    ['masks nothing where there are no rows', 'a,b\n', 'a,b\n'],
    ['passes over blank lines before the header', '\n\r\na,b\n1,Bo', '\n\r\na,b\n1,X'],
  ])('%s', async (_, input, output) => {
    expect((await mask(input, X)).text).toBe(output);
  });

  it('does not make a blank line of a record of one empty cell', async () => {
    expect(
      (
        await mask(
          'a\nBo\n',
          changing([0], () => ''),
        )
      ).text,
    ).toBe('a\n""\n');
  });

  it('knows a text for null, both ways', async () => {
    const swap = changing([1], (value) => (value === null ? 'X' : null));
    expect((await mask('a,b\n1,NULL\n2,"NULL"\n3,\n', swap, { nullText: 'NULL' })).text).toBe(
      'a,b\n1,X\n2,"X"\n3,NULL\n',
    );
    expect(
      (
        await mask(
          'a,b\n1,Bo\n',
          changing([1], () => null),
        )
      ).text,
    ).toBe('a,b\n1,\n');
  });

  it('takes other delimiters and quotes', async () => {
    const options = { delimiter: '|', quoteCharacter: "'" };
    const marked = changing([1], (value) => `${value}'|`);
    expect((await mask("a|b\n1|'it''s'\n2|\"\n", marked, options)).text).toBe(
      "a|b\n1|'it''s''|'\n2|'\"''|'\n",
    );
  });

  it.each([
    ['a;b;c\n1,5;2;3\n1,5;2;3\n', ['a', 'b', 'c']],
    ['a\tb\n1\t2\n', ['a', 'b']],
    ['a|b\n"1,5,6"|2\n', ['a', 'b']],
    ['a\n1\n', ['a']],
  ])('finds the delimiter of %j', async (input, names) => {
    const options = { ...PLAIN, delimiter: null };
    const columns = await delimitedFormat.columns(bytesSource(Buffer.from(input)), options);
    expect(columns.map(({ name }) => name)).toEqual(names);
  });

  it('takes the first record for data when the task names positions only', async () => {
    const { text, counts } = await mask('1,Bo\n2,Cy\n', X, { namedColumns: ['0', '1'] });
    expect({ text, rows: counts.rows }).toEqual({ text: '1,X\n2,X\n', rows: 2 });
    expect((await mask('0,1\n2,Cy\n', X, { namedColumns: ['1'] })).text).toBe('0,1\n2,X\n');
    expect((await mask('0,1,5\n2,Cy,3\n', X, { namedColumns: ['1'] })).text).toBe('0,X,5\n2,X,3\n');
    expect(
      (
        await mask(
          '0\n1\n',
          changing([0], () => 'X'),
          { namedColumns: ['0'] },
        )
      ).text,
    ).toBe('X\nX\n');
    expect((await mask('2019,2020\n2,Cy\n', X, { namedColumns: ['2020'] })).text).toBe('2019,2020\n2,X\n');
  });

  it('reads and writes 100,000 columns', async () => {
    const line = (cell: (column: number) => string): string =>
      Array.from({ length: 100_000 }, (_, column) => cell(column)).join(',');
    const input = `${line((column) => `c${column}`)}\n${line(() => 'v')}\n`;
    const output = await mask(
      input,
      changing([99_999], () => 'X'),
    );
    expect(output.text).toBe(`${input.slice(0, -2)}X\n`);
  });

  it('ends with the reason of the signal', async () => {
    const source = bytesSource(Buffer.from('a,b\n1,2\n'));
    const cancelled = AbortSignal.abort(new Error('cancelled'));
    await expect(
      maskBytes(delimitedFormat, source, { options: PLAIN, masker: X }, cancelled),
    ).rejects.toThrow('cancelled');
  });
});

describe('delimitedFormat refuses', () => {
  it.each([
    ['malformed', 'Line 3: the record has 3 cells instead of 2.', 'a,b\n1,2\n1,2,3\n'],
    ['malformed', 'Line 4: the record has 1 cell instead of 2.', 'a,b\n"1\n",2\n1\n'],
    ['malformed', 'The quote that opens in line 2 is never closed.', 'a,b\n1,"2\n3,4\n'],
    ['malformed', 'Line 2: something follows a closing quote.', 'a,b\n1,"2"3\n'],
    [
      'malformed',
      'Line 3 holds a NUL character. Is the file no text, or in an encoding other than the task says?',
      'a,b\n1,2\n1,\0\n',
    ],
    ['empty', 'The file is empty: it has no columns.', ''],
    ['empty', 'The file is empty: it has no columns.', '\ufeff\r\n'],
  ])('%s: %s', async (fault, message, input) => {
    await expect(mask(input, X)).rejects.toMatchObject({ fault, message });
  });

  it('a named column that is there twice', async () => {
    const options = { namedColumns: ['name'] };
    await expect(mask('name,name\n', X, options)).rejects.toMatchObject({ fault: 'bad_columns' });
    expect((await mask('a,a,name\n1,2,3\n', X, options)).text).toBe('a,a,name\n1,X,3\n');
  });

  it('a quote that stays open, within bounded memory', async () => {
    const size = 80 * 1024 * 1024;
    const endless = bytesSource(
      Buffer.concat([Buffer.from('a,b\n1,"'), Buffer.alloc(size, 'x')]),
      1024 * 1024,
    );
    const failing = maskBytes(delimitedFormat, endless, { options: PLAIN, masker: X });
    await expect(failing).rejects.toThrow('The quote that opens in line 2 is not closed within 32 MB.');
  });

  it('a line without end', async () => {
    const endless = bytesSource(Buffer.alloc(80 * 1024 * 1024, 'x'), 1024 * 1024);
    const failing = maskBytes(delimitedFormat, endless, { options: PLAIN, masker: X });
    await expect(failing).rejects.toMatchObject({ fault: 'too_long' });
  });
});

async function mask(
  input: string,
  masker: TabularMaskerMaker,
  options: Partial<DelimitedOptions> = {},
): Promise<{ text: string; counts: FileCounts }> {
  const given = { options: { ...PLAIN, ...options }, masker };
  const { bytes, counts } = await maskBytes(delimitedFormat, bytesSource(Buffer.from(input)), given);
  return { text: bytes.toString(), counts };
}
