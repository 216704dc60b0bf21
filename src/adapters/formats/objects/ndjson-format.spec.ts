import fc from 'fast-check';
import { FormatError, ndjsonFormat } from '../index.js';
import { jsonRule, maskDocuments } from '../../../../test/support/mask-documents.js';
import { MaskingError } from '../../../engine/index.js';

const NAMES = jsonRule([['name']]);

async function masked(text: string, rules = NAMES, pieceLength?: number): Promise<string> {
  const given = pieceLength === undefined ? {} : { pieceLength };
  return (await maskDocuments(ndjsonFormat, text, rules, given)).bytes.toString();
}

const LINE = fc
  .tuple(
    fc.constantFrom('', ' ', '\t '),
    fc.option(
      fc.json().map((inner) => `[${inner}]`),
      { nil: '' },
    ),
    fc.constantFrom('', ' '),
  )
  .map((parts) => parts.join('').replace(/[\r\n]/g, ' '));
const FILE = fc
  .tuple(fc.array(fc.tuple(LINE, fc.constantFrom('\n', '\r\n', '\n\n')), { maxLength: 8 }), LINE)
  .map(([lines, last]) => lines.flat().join('') + last);

describe('NDJSON', () => {
  it('keeps every byte of what no rule changes', async () => {
    const text =
      '{"name":"Anna", "n" : 1.0,"e":1e3,"big":12345678901234567890, "é":"\\u00e9\\/"}\r\n\n' +
      ' {"a":1,"a":2,"name":"Bob"}\n\t\r\n{"n":-0.0}';
    expect(await masked(text)).toBe(text.replace('"Anna"', '"gone"').replace('"Bob"', '"gone"'));
  });

  it('is copied byte by byte where nothing is masked, however it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(FILE, fc.integer({ min: 1, max: 40 }), async (text, pieceLength) => {
        expect(await masked(text, jsonRule([['no such key']]), pieceLength)).toBe(text);
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  it('changes one value and no other byte', async () => {
    await fc.assert(
      fc.asyncProperty(FILE, fc.json(), FILE, async (...[before, value, after]) => {
        const line = (inside: string): string =>
          `${before}\n{ "x":${value} ,"😀 only":${inside} }\r\n${after}`;
        const rules = jsonRule([['😀 only']]);
        expect(await masked(line('[1.0, "é"]'), rules, 7)).toBe(line('"gone"'));
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  it('counts records, those that changed, and values', async () => {
    const { counts } = await maskDocuments(
      ndjsonFormat,
      '{"name":1}\n\n{"b":2}\n{"name":3,"name":4}\n',
      NAMES,
    );
    expect(counts).toEqual({ rows: 3, rowsMasked: 2, valuesMasked: 3 });
  });

  it('keeps a byte order mark and writes UTF-16 as it was', async () => {
    const marked = Buffer.from('\ufeff{"name":"Ä","b":"日"}\r\n', 'utf16le');
    const { bytes } = await maskDocuments(ndjsonFormat, marked, NAMES);
    expect(bytes.toString('utf16le')).toBe('\ufeff{"name":"gone","b":"日"}\r\n');
    expect(await masked('\ufeff{"name":1}\n')).toBe('\ufeff{"name":"gone"}\n');
  });

  it.each([
    ['{"a":1}\n{"a":}\n', /Line 2, character 6: this is no JSON/],
    ['{"a":1}\n\n{"a":1', /Line 3, character 7: the document ends before it is complete/],
    ['{} {}', /Line 1, character 4: something stands behind the end/],
    [`\n${'['.repeat(10_001)}`, /Line 2, character 10001: values are nested deeper than 10000/],
  ])('refuses %j and says where', async (text, message) => {
    await expect(masked(text)).rejects.toThrow(FormatError);
    await expect(masked(text)).rejects.toThrow(message);
  });

  it('says in which line a value cannot be masked, and never the value', async () => {
    const rules = '[{masks: [{type: json, transforms: [{path: [day], masks: [{type: retain_year}]}]}]}]';
    const failing = masked('{"day":"2020-02-03"}\n{"day":"secret"}\n', rules);
    await expect(failing).rejects.toThrow(MaskingError);
    await expect(failing).rejects.toThrow(/^line 2: /);
    await expect(failing).rejects.not.toThrow(/secret/);
  });

  it('tells the line of a masked value that its encoding cannot write', async () => {
    const rules = jsonRule([['name']], '{type: from_fixed, value: 日}');
    const work = maskDocuments(ndjsonFormat, '{"a":1}\n{"name":1}\n', rules, { encoding: 'windows-1252' });
    await expect(work).rejects.toThrow(
      /A masked value in line 2 has characters that windows1252 does not have/,
    );
  });

  it('refuses bytes that are not of its encoding in what is masked', async () => {
    const bytes = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff]), Buffer.from('"}\n')]);
    await expect(maskDocuments(ndjsonFormat, bytes, NAMES)).rejects.toThrow(
      /Some bytes in line 1 are not valid utf8/,
    );
  });
});
