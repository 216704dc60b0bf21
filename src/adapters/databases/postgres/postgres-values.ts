import type { ColumnShape, RowText } from '../../../engine/index.js';

/** Key of a row as stored in the bookkeeping table. */
export function keyToText(key: RowText | null): string | null {
  return key === null ? null : JSON.stringify(key);
}

export function keyFromText(text: string | null): RowText | null {
  return text === null ? null : (JSON.parse(text) as (string | null)[]);
}

const KINDS: Readonly<Record<string, ColumnShape['kind']>> = {
  int2: 'integer',
  int4: 'integer',
  int8: 'integer',
  numeric: 'decimal',
  float4: 'float',
  float8: 'float',
  bool: 'boolean',
  text: 'text',
  varchar: 'text',
  bpchar: 'text',
  name: 'text',
  date: 'date',
  timestamp: 'datetime',
  timestamptz: 'datetime',
  time: 'time',
  timetz: 'time',
  bytea: 'bytes',
  json: 'json',
  jsonb: 'json',
};

/** Digits of the largest value; the range itself is checked by the server. */
const INTEGER_DIGITS: Readonly<Record<string, number>> = { int2: 5, int4: 10, int8: 19 };

/** Catalog facts of a type with its domains already followed down to the base. */
export interface BaseType {
  readonly name: string;
  readonly inSystemSchema: boolean;
  /** -1: none. */
  readonly modifier: number;
}

export type TypeLimits = Pick<ColumnShape, 'kind' | 'maxLength' | 'numericPrecision' | 'numericScale'>;

/** What the engine may know of a type. A user's own type named like a built-in one is `other`. */
export function limitsOf(type: BaseType): TypeLimits {
  if (!type.inSystemSchema) {
    return { ...limits(type.name === 'citext' ? 'text' : 'other') };
  }
  const kind = KINDS[type.name] ?? 'other';
  if (kind === 'integer') {
    return { ...limits(kind), numericPrecision: INTEGER_DIGITS[type.name] ?? null, numericScale: 0 };
  }
  if (type.name === 'name') {
    return { ...limits(kind), maxLength: 63 };
  }
  if (type.modifier < 4) {
    return limits(kind);
  }
  if (kind === 'text') {
    return { ...limits(kind), maxLength: type.modifier - 4 };
  }
  return kind === 'decimal' ? decimalLimits(type.modifier - 4) : limits(kind);
}

function limits(kind: ColumnShape['kind']): TypeLimits {
  return { kind, maxLength: null, numericPrecision: null, numericScale: null };
}

/** Precision in the upper half, scale in the lower 11 bits, signed since PostgreSQL 15. */
function decimalLimits(modifier: number): TypeLimits {
  const scale = ((modifier & 0x7ff) ^ 0x400) - 0x400;
  return { ...limits('decimal'), numericPrecision: (modifier >> 16) & 0xffff, numericScale: scale };
}
