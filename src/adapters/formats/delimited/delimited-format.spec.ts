import { bytesSource, changing, maskBytes } from '../../../../test/support/mask-bytes.js';
import { delimitedFormat } from '../index.js';
import type { DelimitedOptions, TabularMaskerMaker } from '../index.js';

const PLAIN: DelimitedOptions = {
  ...{ encoding: 'utf-8', delimiter: ',', quoteCharacter: '"', nullText: null, namedColumns: [] },
};

describe('delimitedFormat', () => {
  it('writes only masked cells anew', async () => {
    const input = 'id,name\r\n1,"An ""A"" na"\n\n2,Bo\r\n3,Cy';
    const marked = changing([1], (value) => `x,${value}`);
    expect(await mask(input, marked)).toEqual({
      text: 'id,name\r\n1,"x,An ""A"" na"\n\n2,"x,Bo"\r\n3,"x,Cy"',
      counts: { rows: 3, rowsMasked: 3, valuesMasked: 3 },
    });
  });
});

async function mask(
  input: string,
  masker: TabularMaskerMaker,
  options: Partial<DelimitedOptions> = {},
): Promise<{ text: string; counts: object }> {
  const given = { options: { ...PLAIN, ...options }, masker };
  const { bytes, counts } = await maskBytes(delimitedFormat, bytesSource(Buffer.from(input)), given);
  return { text: bytes.toString(), counts };
}
