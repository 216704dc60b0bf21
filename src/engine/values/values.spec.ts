import { canonical } from './canonical.js';
import { formatScaled, parseExact, plainFloat, toScaled, trimFraction } from './numbers.js';
import { fromDayNumber, parseMoment, toDayNumber } from './temporal.js';
import { valueAtJsonPath } from './json-path.js';
import type { Value } from './value.js';

const decimal = (text: string): Value => ({ kind: 'decimal', text });
const datetime = (text: string): Value => ({ kind: 'datetime', text });

describe('canonical', () => {
  it('gives the same identity the same text, however it is typed', () => {
    const sevens: Value[] = [7n, '7', decimal('7'), decimal('7.0'), decimal('7.00'), 7];
    expect(new Set(sevens.map((value) => canonical(value))).size).toBe(1);
    expect(canonical(decimal('-0.0'))).toBe(canonical(0n));
    expect(canonical(-0)).toBe(canonical(0n));
    expect(canonical(1e21)).toBe(canonical(10n ** 21n));
    expect(canonical(decimal('1.50'))).toBe(canonical(1.5));
    expect(canonical('e\u0301')).toBe(canonical('\u00e9'));
    expect(canonical({ kind: 'date', text: '2020-01-02' })).toBe(canonical('2020-01-02'));
    expect(canonical(datetime('2020-01-02 05:30:00+05:30'))).toBe(
      canonical(datetime('2020-01-02 00:00:00+00')),
    );
    expect(canonical(datetime('2020-01-01 23:00:00.500-02'))).toBe(
      canonical(datetime('2020-01-02 01:00:00.5+00')),
    );
  });

  it('keeps different identities apart', () => {
    const different: Value[] = [
      ...[null, '', '~', 'null', '0', '007', '7', '7.0', ' 7', 'a', 'A', 'é'],
      ...[true, NaN, new Uint8Array([7]), new Uint8Array(), decimal('7.5'), 70n, -7n],
      ...[datetime('2020-01-02 00:00:01'), datetime('2020-01-02 00:00:00+00'), datetime('infinity')],
    ];
    expect(new Set(different.map((value) => canonical(value))).size).toBe(different.length);
  });

  it('trims and changes case only when asked to, before NFC', () => {
    const options = { trim: true, caseTransform: 'lower' } as const;
    expect(canonical('  ADA@x.org\t', options)).toBe(canonical('ada@x.org'));
    expect(canonical(' a')).not.toBe(canonical('a'));
  });

  it('cannot run list items together', () => {
    expect(canonical('a') + canonical('bc')).not.toBe(canonical('ab') + canonical('c'));
    expect(canonical('1:a') + canonical('')).not.toBe(canonical('') + canonical('1:a'));
  });
});

describe('numbers', () => {
  it.each([
    ['1.50', 150n, 2],
    ['-.5', -5n, 1],
    ['1e3', 1000n, 0],
    ['12e-3', 12n, 3],
    [' +7. ', 7n, 0],
  ])('reads %s exactly', (text, digits, scale) => {
    expect(parseExact(text)).toEqual({ digits, scale });
  });

  it.each(['', '.', 'x', '1e99999', '1_000', 'NaN', '0x10', '1 2', '--1'])('refuses %j', (text) => {
    expect(parseExact(text)).toBeNull();
  });

  it('rounds down and up and writes plain digits', () => {
    expect([
      toScaled({ digits: -15n, scale: 1 }, 0, false),
      toScaled({ digits: -15n, scale: 1 }, 0, true),
    ]).toEqual([-2n, -1n]);
    expect([
      toScaled({ digits: 15n, scale: 1 }, 0, false),
      toScaled({ digits: 15n, scale: 1 }, 0, true),
    ]).toEqual([1n, 2n]);
    expect([formatScaled(-5n, 3), formatScaled(0n, 2), formatScaled(12345n, 2)]).toEqual([
      '-0.005',
      '0.00',
      '123.45',
    ]);
    expect([trimFraction('7.50'), trimFraction('700'), trimFraction('-0.00')]).toEqual(['7.5', '700', '0']);
    expect([plainFloat(1e-7), plainFloat(1.5e21), plainFloat(-0)]).toEqual([
      '0.0000001',
      '1500000000000000000000',
      '0',
    ]);
  });
});

describe('dates', () => {
  it('counts days as JavaScript does, over ten thousand years', () => {
    for (let day = toDayNumber(1, 1, 1); day <= toDayNumber(9999, 12, 31); day += 97) {
      const { year, month, day: ofMonth } = fromDayNumber(day);
      expect(toDayNumber(year, month, ofMonth)).toBe(day);
      const date = new Date(day * 86_400_000);
      expect([year, month, ofMonth]).toEqual([
        date.getUTCFullYear(),
        date.getUTCMonth() + 1,
        date.getUTCDate(),
      ]);
    }
  });

  it.each([
    '2021-02-29',
    '2020-00-10',
    '2020-1-1',
    '20201',
    '0000-01-01',
    '2020-01-01T24:00:00',
    '99999-01-01',
    'now',
  ])('takes %s for no date', (text) => {
    expect(parseMoment(text)).toBeNull();
  });
});

describe('valueAtJsonPath', () => {
  const DOCUMENT =
    ' {"a": [1, 2.50, {"b\\u0063": "x\\ny"}], "a2": null, "n": 12345678901234567890, "t": true, "a": [7]} ';

  it.each([
    [['a', 0], 7n],
    [['a2'], null],
    [['n'], 12345678901234567890n],
    [['t'], true],
    [['a'], { kind: 'json', text: '[7]' }],
    [['a', 1], undefined],
    [['a', 'x'], undefined],
    [['missing'], undefined],
    [[0], undefined],
  ])('finds %j', (path, expected) => {
    expect(valueAtJsonPath(DOCUMENT, path)).toEqual(expected);
  });

  it('reads nested keys, fractions and escapes', () => {
    const text = '{"a":[1,2.50,{"b\\u0063":"x\\ny"}]}';
    expect(valueAtJsonPath(text, ['a', 2, 'bc'])).toBe('x\ny');
    expect(valueAtJsonPath(text, ['a', 1])).toEqual({ kind: 'decimal', text: '2.50' });
    expect(valueAtJsonPath('1e3', [])).toBe(1000);
  });

  it.each(['', '{', '[1,]', '{"a":1}x', '{"a" 1}', '"\u0001"', '{a:1}', '01', '['.repeat(5000)])(
    'no JSON: %#',
    (text) => {
      expect(valueAtJsonPath(text, [])).toBeUndefined();
    },
  );

  it('walks a large text', () => {
    const text = JSON.stringify({ a: 'x"\\'.repeat(300_000), b: 5 });
    expect(valueAtJsonPath(text, ['b'])).toBe(5n);
  });
});
