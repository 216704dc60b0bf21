import { FormatError, textFormat } from '../index.js';
import { maskDocuments } from '../../../../test/support/mask-documents.js';

const TICKETS =
  '[{masks: [{type: unstructured_text, matchers: {regex: [{label: T, pattern: "T-[0-9]+"}]}, masks: [{label: T, masks: [{type: from_fixed, value: "Ä"}]}]}]}]';

describe('text files', () => {
  it('are replaced as a whole', async () => {
    const { bytes, counts } = await maskDocuments(
      textFormat,
      'Dear Anna,\r\n',
      '[{masks: [{type: from_fixed, value: gone}]}]',
    );
    expect(bytes.toString()).toBe('gone');
    expect(counts).toEqual({ rows: 1, rowsMasked: 1, valuesMasked: 1 });
  });

  it('keep their encoding, mark and line ends around entities', async () => {
    const utf16 = Buffer.from('\ufeffsee T-1\r\nand\rT-22\n', 'utf16le');
    const { bytes, counts } = await maskDocuments(textFormat, utf16, TICKETS);
    expect(bytes.toString('utf16le')).toBe('\ufeffsee Ä\r\nand\rÄ\n');
    expect(counts.valuesMasked).toBe(2);
    const latin1 = Buffer.from('é T-1', 'latin1');
    expect(
      (await maskDocuments(textFormat, latin1, TICKETS, { encoding: 'latin-1' })).bytes.toString('latin1'),
    ).toBe('é Ä');
  });

  it('are copied where nothing is found, and may be empty', async () => {
    expect((await maskDocuments(textFormat, 'é\0\r', TICKETS)).bytes.toString()).toBe('é\0\r');
    expect((await maskDocuments(textFormat, '', TICKETS)).bytes).toHaveLength(0);
  });

  it('refuse what their encoding does not have', async () => {
    const bytes = Buffer.from([0x41, 0xff]);
    await expect(maskDocuments(textFormat, bytes, TICKETS)).rejects.toThrow(/not valid utf8/);
    await expect(maskDocuments(textFormat, 'T-1', TICKETS, { encoding: 'koi8-r' })).rejects.toThrow(
      FormatError,
    );
  });
});
