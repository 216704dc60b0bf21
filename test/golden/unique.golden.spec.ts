/** Promises of the masks that must never map two values to one: whole sets where they are small, samples elsewhere. */
import { prepare } from './golden-case.js';
import type { GoldenCase, PreparedCase } from './golden-case.js';

type Options = Omit<GoldenCase, 'input' | 'expected'>;

/** How many values of a set too large to go through. */
const SAMPLES = 20_000;

function prepared(maskName: string, options: Options = {}): PreparedCase {
  return prepare(maskName, { cases: [] }, { params: {}, ...options });
}

/** The masked text; the code of an error. */
function masked(mask: PreparedCase, input: string | null): string | null {
  const outcome = mask.apply(input);
  return outcome.kind === 'text' ? outcome.text : `error: ${outcome.kind === 'error' ? outcome.code : outcome.kind}`;
}

/** Are the images of a whole set the set itself? */
function isPermuted(mask: PreparedCase, values: readonly string[]): boolean {
  const images = new Set(values.map((value) => masked(mask, value)));
  return images.size === values.length && values.every((value) => images.has(value));
}

function integers(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => String(from + index));
}

/** All texts of as many characters as there are sets. */
function texts(...sets: readonly string[]): string[] {
  return sets.reduce<string[]>((all, set) => all.flatMap((text) => [...set].map((character) => text + character)), ['']);
}

const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LOWER = UPPER.toLowerCase();
const DIGITS = '0123456789';

describe('imitate_unique permutes whole sets', () => {
  it.each([
    ['one digit, with zero', 'integer', integers(0, 9)],
    ['one digit below zero', 'integer', integers(-9, -1)],
    ['two digits', 'integer', integers(10, 99)],
    ['five digits of 16 bits', 'integer', integers(10_000, 32_767)],
    ['five digits of unsigned 16 bits', 'integer', integers(32_768, 65_535)],
    ['the rest of five digits', 'integer', integers(65_536, 99_999)],
    ['five digits below zero', 'integer', integers(-32_768, -10_000)],
    ['six digits', 'integer', integers(100_000, 999_999)],
    ['a letter', 'text', texts(UPPER)],
    ['letters and digits', 'text', texts(UPPER, '-', DIGITS, DIGITS)],
    ['three letters of two cases', 'text', texts(UPPER, LOWER, LOWER)],
    ['four letters', 'text', texts(LOWER, LOWER, LOWER, LOWER)],
    ['digits with a sign', 'text', texts('-', '123456789', DIGITS, DIGITS)],
    ['digits behind zeros', 'text', texts('0', '0', '123456789', DIGITS, DIGITS)],
    ['digits after a letter', 'text', texts('#', DIGITS, DIGITS, DIGITS, DIGITS, DIGITS)],
  ] as const)('%s', (_, column, values) => {
    expect(isPermuted(prepared('imitate_unique', { column }), values)).toBe(true);
  });

  it.each([
    ['retained ends', { retain_prefix_length: 1, retain_suffix_length: 1 }, texts('4', DIGITS, DIGITS, DIGITS, '7')],
    ['a retained start at a limit', { retain_prefix_length: 2 }, integers(32_000, 32_767)],
    ['a retained end at a limit', { retain_suffix_length: 1 }, integers(10_000, 32_767).filter((text) => text.endsWith('9'))],
    ['a group of both cases', { charsets: ['A-Fa-f'] }, texts('abcdef', 'ABCDEF', 'abcdef')],
    ['a group of one case', { charsets: ['A-F'] }, texts('ABCDEF', 'a', 'ABCDEF')],
    ['letters and digits in one group', { charsets: ['0-9a-f'] }, texts('0123456789abcdef', '0123456789abcdef')],
    ['another script', { charsets: ['Α-Ρ', 'α-ρ'] }, texts('ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡ', 'αβγδεζηθικλμνξοπρ')],
    ['beyond the basic plane', { charsets: ['😀-😏'] }, texts('😀😁😂😃😄😅😆😇😈😉😊😋😌😍😎😏', '😀😁😂😃😄😅😆😇😈😉😊😋😌😍😎😏')],
  ])('%s', (_, params, values) => {
    expect(isPermuted(prepared('imitate_unique', { params }), values)).toBe(true);
  });
});

describe('imitate_unique never lets two values meet', () => {
  it.each([
    ['ten letters and digits', (i: number) => `AB-${String(i * 7919).padStart(8, '0')}X`],
    ['nine digits', (i: number) => String(100_000_000 + i * 31)],
    ['sixteen digits', (i: number) => String(4_000_000_000_000_000n + BigInt(i))],
    ['nineteen digits at the limit of 64 bits', (i: number) => String(9_223_372_036_854_775_807n - BigInt(i))],
    ['twenty-two letters', (i: number) => `ABCDEFGHIJKLMNOP${texts(LOWER)[i % 26]!}QRS${i}`],
    ['forty characters', (i: number) => `customer/number/${'Z'.repeat(20)}/${i}`],
  ])('%s', (_, valueAt) => {
    const mask = prepared('imitate_unique');
    const values = Array.from({ length: SAMPLES }, (__, index) => valueAt(index));
    const images = values.map((value) => masked(mask, value));
    expect(new Set(images).size).toBe(new Set(values).size);
    expect(images.every((image, index) => shapeOf(image ?? '') === shapeOf(values[index]!))).toBe(true);
  });

  it('whatever their shapes are', () => {
    const mask = prepared('imitate_unique');
    const values = texts('aB0', 'zA9-', '0 é', 'q7').flatMap((text) => [text, `${text} `, `-${text}`, `0${text}`]);
    const all = [...new Set([...values, ...integers(-1200, 1200), '-0', '00', '-00', '0007'])];
    expect(new Set(all.map((value) => masked(mask, value))).size).toBe(all.length);
  });

  it('nor values that case alone tells apart, where case is ignored', () => {
    const mask = prepared('imitate_unique', { caseInsensitive: true });
    const values = texts('aA', 'bB', 'zZ', '19').concat(texts('xX', 'bB', 'zZ', '19'), texts('éÉ', 'aA', '19'));
    const distinct = new Set(values.map((value) => value.toLowerCase()));
    const images = new Set(values.map((value) => masked(mask, value)?.toLowerCase()));
    expect(images.size).toBe(distinct.size);
    expect(new Set(values.map((value) => masked(mask, value))).size).toBe(values.length);
  });
});

/** The value's shape as a reader sees it. */
function shapeOf(text: string): string {
  return text.replace(/[A-Z]/g, 'A').replace(/[a-z]/g, 'a').replace(/[0-9]/g, '0');
}

describe('imitate_unique agrees', () => {
  it('between a number, its text, its padded text and its decimal', () => {
    const [number, text] = [prepared('imitate_unique', { column: 'integer' }), prepared('imitate_unique')];
    const [decimal, char] = [prepared('imitate_unique', { column: 'decimal' }), prepared('imitate_unique', { maxLength: 30 })];
    for (const value of ['0', '7', '-7', '4711', '32767', '32768', '2147483647', '-2147483648', '999999999999999', '1000000000000000', '9223372036854775807', '-9223372036854775808']) {
      const image = masked(number, value)!;
      expect(masked(text, value)).toBe(image);
      expect(masked(decimal, value)).toBe(image);
      expect(masked(char, `${value}   `)).toBe(`${image}   `);
      expect(masked(text, value.replace(/^-?/, '$&00'))).toBe(image.replace(/^-?/, '$&00'));
    }
  });

  it('with itself under one seed, and with nothing else under another', () => {
    const values = integers(100_000, 100_999);
    const images = (params: Record<string, unknown>): (string | null)[] => {
      const mask = prepared('imitate_unique', { params });
      return values.map((value) => masked(mask, value));
    };
    expect(images({ seed: 'a' })).toEqual(images({ seed: 'a' }));
    const [one, other] = [images({ seed: 'a' }), images({ seed: 'b' })];
    expect(one.filter((image, index) => image === other[index]).length).toBeLessThan(10);
  });

  it('with the column’s range, at every limit', () => {
    const limits: readonly (readonly [number, bigint])[] = [[3, 127n], [5, 32_767n], [7, 8_388_607n], [10, 2_147_483_647n], [19, 9_223_372_036_854_775_807n]];
    for (const [precision, greatest] of limits) {
      const mask = prepared('imitate_unique', { column: 'integer', precision, ...(precision === 3 ? { warning: 'tiny_domain' } : {}) });
      for (let i = 0n; i < 300n && i <= greatest; i++) {
        expect(BigInt(masked(mask, String(greatest - i))!)).toBeLessThanOrEqual(greatest);
        expect(BigInt(masked(mask, String(-greatest - 1n + i))!)).toBeGreaterThanOrEqual(-greatest - 1n);
      }
    }
  });
});

it('imitate_unique looks random: each digit of neighbouring numbers is uniform (chi-square)', () => {
  const mask = prepared('imitate_unique', { column: 'integer' });
  const counts = Array.from({ length: 9 }, () => new Array<number>(10).fill(0));
  for (const value of integers(500_000_000, 500_000_000 + SAMPLES - 1)) {
    Array.from(masked(mask, value)!, Number).forEach((digit, place) => (counts[place]![digit]! += 1));
  }
  counts.forEach((ofPlace, place) => {
    const possible = place === 0 ? ofPlace.slice(1) : ofPlace;
    const mean = SAMPLES / possible.length;
    const chiSquare = possible.reduce((sum, count) => sum + (count - mean) ** 2 / mean, 0);
    expect(Math.abs(chiSquare - (possible.length - 1))).toBeLessThan(5 * Math.sqrt(2 * possible.length));
  });
});

it('imitate_uuid never lets two UUIDs meet, and keeps version and variant', () => {
  const mask = prepared('imitate_uuid');
  const values = Array.from({ length: SAMPLES }, (_, index) => {
    const digits = index.toString(16).padStart(12, '0');
    return `01900000-0000-${'147'.charAt(index % 3)}000-${'08ce'.charAt(index % 4)}000-${digits}`;
  });
  const images = values.map((value) => masked(mask, value)!);
  expect(new Set(images).size).toBe(values.length);
  const kinds = (uuid: string): string => uuid.charAt(14) + ['0', '0', '8', 'c', 'e'][[7, 11, 13, 15].findIndex((top) => parseInt(uuid.charAt(19), 16) <= top) + 1]!;
  expect(images.map(kinds)).toEqual(values.map(kinds));
});

it('imitate_nz_ird permutes valid numbers among valid numbers', () => {
  const mask = prepared('imitate_nz_ird', { params: { greatest: 10_200_000 } });
  const valid = integers(10_000_000, 10_200_000).filter((value) => !masked(mask, value)!.startsWith('error'));
  expect(valid.length).toBeGreaterThan(18_000);
  expect(isPermuted(mask, valid)).toBe(true);
  const imitating = prepared('imitate_nz_ird', { params: { greatest: 10_200_000, on_invalid: 'imitate' } });
  const mixed = integers(10_150_000, 10_250_000);
  expect(new Set(mixed.map((value) => masked(imitating, value))).size).toBe(mixed.length);
});

it('from_unique_imitate permutes whole sets, with and without leading zeros', () => {
  const options = { warning: 'deprecated_mask' };
  const all = texts(DIGITS, DIGITS, DIGITS, DIGITS);
  expect(isPermuted(prepared('from_unique_imitate', options), all)).toBe(true);
  expect(isPermuted(prepared('from_unique_imitate', { ...options, params: { preserve_leading_zeros: true } }), all)).toBe(true);
});

describe('from_unique', () => {
  it('gives every text of the format once, then says that there are no more', () => {
    for (const [format, size] of [['{[0-9],1}', 10], ['{[A-C],2}{!int, -3:8, pad}', 108], ['{[a-c],1:5}', 363], ['{[A-Z],1}{[0-9],3}', 26_000]] as const) {
      const mask = prepared('from_unique', { params: { format } });
      const images = Array.from({ length: size }, () => masked(mask, 'x'));
      expect(new Set(images).size).toBe(size);
      expect(masked(mask, 'x')).toBe('error: format_too_small');
    }
  });

  it('gives different texts of a huge format', () => {
    const mask = prepared('from_unique', { params: { format: 'ID-{[A-Z0-9],40}' } });
    const images = new Set(Array.from({ length: 2000 }, () => masked(mask, null)));
    expect(images.size).toBe(2000);
  });
});

describe('fpe', () => {
  it('permutes whole sets', () => {
    const mask = prepared('fpe', { column: 'integer' });
    const images = new Set(integers(100_000, 115_000).map((value) => masked(mask, value)));
    expect(images.size).toBe(15_001);
    expect([...images].every((image) => /^[1-9][0-9]{5}$/.test(image ?? ''))).toBe(true);
  });
});

describe('ip_address', () => {
  const lastBytes = (written: (high: number, low: number) => string): string[] =>
    Array.from({ length: 65_536 }, (_, index) => written(index >> 8, index & 0xff));

  it.each([
    ['the addresses of a network', { keep_prefix_bits: 16 }, lastBytes((high, low) => `192.0.${high}.${low}`)],
    ['a private network', { keep_special: true }, lastBytes((high, low) => `192.168.${high}.${low}`)],
    ['a network and its addresses', { keep_prefix_bits: 16 }, lastBytes((high, low) => `10.1.${high}.${low}/16`)],
    ['whole networks', { keep_prefix_bits: 8 }, lastBytes((high, low) => `10.${high}.${low}.0/24`)],
    ['IPv6', { keep_prefix_bits_v6: 112 }, lastBytes((high, low) => `2001:db8::1:${((high << 8) | low).toString(16)}`)],
  ])('permutes %s', (_, params, values) => {
    expect(isPermuted(prepared('ip_address', { params }), values)).toBe(true);
  });

  it('never lets two addresses meet, whatever stays', () => {
    const values = lastBytes((high, low) => `${high}.${low}.${low ^ 0x55}.${high}`).concat(['127.0.0.1', '0.0.0.0']);
    for (const params of [{}, { keep_special: true }, { keep_prefix_bits: 5, keep_special: true }]) {
      const mask = prepared('ip_address', { params });
      expect(new Set(values.map((value) => masked(mask, value))).size).toBe(new Set(values).size);
    }
  });
});
