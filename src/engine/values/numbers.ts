/** Longest number text that is turned into a big integer: PostgreSQL's longest numeric, and some. */
const MAX_LENGTH = 200_000;
const NUMBER = /^\s*([-+]?)(?:([0-9]+)(?:\.([0-9]*))?|\.([0-9]+))(?:[eE]([-+]?[0-9]{1,4}))?\s*$/;
const MAX_EXPONENT = 5000;

/** An exact decimal number: ±digits · 10^−scale. */
export interface ExactNumber {
  readonly digits: bigint;
  readonly scale: number;
}

/** Reads number text exactly; null when it is not a finite number. */
export function parseExact(text: string): ExactNumber | null {
  const match = text.length > MAX_LENGTH ? null : NUMBER.exec(text);
  if (match === null) {
    return null;
  }
  const fraction = match[3] ?? match[4] ?? '';
  const exponent = Number(match[5] ?? '0');
  if (Math.abs(exponent) > MAX_EXPONENT) {
    return null;
  }
  const unsigned = BigInt(`${match[2] ?? ''}${fraction}` || '0');
  const digits = match[1] === '-' ? -unsigned : unsigned;
  const scale = fraction.length - exponent;
  return scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale };
}

/** Plain digits with exactly `scale` places; never `-0`. */
export function formatScaled(digits: bigint, scale: number): string {
  if (scale === 0) {
    return digits.toString();
  }
  const negative = digits < 0n;
  const text = (negative ? -digits : digits).toString().padStart(scale + 1, '0');
  return `${negative ? '-' : ''}${text.slice(0, -scale)}.${text.slice(-scale)}`;
}

/** The whole number equal to an exact one; null: it has a fraction. */
export function toInteger(number: ExactNumber): bigint | null {
  const unit = 10n ** BigInt(number.scale);
  return number.digits % unit === 0n ? number.digits / unit : null;
}

/** The number in units of 10^−scale, rounded down or up. */
export function toScaled(number: ExactNumber, scale: number, up: boolean): bigint {
  if (number.scale <= scale) {
    return number.digits * 10n ** BigInt(scale - number.scale);
  }
  const unit = 10n ** BigInt(number.scale - scale);
  const quotient = number.digits / unit;
  const remainder = number.digits % unit;
  if (up) {
    return remainder > 0n ? quotient + 1n : quotient;
  }
  return remainder < 0n ? quotient - 1n : quotient;
}

/** Equal numbers, equal text: `7`, `7.5`. */
export function plainNumber({ digits, scale }: ExactNumber): string {
  return trimFraction(formatScaled(digits, scale));
}

/** Plain decimal text of a float: shortest that reads back equal, without an exponent. */
export function plainFloat(value: number): string {
  const shortest = String(Object.is(value, -0) ? 0 : value);
  if (!shortest.includes('e')) {
    return shortest;
  }
  const exact = parseExact(shortest);
  return exact === null ? shortest : trimFraction(formatScaled(exact.digits, exact.scale));
}

/** `7.50` → `7.5`, `7.00` → `7`, `-0.0` → `0`. */
export function trimFraction(text: string): string {
  if (!text.includes('.')) {
    return text === '-0' ? '0' : text;
  }
  let end = text.length;
  while (text.charCodeAt(end - 1) === 0x30) {
    end--;
  }
  const trimmed = text.slice(0, text.charCodeAt(end - 1) === 0x2e ? end - 1 : end);
  return trimmed === '-0' ? '0' : trimmed;
}
