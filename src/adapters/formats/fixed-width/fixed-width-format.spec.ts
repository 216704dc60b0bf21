import { assert, asyncProperty, string as anyString } from 'fast-check';
import { bytesSource, changing, maskBytes } from '../../../../test/support/mask-bytes.js';
import { fixedWidthFormat } from '../index.js';
import type { FixedWidthOptions, TabularMaskerMaker } from '../index.js';

const OPTIONS: FixedWidthOptions = {
  encoding: 'utf-8',
  columns: [
    { name: 'id', start: 0, end: 4 },
    { name: 'name', start: 5, end: 11 },
    { name: 'town', start: 12, end: 18 },
  ],
  ...{ tooWide: 'truncate', lineEnding: null, nullText: null },
};

describe('fixedWidthFormat', () => {
  it('names the columns', async () => {
    const columns = await fixedWidthFormat.columns(bytesSource(Buffer.alloc(0)), OPTIONS);
    expect(columns.map(({ name }) => name)).toEqual(['id', 'name', 'town']);
  });

  it('writes values into their fields and keeps all else, line ends included', async () => {
    const input = '0001 Anna   Bern  x\r\n\r\n0002 Bo     Basel\n0003     Cy Chur ';
    const output = '0001 Anna!  Bern  x\r\n\r\n0002 Bo!    Basel\n0003    Cy! Chur ';
    expect(
      await mask(
        input,
        changing([1], (value) => `${value}!`),
      ),
    ).toBe(output);
  });

  it('hands out values without the spaces around them', async () => {
    const seen: (string | null)[] = [];
    await mask(
      '0001    An  Bern',
      changing([1], (value) => (seen.push(value), value)),
    );
    expect(seen).toEqual(['An']);
  });

  it.each(['\n', '\r\n', '\r'])('takes %j as a line end', async (lineEnding) => {
    const input = ['0001 Anna  ', '0002 Bo    ', ''].join(lineEnding);
    const output = ['0001 X     ', '0002 X     ', ''].join(lineEnding);
    const masker = changing([1], () => 'X');
    expect(await mask(input, masker, { lineEnding })).toBe(output);
    expect(await mask(input, masker)).toBe(output);
  });

  it('fills up a line that ends before a field', async () => {
    expect(
      await mask(
        '0001\n0002 Bo\n',
        changing([2], () => 'Rom'),
      ),
    ).toBe('0001        Rom   \n0002 Bo     Rom   \n');
  });

  it('tells the columns of which values were cut', async () => {
    const given = { options: OPTIONS, masker: changing([1], () => 'much too wide') };
    const { counts } = await maskBytes(
      fixedWidthFormat,
      bytesSource(Buffer.from('0001 Bo     Bern\n')),
      given,
    );
    expect(counts.cutColumns).toEqual([{ name: 'name', width: 6 }]);
  });

  it('cuts values that are too wide, or refuses them', async () => {
    const masker = changing([1], () => 'Maximilian');
    expect(await mask('0001 Anna   Bern\n', masker)).toBe('0001 Maximi Bern\n');
    const failing = mask('0001 Anna   Bern\n', masker, { tooWide: 'error' });
    await expect(failing).rejects.toThrow(
      'Line 1, column "name": the masked value has 10 characters, the field 6.',
    );
  });

  it('refuses a line break in a field', async () => {
    const failing = mask(
      '0001 Anna   Bern\n',
      changing([1], () => 'a\nb'),
    );
    await expect(failing).rejects.toMatchObject({ fault: 'bad_value' });
  });

  it('counts characters, not bytes', async () => {
    const input = '0001 Zoë😀   Genève|é\n';
    expect(
      await mask(
        input,
        changing([1], () => 'Mañana!'),
      ),
    ).toBe('0001 Mañana Genève|é\n');
  });

  it.each([['latin1', 'latin1'] as const, ['utf-16', 'utf16le'] as const])(
    'masks %s',
    async (encoding, native) => {
      const input = Buffer.from('0001 Zoë    Bern\n', native);
      const given = { options: { ...OPTIONS, encoding }, masker: changing([1], () => 'Noé') };
      const { bytes } = await maskBytes(fixedWidthFormat, bytesSource(input), given);
      expect(bytes.toString(native)).toBe('0001 Noé    Bern\n');
    },
  );

  it('knows a text for null', async () => {
    const seen: (string | null)[] = [];
    const masker = changing([1], (value) => (seen.push(value), value === null ? 'X' : null));
    const output = await mask('0001 -      Bern\n0002 Bo     Bern\n', masker, { nullText: '-' });
    expect(seen).toEqual([null, 'Bo']);
    expect(output).toBe('0001 X      Bern\n0002 -      Bern\n');
  });

  it('refuses a line that is not valid in its encoding', async () => {
    const given = { options: OPTIONS, masker: changing([1], () => 'X') };
    const failing = maskBytes(fixedWidthFormat, bytesSource(Buffer.from('0001 \xff\n', 'latin1')), given);
    await expect(failing).rejects.toThrow('Line 1 is not valid utf8: its fields cannot be found.');
  });

  it('gives any text back when nothing is masked', async () => {
    await assert(
      asyncProperty(anyString({ unit: 'binary' }), async (input) => {
        const same = changing([0, 1, 2], (value) => value);
        expect(await mask(input, same)).toBe(input);
      }),
    );
  });
});

async function mask(
  input: string,
  masker: TabularMaskerMaker,
  options: Partial<FixedWidthOptions> = {},
): Promise<string> {
  const given = { options: { ...OPTIONS, ...options }, masker };
  return (await maskBytes(fixedWidthFormat, bytesSource(Buffer.from(input), 7), given)).bytes.toString();
}
