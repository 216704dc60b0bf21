import fc from 'fast-check';
import { compileDocuments, jsonRule } from '../../../test/support/mask-documents.js';
import { JsonStreamProblem, MaskingError } from '../index.js';
import type { DocumentMask, UnitText } from '../index.js';

const AS_IS: UnitText = { encodingName: 'utf8', toText: (units) => units, toUnits: (text) => text };

/** Masks a document that comes in pieces; undefined: it cannot be masked so. */
function streamed(mask: DocumentMask, document: string, pieceLength: number): string | undefined {
  const stream = mask.stream(AS_IS);
  if (stream === null) {
    return undefined;
  }
  const pieces = document.match(new RegExp(`[^]{1,${pieceLength}}`, 'gu')) ?? [];
  if (stream.look !== null) {
    expect(pieces.map((piece) => stream.look!.push(piece)).join('') + stream.look.end()).toBe(document);
  }
  return pieces.map((piece) => stream.mask.push(piece)).join('') + stream.mask.end();
}

const KEYS = ['a', 'b', 'é"'];
/** Documents in which the paths below lead somewhere now and then; no key twice. */
const DOCUMENT = fc.letrec<{ value: string; list: string; object: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(
      '1',
      '-0',
      '1.50',
      '2e3',
      '"x"',
      '"\\u00e9\\n"',
      '""',
      'null',
      'true',
      'false',
      '"Ann 1"',
    ),
    tie('list'),
    tie('object'),
  ),
  list: fc.array(tie('value'), { minLength: 1, maxLength: 3 }).map((items) => `[${items.join(' , ')} ]`),
  object: fc
    .tuple(
      fc.uniqueArray(fc.constantFrom(...KEYS), { minLength: 1, maxLength: 3 }),
      fc.array(tie('value'), { minLength: 3, maxLength: 3 }),
    )
    .map(
      ([keys, values]) =>
        `{ ${keys.map((key, index) => `${JSON.stringify(key)}\n:${values[index] ?? ''}`).join(',')}}`,
    ),
}));
const WHOLE = fc.oneof(DOCUMENT.object, DOCUMENT.list).map((text) => `\r\n${text} `);
const STEP = fc.constantFrom<string | number>(...KEYS, '*', '*', 0, 1);
const PATH = fc.array(STEP, { minLength: 1, maxLength: 3 });
const TRANSFORM = fc
  .tuple(
    PATH,
    fc.array(PATH, { maxLength: 2 }),
    fc.constantFrom('imitate', 'hash'),
    fc.constantFrom('true', 'false'),
  )
  .map(([path, sources, type, flag]) => {
    const hashed = sources.map((source) => `{json_path: ${JSON.stringify(source)}}`).join(', ');
    return `{path: ${JSON.stringify(path)}, on_missing: skip, on_null: mask, advance_hash: ${flag}, hash_sources: [${hashed}], masks: [{type: typecast, typecast_as: string}, {type: ${type}}]}`;
  });
const RULES = fc
  .array(fc.array(fc.array(TRANSFORM, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 2 }), {
    minLength: 1,
    maxLength: 2,
  })
  .map((rules) => {
    const masks = rules.map((stages) =>
      stages.map((stage) => `{type: json, transforms: [${stage.join(', ')}]}`),
    );
    return `[${masks.map((rule) => `{hash_sources: [{json_path: [b]}], masks: [${rule.join(', ')}]}`).join(', ')}]`;
  });

/** What comes out, or why nothing does. */
function outcome(run: () => string | undefined): string | undefined {
  try {
    return run();
  } catch (error) {
    return error instanceof MaskingError ? 'refused' : String(error);
  }
}

describe('documents that stream by', () => {
  it('become what they become when they are held as a whole', () => {
    let streamedCount = 0;
    let changedCount = 0;
    fc.assert(
      fc.property(WHOLE, RULES, fc.integer({ min: 1, max: 20 }), (document, rules, pieceLength) => {
        const record = document.trim();
        const whole = outcome(() => compileDocuments(rules, 'json').mask(record, 0) ?? record);
        const parts = outcome(() => streamed(compileDocuments(rules, 'json'), document, pieceLength));
        const expected = whole === 'refused' ? whole : document.replace(record, () => whole ?? '');
        expect(parts ?? expected).toBe(expected);
        streamedCount += Number(parts !== undefined);
        changedCount += Number(parts !== undefined && parts !== document);
      }),
      { seed: 1, numRuns: 1500 },
    );
    expect(streamedCount).toBeGreaterThan(200);
    expect(changedCount).toBeGreaterThan(100);
  });

  it('are judged exactly as JSON.parse does, wherever they are cut', () => {
    const mask = jsonRule([['a', '*', 'b'], ['b']]);
    const damaged = fc
      .tuple(
        WHOLE,
        fc.nat(),
        fc.constantFrom('', ',', '"', '}', ']', '{', '[', ':', '0', '-', '.', 'e', '\\', 't'),
      )
      .map(([text, place, character]) => {
        const at = place % (text.length + 1);
        return text.slice(0, at) + character + text.slice(at + (place % 2));
      });
    fc.assert(
      fc.property(damaged, fc.integer({ min: 1, max: 9 }), (text, pieceLength) => {
        const read = (): unknown => streamed(compileDocuments(mask, 'json'), text, pieceLength);
        expect(isThrown(JsonStreamProblem, read)).toBe(!isJson(text));
      }),
      { seed: 1, numRuns: 1500 },
    );
  });

  it('are gone through twice when values elsewhere are asked for', () => {
    const rule =
      '[{masks: [{type: json, transforms: [{path: [list, "*", name], hash_sources: [{json_path: [meta, id]}], masks: [{type: imitate}]}]}]}]';
    const document = (id: number): string => `{"list":[{"name":"Anna"},{"name":"Anna"}],"meta":{"id":${id}}}`;
    const masked = (id: number): string | undefined =>
      streamed(compileDocuments(rule, 'json'), document(id), 5);
    expect(compileDocuments(rule, 'json').stream(AS_IS)?.look).not.toBeNull();
    expect(masked(1)).toBe(compileDocuments(rule, 'json').mask(document(1), 0));
    expect(masked(1)?.replace('"id":1', '"id":2')).not.toBe(masked(2));
  });

  it.each([
    [
      '[{hash_sources: [{source: self}], masks: [{type: json, transforms: [{path: [a], masks: [{type: imitate}]}]}]}]',
    ],
    ['[{masks: [{type: imitate}]}]'],
    [
      '[{masks: [{type: json, transforms: [{path: [a, "*"], hash_sources: [{json_path: [b, "*"]}], masks: [{type: imitate}]}]}]}]',
    ],
  ])('%s needs the whole', (rules) => {
    expect(compileDocuments(rules, 'json').stream(AS_IS)).toBeNull();
  });

  it.each([
    ['{"a":[\n1,,2]}', 'Line 2, column 3: this is no JSON'],
    ['[1,\n2', 'Line 2, column 2: the document ends before it is complete'],
    ['[]\n\n x', 'Line 3, column 2: something stands behind the end of the document'],
    ['['.repeat(10_002), 'values are nested deeper than 10000'],
  ])('are refused where they are broken: document %#', (document, message) => {
    expect(() => streamed(compileDocuments(jsonRule([['x', 'y']]), 'json'), document, 4)).toThrow(message);
  });

  it('are masked whatever their number of levels, in little memory', () => {
    const deep = '['.repeat(9_999) + ']'.repeat(9_999);
    expect(streamed(compileDocuments(jsonRule([['x', 'y']]), 'json'), `{"z":${deep},"x":{"y":1}}`, 100)).toBe(
      `{"z":${deep},"x":{"y":"gone"}}`,
    );
  });
});

function isThrown(kind: typeof JsonStreamProblem, run: () => unknown): boolean {
  try {
    run();
    return false;
  } catch (error) {
    if (error instanceof kind) {
      return true;
    }
    throw error;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
