import { Ff1, shortestForFf1 } from './ff1.js';

const KEYS = {
  128: '2B7E151628AED2A6ABF7158809CF4F3C',
  192: '2B7E151628AED2A6ABF7158809CF4F3CEF4359D8D580AA4F',
  256: '2B7E151628AED2A6ABF7158809CF4F3CEF4359D8D580AA4F7F036D6F04FC6A94',
} as const;
const DIGITS = '0123456789';
const ALNUM = '0123456789abcdefghi';
const T10 = '39383736353433323130';
const T11 = '3737373770717273373737';

/** The published samples. */
const SAMPLES = [
  { bits: 128, radix: 10, tweak: '', plain: DIGITS, cipher: '2433477484' },
  { bits: 128, radix: 10, tweak: T10, plain: DIGITS, cipher: '6124200773' },
  { bits: 128, radix: 36, tweak: T11, plain: ALNUM, cipher: 'a9tv40mll9kdu509eum' },
  { bits: 192, radix: 10, tweak: '', plain: DIGITS, cipher: '2830668132' },
  { bits: 192, radix: 10, tweak: T10, plain: DIGITS, cipher: '2496655549' },
  { bits: 192, radix: 36, tweak: T11, plain: ALNUM, cipher: 'xbj3kv35jrawxv32ysr' },
  { bits: 256, radix: 10, tweak: '', plain: DIGITS, cipher: '6657667009' },
  { bits: 256, radix: 10, tweak: T10, plain: DIGITS, cipher: '1001623463' },
  { bits: 256, radix: 36, tweak: T11, plain: ALNUM, cipher: 'xs8a0azh2avyalyzuwd' },
] as const;

const numerals = (text: string): number[] => Array.from(text, (character) => parseInt(character, 36));
const shown = (digits: readonly number[]): string => digits.map((digit) => digit.toString(36)).join('');

describe('Ff1', () => {
  it.each(SAMPLES)('gives the published sample: AES-$bits, radix $radix, tweak "$tweak"', (sample) => {
    const { bits, radix, tweak, plain, cipher } = sample;
    const ff1 = new Ff1(Buffer.from(KEYS[bits], 'hex'), radix);
    const tweakBytes = Buffer.from(tweak, 'hex');
    expect(shown(ff1.encrypt(numerals(plain), tweakBytes))).toBe(cipher);
    expect(shown(ff1.decrypt(numerals(cipher), tweakBytes))).toBe(plain);
  });

  it('is undone by decryption at every length, with long tweaks and large radices', () => {
    for (const radix of [2, 10, 62, 1000, 65536]) {
      const ff1 = new Ff1(Buffer.from(KEYS[256], 'hex'), radix);
      for (let length = shortestForFf1(radix); length < 70; length += 3) {
        const plain = Array.from({ length }, (_, index) => (index * 7919) % radix);
        const tweak = Buffer.alloc(length, length);
        const cipher = ff1.encrypt(plain, tweak);
        expect(cipher.every((numeral) => numeral >= 0 && numeral < radix)).toBe(true);
        expect(cipher).not.toEqual(plain);
        expect(ff1.decrypt(cipher, tweak)).toEqual(plain);
      }
    }
  });

  it('refuses what the standard does not allow', () => {
    expect(() => new Ff1(Buffer.alloc(15), 10)).toThrow(RangeError);
    expect(() => new Ff1(Buffer.alloc(16), 1)).toThrow(RangeError);
    expect(() => new Ff1(Buffer.alloc(16), 10).encrypt([1, 2, 3, 4, 5], Buffer.alloc(0))).toThrow(RangeError);
    expect([2, 10, 36, 1000, 65536].map(shortestForFf1)).toEqual([20, 6, 4, 2, 2]);
  });
});
