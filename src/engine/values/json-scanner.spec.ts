import fc from 'fast-check';
import { documentStart, INVALID, MAX_JSON_DEPTH, skipValue } from './json-scanner.js';
import { JsonTree, valueAtJsonPath } from './json-path.js';
import { readJsonValue, writeJsonValue } from './json-value.js';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** JSON with one character changed, left out or put in. */
const DAMAGED = fc
  .tuple(
    fc.json(),
    fc.nat(),
    fc.constantFrom(
      '',
      ',',
      '"',
      '}',
      ']',
      '{',
      '[',
      ':',
      '0',
      '-',
      '.',
      'e',
      ' ',
      '\\',
      '\n',
      '\u0001',
      't',
    ),
  )
  .map(([text, place, character]) => {
    const at = place % (text.length + 1);
    return text.slice(0, at) + character + text.slice(at + (place % 2));
  });

describe('the JSON scanner', () => {
  it('knows JSON exactly as JSON.parse does', () => {
    fc.assert(
      fc.property(
        fc.oneof(DAMAGED, fc.json(), fc.string({ maxLength: 12 })),
        (text) => documentStart(text) >= 0 === isJson(text),
      ),
      { seed: 1, numRuns: 5000 },
    );
  });

  it('finds where a value ends', () => {
    expect(skipValue('[1, {"a": "]"}] , 2', 0)).toBe(15);
    expect(skipValue('"a\\"b", 1', 0)).toBe(6);
    expect(skipValue('[1 2]', 0)).toBe(INVALID);
  });

  it('bounds how deep values may nest', () => {
    const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
    expect(documentStart(nested(MAX_JSON_DEPTH))).toBe(0);
    expect(documentStart(nested(MAX_JSON_DEPTH + 2))).toBe(INVALID);
    expect(documentStart('['.repeat(5_000_000))).toBe(INVALID);
  });

  it('takes numbers and blanks of any length', () => {
    const digits = '1'.repeat(20_000_000);
    expect(documentStart(`-1.${digits}e1${digits}`)).toBe(0);
    expect(documentStart(`${' '.repeat(20_000_000)}1`)).toBe(20_000_000);
  });
});

describe('values of JSON', () => {
  it('are written as they were read', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(JSON.parse(writeJsonValue(readJsonValue(text.trim())) ?? '')).toEqual(JSON.parse(text));
      }),
      { seed: 1, numRuns: 1000 },
    );
  });

  it.each([
    ['7', 7n],
    ['-0', 0n],
    ['123456789012345678901234567890', 123456789012345678901234567890n],
    ['1.50', { kind: 'decimal', text: '1.50' }],
    ['1e3', 1000],
    ['"\\u00e9\\/"', 'é/'],
    ['null', null],
    ['[1, 2]', { kind: 'json', text: '[1, 2]' }],
  ])('%s is %j', (raw, value) => {
    expect(readJsonValue(raw)).toEqual(value);
  });

  it('have no JSON form where JSON has none', () => {
    expect([NaN, Infinity, new Uint8Array(1)].map(writeJsonValue)).toEqual([undefined, undefined, undefined]);
    expect(writeJsonValue({ kind: 'decimal', text: '007.50' })).toBe('7.50');
    expect(writeJsonValue({ kind: 'date', text: '2020-01-01' })).toBe('"2020-01-01"');
  });
});

describe('paths into JSON', () => {
  it('lead where they lead in the parsed document', () => {
    const document = { list: [{ 'a b': 1 }, [null, true]], '': { é: 'x' } };
    const text = JSON.stringify(document, null, 2);
    expect(valueAtJsonPath(text, ['list', 0, 'a b'])).toBe(1n);
    expect(valueAtJsonPath(text, ['list', 1, 0])).toBeNull();
    expect(valueAtJsonPath(text, ['', 'é'])).toBe('x');
    expect(valueAtJsonPath(text, ['list', '0'])).toBeUndefined();
    expect(valueAtJsonPath(text, ['list', 2])).toBeUndefined();
    expect(valueAtJsonPath('{', [])).toBeUndefined();
  });

  it('take the last of repeated keys, and know no inherited ones', () => {
    expect(valueAtJsonPath('{"a":1,"\\u0061":2}', ['a'])).toBe(2n);
    expect(new JsonTree('{}', 0).valueAt(['constructor'])).toBeUndefined();
  });
});
