import { CharacterClasses, foldCode } from './character-classes.js';
import { DEFAULT_CHARSETS } from './charset.js';
import { Ff1 } from '../../permutation/ff1.js';
import { FpeCipher } from './fpe-cipher.js';
import { irdCheckDigit, isIrdNumber } from './ird-number.js';
import { parseFormat } from '../format-parser.js';
import { mixesCases, uniqueFormat, uniquenessProblem } from './unique-format.js';

const codes = (text: string): number[] => Array.from(text, (character) => character.codePointAt(0)!);

describe('IRD numbers', () => {
  it.each([
    [4909185, 0],
    [3590198, 1],
    [13690155, 9],
    [1234567, 4],
  ])('the check digit of %i is %i', (body, digit) => {
    expect(irdCheckDigit(body)).toBe(digit);
  });

  it('have no check digit for some bodies, and a least and a greatest number', () => {
    const bodies = Array.from({ length: 10_000 }, (_, index) => 1_000_000 + index);
    expect(bodies.filter((body) => irdCheckDigit(body) === null).length).toBeGreaterThan(20);
    expect(isIrdNumber(49091850, 150_000_000)).toBe(true);
    expect(isIrdNumber(49091850, 49_000_000)).toBe(false);
    expect(isIrdNumber(9125568, 150_000_000)).toBe(false);
  });
});

describe('CharacterClasses', () => {
  it('makes one class of the two cases of the same letters', () => {
    const { alphabets, isCaseSafe } = new CharacterClasses(DEFAULT_CHARSETS);
    expect(alphabets.map(({ codes: members, shape }) => [members.length, shape])).toEqual([
      [26, 0],
      [26, 0],
      [10, 1],
    ]);
    expect(isCaseSafe).toBe(true);
  });

  it.each([
    ['capitals alone', [[[0x41, 0x5a]]], false],
    ['digits alone', [[[0x30, 0x39]]], true],
    [
      'both cases and digits in one group',
      [
        [
          [0x30, 0x39],
          [0x41, 0x5a],
          [0x61, 0x7a],
        ],
      ],
      false,
    ],
    [
      'both cases in one group',
      [
        [
          [0x41, 0x5a],
          [0x61, 0x7a],
        ],
      ],
      true,
    ],
    ['other letters in each case', [[[0x41, 0x4f]], [[0x61, 0x7a]]], false],
    ['a script without case', [[[0x4e00, 0x4eff]]], true],
  ] as const)('knows whether case may be ignored: %s', (_, charsets, isCaseSafe) => {
    expect(new CharacterClasses(charsets).isCaseSafe).toBe(isCaseSafe);
  });

  it('folds plain pairs of letters and nothing else', () => {
    expect(
      codes('AZaz09ÉéЯяßİıſ😀')
        .map((code) => String.fromCodePoint(foldCode(code)))
        .join(''),
    ).toBe('azaz09ééяяßİıſ😀');
    expect(foldCode(0xd800)).toBe(0xd800);
  });
});

describe('FpeCipher', () => {
  const cipher = new FpeCipher(
    new Ff1(Buffer.alloc(32, 7), 36),
    codes('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'),
    'tweak',
  );
  const digits = new FpeCipher(new Ff1(Buffer.alloc(16, 7), 10), codes('0123456789'), '');

  it.each(['AB12-CD34', 'A1B2', '--', '00000000', 'x'.repeat(9), 'ZZZZ é 😀 ZZZZ', 'Q7'.repeat(512)])(
    'takes back what it gave: %s',
    (text) => {
      const encrypted = cipher.encrypt(text);
      expect(encrypted).toHaveLength(text.length);
      expect(cipher.decrypt(encrypted ?? '')).toBe(text);
    },
  );

  it.each([
    [100_000n, null],
    [2_147_483_647n, 2_147_483_647n],
    [-2_147_483_648n, 2_147_483_647n],
    [9_999_999_999n, 2_147_483_647n],
    [-9_223_372_036_854_775_808n, 9_223_372_036_854_775_807n],
    [10n ** 40n, null],
  ])('takes back the whole number %s', (value, greatest) => {
    const encrypted = digits.encryptInteger(value, greatest)!;
    expect(String(encrypted)).toHaveLength(String(value).length);
    expect(digits.decryptInteger(encrypted, greatest)).toBe(value);
  });

  it('refuses what is too short or too long', () => {
    expect(['ABC', 'Q'.repeat(1025), '-'.repeat(5000)].map((text) => cipher.encrypt(text))).toEqual([
      null,
      null,
      null,
    ]);
    expect(digits.encryptInteger(99_999n, null)).toBeNull();
  });

  it('depends on its tweak', () => {
    const other = new FpeCipher(new Ff1(Buffer.alloc(16, 7), 10), codes('0123456789'), 'x');
    expect(other.encrypt('0123456789')).not.toBe(digits.encrypt('0123456789'));
  });
});

describe('uniqueFormat', () => {
  it.each([
    ['{[A-Z],3}{[0-9],3}', 17_576_000n],
    ['{[A-C],1}', 3n],
    ['{[0-9],2}x', 100n],
    ['{[aA],3}', 8n],
    ['+{[1-9],1}{[0-9],6}', 9_000_000n],
    ['{(a|b|a)}', 2n],
    ['{!int, -5:14}', 20n],
    ['{[ab],1:3}', 14n],
    ['{[0-9],100}', 10n ** 100n],
    ['fixed', 1n],
  ])('%s has %s texts', (format, capacity) => {
    expect(uniqueFormat(parseFormat(format)).capacity).toBe(capacity);
  });

  it.each(['{[ab],1:3}', 'x{!int, -5:14}y', '{!int, -2:120, pad}', '{(red|tan)}-{[0-9],2}', '{[α-γ😀],2}'])(
    '%s gives each once',
    (text) => {
      const format = uniqueFormat(parseFormat(text));
      const all = Array.from({ length: Number(format.capacity) }, (_, index) => format.textAt(BigInt(index)));
      expect(new Set(all).size).toBe(all.length);
    },
  );

  it('says what cannot be unique', () => {
    const problems = ['{[0-9],1:3}{[0-9],2}', '{[0-9],1001}', '{(a|bb)}{(c|d)}', '{[a-z],9}'].map(
      (text) => uniquenessProblem(parseFormat(text)) !== null,
    );
    expect(problems).toEqual([true, true, true, false]);
    expect(
      ['{[aA],2}', '{(ab|AB)}', '{[a-z],2}{[A-Z],2}', '{[0-9É],1}'].map((text) =>
        mixesCases(parseFormat(text)),
      ),
    ).toEqual([true, true, false, false]);
  });
});
