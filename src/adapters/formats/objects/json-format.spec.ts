import fc from 'fast-check';
import { FormatError, jsonFormat } from '../index.js';
import { jsonRule, maskDocuments } from '../../../../test/support/mask-documents.js';

async function masked(text: string, rules: string, pieceLength?: number): Promise<string> {
  const given = pieceLength === undefined ? {} : { pieceLength };
  return (await maskDocuments(jsonFormat, text, rules, given)).bytes.toString();
}

const WHITE = fc.constantFrom('', ' ', '\n', '\r\n\t');

describe('JSON documents', () => {
  it('keep every byte of what no rule changes', async () => {
    const text =
      '\ufeff \r\n{"a" : [{"name":"Anna","n":1.0},{ "n":1e3 , "name":null}],"a":[{"name":{"x":1}}],"é":"\\u00e9\\/"}\n\n';
    expect(await masked(text, jsonRule([['a', '*', 'name']]))).toBe(
      text.replace(/"Anna"|null|\{"x":1\}/g, '"gone"'),
    );
  });

  it('are copied byte by byte where nothing is masked', async () => {
    const document = fc
      .tuple(WHITE, fc.json(), WHITE, fc.json(), WHITE)
      .map(([a, b, c, d, e]) => `${a}[${b}${c},${d}]${e}`);
    await fc.assert(
      fc.asyncProperty(document, fc.integer({ min: 1, max: 30 }), async (text, pieceLength) => {
        expect(await masked(text, jsonRule([['no', 'such']]), pieceLength)).toBe(text);
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  it.each([
    ['{"a":1}\n {}', /Line 2, character 2: something stands behind the end/],
    ['[1,\r\n2', /Line 2, character 2: the document ends before it is complete/],
    ['', /Line 1, character 1: the document ends before it is complete/],
    ['[01]', /Line 1, character 3: this is no JSON/],
    ['['.repeat(20_000), /character 10001: values are nested deeper than 10000/],
  ])('refuses document %# and says where', async (text, message) => {
    await expect(masked(text, jsonRule([['a']]))).rejects.toThrow(FormatError);
    await expect(masked(text, jsonRule([['a']]))).rejects.toThrow(message);
  });
});

describe('JSON documents too long to be held', () => {
  const LONG = 5 * 1024 * 1024;
  const item = '{ "name" : "Änna" , "n":1.0}';
  const items = Array.from({ length: LONG / item.length }, () => item);
  const document = `\ufeff{"head":[1.0],\n"data" : {"list":[${items.join(',\n')}]}, "meta":{"id":"Änna"}}\r\n`;

  it('are masked while they stream by, deep inside as well', async () => {
    const path = ['data', 'list', items.length - 1, 'name'];
    const at = document.lastIndexOf('"Änna" ');
    const expected = `${document.slice(0, at)}"gone"${document.slice(at + '"Änna"'.length)}`;
    const { bytes, counts } = await maskDocuments(jsonFormat, document, jsonRule([path]), {
      pieceLength: 100_000,
    });
    expect(bytes.equals(Buffer.from(expected))).toBe(true);
    expect(counts).toEqual({ rows: 1, rowsMasked: 1, valuesMasked: 1 });
  });

  it('agree with documents that are held, and look elsewhere by going through twice', async () => {
    const rule =
      '[{masks: [{type: json, transforms: [{path: [data, list, "*", name], hash_sources: [{json_path: [meta, id]}], masks: [{type: imitate}]}]}]}]';
    const { bytes } = await maskDocuments(jsonFormat, document, rule, { pieceLength: 64 * 1024 });
    const short = document.replace(items.join(',\n'), item);
    const held = (await maskDocuments(jsonFormat, short, rule)).bytes.toString();
    const name = /"name" : ("[^"]*")/.exec(held)?.[1] ?? '';
    expect(bytes.toString()).toBe(document.replaceAll('"name" : "Änna"', `"name" : ${name}`));
    expect(name).not.toBe('"Änna"');
  });

  it('say where they are broken', async () => {
    const broken = document.replace('"meta"', 'meta');
    await expect(masked(broken, jsonRule([['meta']]))).rejects.toThrow(
      /^Line \d+, column \d+: this is no JSON\.$/,
    );
  });
});
