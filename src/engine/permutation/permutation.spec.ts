import { BigPermutation, ceilingRoot } from './big-permutation.js';
import { FeistelPermutation } from './feistel-permutation.js';
import { KeyedPermutation } from './keyed-permutation.js';
import { ShapeTweak } from './shape-tweak.js';
import { VectorPermutation } from './vector-permutation.js';
import type { DigitVector } from './vector-permutation.js';

const KEY = Buffer.alloc(32, 1);
const OTHER_KEY = Buffer.alloc(32, 2);
const TWEAK = { low: 7, high: 9 };

/** Are all of 0 … size − 1 met exactly once? */
function isBijective(size: number, image: (index: number) => number): boolean {
  const met = new Uint8Array(size);
  for (let i = 0; i < size; i++) {
    met[image(i)]! += 1;
  }
  return met.every((count) => count === 1);
}

/** Distance of a chi-square sum from its mean, in standard deviations. */
function deviation(counts: readonly number[]): number {
  const freedom = counts.length - 1;
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  const sum = counts.reduce((total, count) => total + (count - mean) ** 2 / mean, 0);
  return Math.abs(sum - freedom) / Math.sqrt(2 * freedom);
}

describe('KeyedPermutation', () => {
  const permutation = new KeyedPermutation(KEY);

  it('is bijective on every small set', () => {
    for (let size = 1; size <= 300; size++) {
      expect(isBijective(size, (index) => permutation.permute(index, size, TWEAK))).toBe(true);
    }
  });

  it.each([1023, 1024, 1025, 4096, 9000, 17_576, 99_991, 456_976, 1_000_000])(
    'is bijective on %i values, and undone by its inverse',
    (size) => {
      expect(isBijective(size, (index) => permutation.permute(index, size, TWEAK))).toBe(true);
      for (let index = 0; index < size; index += Math.ceil(size / 97)) {
        expect(permutation.invert(permutation.permute(index, size, TWEAK), size, TWEAK)).toBe(index);
      }
    },
  );

  it.each([2 ** 32 + 15, 26 ** 10, 10 ** 15, 2 ** 52 - 47, 2 ** 52])(
    'is injective on samples of %i values',
    (size) => {
      const indices = Array.from({ length: 50_000 }, (_, index) => index * Math.floor(size / 50_000));
      const images = indices.map((index) => permutation.permute(index, size, TWEAK));
      expect(images.every((image) => image >= 0 && image < size && Number.isInteger(image))).toBe(true);
      expect(new Set(images).size).toBe(50_000);
      const some = indices.filter((_, position) => position % 500 === 0);
      expect(
        some.map((index) => permutation.invert(permutation.permute(index, size, TWEAK), size, TWEAK)),
      ).toEqual(some);
    },
  );

  it.each([10, 1024, 5000, 900_000_000])('depends on key and tweak with %i values', (size) => {
    const images = (of: KeyedPermutation, tweak: { low: number; high: number }): number[] =>
      Array.from({ length: 10 }, (_, index) => of.permute(index, size, tweak));
    const own = images(permutation, TWEAK);
    expect(images(new KeyedPermutation(KEY), TWEAK)).toEqual(own);
    expect(images(new KeyedPermutation(OTHER_KEY), TWEAK)).not.toEqual(own);
    expect(images(permutation, { low: 8, high: 9 })).not.toEqual(own);
    expect(images(permutation, { low: 7, high: 8 })).not.toEqual(own);
  });

  it.each([10, 1000, 1500, 900_000_000])(
    'spreads one index evenly over %i values under many tweaks',
    (size) => {
      const counts = new Array<number>(10).fill(0);
      for (let i = 0; i < 20_000; i++) {
        const image = permutation.permute(5, size, { low: i, high: 3 });
        counts[Math.floor((image * 10) / size)]! += 1;
      }
      expect(deviation(counts)).toBeLessThan(5);
    },
  );

  it.each([900_000_000, 26 ** 10])('spreads neighbours evenly over %i values', (size) => {
    const counts = new Array<number>(100).fill(0);
    for (let i = 0; i < 50_000; i++) {
      counts[Math.floor((permutation.permute(i, size, TWEAK) / size) * 100)]! += 1;
    }
    expect(deviation(counts)).toBeLessThan(5);
  });

  it('gives every permutation of three values equally often', () => {
    const counts = new Map<string, number>();
    for (let i = 0; i < 12_000; i++) {
      const images = [0, 1, 2].map((index) => permutation.permute(index, 3, { low: i, high: 0 })).join('');
      counts.set(images, (counts.get(images) ?? 0) + 1);
    }
    expect(counts.size).toBe(6);
    expect(deviation([...counts.values()])).toBeLessThan(5);
  });

  it('has as many fixed points as chance gives', () => {
    let fixed = 0;
    for (let low = 0; low < 300; low++) {
      for (let index = 0; index < 40; index++) {
        fixed += permutation.permute(index, 40, { low, high: 1 }) === index ? 1 : 0;
      }
    }
    expect(Math.abs(fixed - 300)).toBeLessThan(5 * Math.sqrt(300));
  });

  it('refuses sets beyond plain numbers', () => {
    expect(() => permutation.permute(1, 2 ** 53, TWEAK)).toThrow(RangeError);
  });
});

describe('FeistelPermutation', () => {
  it('is bijective even on the tiniest sets', () => {
    const feistel = new FeistelPermutation(KEY);
    for (let size = 1; size <= 200; size++) {
      expect(isBijective(size, (index) => feistel.permute(index, size, TWEAK))).toBe(true);
    }
  });
});

describe('BigPermutation', () => {
  it.each([1, 2, 3, 10, 1000, 2500])('is bijective on %i values', (size) => {
    const permutation = new BigPermutation(KEY, BigInt(size));
    expect(isBijective(size, (index) => Number(permutation.permute(BigInt(index))))).toBe(true);
  });

  it('is injective and undone by its inverse on huge sets', () => {
    for (const size of [26n ** 20n, 2n ** 64n, 10n ** 300n + 7n]) {
      const permutation = new BigPermutation(KEY, size);
      const met = new Set<bigint>();
      for (let i = 0n; i < 300n; i++) {
        const image = permutation.permute(i);
        expect(image >= 0n && image < size).toBe(true);
        expect(permutation.invert(image)).toBe(i);
        met.add(image);
      }
      expect(met.size).toBe(300);
      expect(new BigPermutation(OTHER_KEY, size).permute(5n)).not.toBe(permutation.permute(5n));
    }
  });

  it('takes exact roots', () => {
    for (let n = 0n; n < 2000n; n++) {
      const root = ceilingRoot(n);
      expect(root * root >= n && (root === 0n || (root - 1n) * (root - 1n) < n)).toBe(true);
    }
    expect(ceilingRoot(10n ** 100n)).toBe(10n ** 50n);
    expect(ceilingRoot(10n ** 100n + 1n)).toBe(10n ** 50n + 1n);
  });
});

describe('VectorPermutation', () => {
  const permutation = new VectorPermutation(KEY);
  const vectorOf = (radices: readonly number[], digits: readonly number[]): DigitVector => ({
    ...{ radices: Int32Array.from(radices), digits: Int32Array.from(digits), length: radices.length },
  });

  it.each([
    ['letters and digits', [26, 26, 10, 10]],
    ['an odd number of them', [26, 10, 26]],
    ['bits', new Array<number>(14).fill(2)],
    ['one large digit and a small one', [20_000, 5]],
    ['many ones', [...new Array<number>(40).fill(1), 100, 100]],
    [
      'halves that are long',
      [...new Array<number>(40).fill(2).map((radix, index) => (index % 4 === 0 ? radix : 1)), 3, 5],
    ],
  ])('is bijective: %s', (_, radices) => {
    const size = radices.reduce((product, radix) => product * radix, 1);
    const indexOf = (digits: Int32Array): number =>
      digits.reduce((sum, digit, i) => sum * radices[i]! + digit, 0);
    const digitsOf = (index: number): number[] => {
      let rest = index;
      return radices
        .toReversed()
        .map((radix) => {
          const digit = rest % radix;
          rest = Math.floor(rest / radix);
          return digit;
        })
        .toReversed();
    };
    const image = (index: number): number => {
      const vector = vectorOf(radices, digitsOf(index));
      permutation.permute(vector, TWEAK);
      return indexOf(vector.digits);
    };
    expect(isBijective(size, image)).toBe(true);
  });

  it.each([31, 33, 64, 1000])('is undone by its inverse, and mixes all of %i digits', (length) => {
    const radices = Array.from({ length }, (_, index) => [16, 26, 10, 2, 2_000_000][index % 5]!);
    const digits = radices.map((radix, index) => (index * 31) % radix);
    const vector = vectorOf(radices, digits);
    permutation.permute(vector, TWEAK);
    const image = [...vector.digits];
    expect(image.every((digit, index) => digit >= 0 && digit < radices[index]!)).toBe(true);
    permutation.invert(vector, TWEAK);
    expect([...vector.digits]).toEqual(digits);
    for (const changed of [0, length - 1]) {
      const other = vectorOf(radices, digits);
      other.digits[changed] = (other.digits[changed]! + 1) % radices[changed]!;
      permutation.permute(other, TWEAK);
      const same = image.filter((digit, index) => digit === other.digits[index]).length;
      expect(same).toBeLessThan(length / 2);
    }
  });

  it('depends on key and tweak', () => {
    const images = [KEY, OTHER_KEY].flatMap((key) =>
      [TWEAK, { low: 7, high: 8 }].map((tweak) => {
        const vector = vectorOf(new Array<number>(20).fill(10), new Array<number>(20).fill(3));
        new VectorPermutation(key).permute(vector, tweak);
        return [...vector.digits].join('');
      }),
    );
    expect(new Set(images).size).toBe(4);
  });
});

describe('ShapeTweak', () => {
  it('tells shapes apart', () => {
    const seen = new Set<string>();
    const tweak = new ShapeTweak();
    for (let a = 0; a < 300; a++) {
      for (let b = 0; b < 100; b++) {
        tweak.begin(1);
        tweak.add(a);
        tweak.add(b);
        seen.add(`${tweak.low} ${tweak.high & 0xffffff}`);
      }
    }
    expect(seen.size).toBe(30_000);
  });
});
