import fc from 'fast-check';
import { IntegerPermuter } from './integer-permuter.js';

const KEY = Buffer.alloc(32, 3);
const LIMITS = [15n, 16n, 31n, 32n, 63n, 64n].map((bits) => 1n << bits);

/** Numbers around a number, within its sign. */
function neighbours(value: bigint, count: number): bigint[] {
  const all = Array.from({ length: count }, (_, index) => value + BigInt(index - count / 2));
  return all.filter((number) => number < 0n === value < 0n);
}

/** How many of the limits a magnitude has passed. */
function section(value: bigint): number {
  // No negative number belongs to an unsigned column, whose limits stand at the odd places.
  return LIMITS.filter((limit, index) => (value < 0n ? index % 2 === 0 && -value > limit : value >= limit))
    .length;
}

describe('IntegerPermuter', () => {
  const interesting = fc.oneof(
    fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }),
    fc.constantFrom(...LIMITS.flatMap((limit) => [limit, -limit])),
    fc.nat(18).chain((power) => fc.constantFrom(10n ** BigInt(power), -(10n ** BigInt(power)))),
  );

  it('is injective around every number, keeps ends, sign, width and section', () => {
    fc.assert(
      fc.property(interesting, fc.nat(4), fc.nat(4), (value, prefix, suffix) => {
        const permuter = new IntegerPermuter(KEY, { prefix, suffix }, null);
        const numbers = neighbours(value, 40);
        const images = numbers.map((number) => permuter.permuteInteger(number));
        const shapes = numbers.map((number, index) => [number, images[index]!] as const);
        return (
          new Set(images).size === numbers.length &&
          shapes.every(([number, image]) => keepsShape(number, image, { prefix, suffix }))
        );
      }),
      { seed: 20_270_101, numRuns: 400 },
    );
  });

  it('gives a text of digits what it gives the number, behind zeros too', () => {
    const permuter = new IntegerPermuter(KEY, { prefix: 0, suffix: 0 }, null);
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 2n ** 70n }),
        fc.nat(5),
        fc.boolean(),
        (value, zeros, isNegative) => {
          const number = permuter.permuteInteger(isNegative ? -value : value);
          const digits = permuter.permuteDigits('0'.repeat(zeros) + String(value), isNegative && value > 0n);
          return digits === '0'.repeat(zeros) + String(number).replace('-', '');
        },
      ),
      { seed: 20_270_101, numRuns: 400 },
    );
  });
});

function keepsShape(
  number: bigint,
  image: bigint,
  { prefix, suffix }: { prefix: number; suffix: number },
): boolean {
  const [digits, imageDigits] = [String(number).replace('-', ''), String(image).replace('-', '')];
  return (
    number < 0n === image < 0n &&
    digits.length === imageDigits.length &&
    section(number) === section(image) &&
    digits.slice(0, prefix) === imageDigits.slice(0, prefix) &&
    digits.slice(digits.length - Math.min(digits.length, suffix)) ===
      imageDigits.slice(digits.length - Math.min(digits.length, suffix))
  );
}
