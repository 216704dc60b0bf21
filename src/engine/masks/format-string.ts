/** A parsed format string: literals and tokens in order. */
export interface Format {
  readonly parts: readonly FormatPart[];
  /** How many different strings it can give; null: unknown, since one string may come about in two ways. */
  readonly capacity: bigint | null;
}

export type FormatPart = FormatLiteral | FormatSet | FormatInteger | FormatAlternatives;

export interface FormatLiteral {
  readonly kind: 'literal';
  readonly text: string;
}

/** `min` to `max` characters of a set. */
export interface FormatSet {
  readonly kind: 'set';
  /** Code point ranges, sorted, apart from one another, both ends inclusive. */
  readonly ranges: readonly (readonly [number, number])[];
  readonly size: number;
  readonly min: number;
  readonly max: number;
}

export interface FormatInteger {
  readonly kind: 'integer';
  readonly min: bigint;
  readonly max: bigint;
  /** Digits to pad to with zeros; 0: none. */
  readonly width: number;
}

export interface FormatAlternatives {
  readonly kind: 'alternatives';
  readonly texts: readonly string[];
}

/** How many different strings the parts give together; null where one string may come about in two ways. */
export function capacityOf(parts: readonly FormatPart[]): bigint | null {
  const flexible = parts.filter((part) => isFlexible(part)).length;
  const drawing = parts.filter((part) => part.kind !== 'literal').length;
  if (flexible > 0 && drawing > 1) {
    return null;
  }
  return parts.reduce((product, part) => product * partCapacity(part), 1n);
}

/** Parts whose length varies may share characters with their neighbours. */
function isFlexible(part: FormatPart): boolean {
  switch (part.kind) {
    case 'literal':
      return false;
    case 'set':
      return part.min !== part.max;
    case 'integer':
      return part.width === 0 && part.min.toString().length !== part.max.toString().length;
    default:
      return new Set(part.texts.map((text) => text.length)).size > 1;
  }
}

function partCapacity(part: FormatPart): bigint {
  switch (part.kind) {
    case 'literal':
      return 1n;
    case 'set':
      return setCapacity(part);
    case 'integer':
      return part.max - part.min + 1n;
    default:
      return BigInt(new Set(part.texts).size);
  }
}

/** Exact up to sizes that matter; a set of thousands of characters is counted as if it had sixty-four. */
const MAX_COUNTED = 64;

function setCapacity({ size, min, max }: FormatSet): bigint {
  const base = BigInt(size);
  let sum = 0n;
  const last = Math.min(max, Math.max(min, MAX_COUNTED));
  for (let length = min; length <= last && length <= MAX_COUNTED; length++) {
    sum += base ** BigInt(length);
  }
  return sum === 0n ? base ** BigInt(MAX_COUNTED) : sum;
}
