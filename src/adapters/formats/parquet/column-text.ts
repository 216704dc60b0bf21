import { quoteName } from './parquet-sql.js';
import type { ColumnShape } from '../../../engine/index.js';
import type { ParquetColumn } from './parquet-facts.js';

const KINDS: readonly (readonly [RegExp, ColumnShape['kind']])[] = [
  // Nested columns travel as JSON; an array of integers must not be taken for an integer.
  [/\]$|^(STRUCT|MAP|UNION)\b|^JSON$/, 'json'],
  [/^U?(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT)$/, 'integer'],
  [/^DECIMAL/, 'decimal'],
  [/^(FLOAT|DOUBLE)$/, 'float'],
  [/^BOOLEAN$/, 'boolean'],
  [/^VARCHAR$/, 'text'],
  [/^DATE$/, 'date'],
  [/^TIMESTAMP/, 'datetime'],
  [/^TIME\b/, 'time'],
  [/^BLOB$/, 'bytes'],
];
const DIGITS: Readonly<Record<string, number>> = {
  ...{ TINYINT: 3, SMALLINT: 5, INTEGER: 10, BIGINT: 19, HUGEINT: 39 },
  ...{ UTINYINT: 3, USMALLINT: 5, UINTEGER: 10, UBIGINT: 20 },
};
const DECIMAL = /^DECIMAL\((\d+),(\d+)\)$/;

/** The column as the engine sees it. */
export function columnShape({ element, type }: ParquetColumn): ColumnShape {
  const kind = kindOf(type);
  const decimal = DECIMAL.exec(type);
  const precision = decimal === null ? (DIGITS[type] ?? null) : Number(decimal[1]);
  return {
    ...{ name: element.name, kind, nullable: element.repetition !== 'REQUIRED', writable: true },
    ...{ maxLength: null, numericPrecision: precision },
    numericScale: decimal === null ? (precision === null ? null : 0) : Number(decimal[2]),
  };
}

function kindOf(type: string): ColumnShape['kind'] {
  return KINDS.find(([pattern]) => pattern.test(type))?.[1] ?? 'other';
}

/** SQL: the column's value as the text that masks are given. */
export function toTextSql({ name: column, type }: ParquetColumn): string {
  const name = quoteName(column);
  switch (kindOf(type)) {
    case 'text':
      return name;
    case 'bytes':
      return `'\\x' || lower(hex(${name}))`;
    case 'json':
      return type === 'JSON' ? `${name}::VARCHAR` : `to_json(${name})::VARCHAR`;
    default:
      return `${name}::VARCHAR`;
  }
}

/** SQL: the column's value from the text that a mask gave. */
export function fromTextSql({ element, type }: ParquetColumn, text: string): string {
  switch (kindOf(type)) {
    case 'text':
      return text;
    case 'bytes':
      return `unhex(substr(${text}, 3))`;
    case 'json':
      return type === 'JSON' ? `${text}::JSON` : `CAST(${text}::JSON AS ${type})`;
    default:
      return `CAST(${text} AS ${hasMilliseconds(element.logical) ? 'TIMESTAMP_MS' : type})`;
  }
}

/** DuckDB reads these as microseconds, and writes milliseconds only where the type says so. */
export function hasMilliseconds(logical: string | null): boolean {
  return logical?.startsWith('TimestampType(isAdjustedToUTC=0, unit=TimeUnit(MILLIS=Milli') ?? false;
}
