import type { ColumnShape } from '../../../engine/index.js';
import type { KeyOrder } from '../sql/sql-dialect.js';
import { quoteText } from './mysql-sql.js';

/** How texts of a type travel to and from the server. */
type Family = 'text' | 'number' | 'float' | 'double' | 'bit' | 'bytes' | 'listed' | 'plain';

const FAMILIES: Readonly<Record<string, Family>> = {
  char: 'text',
  varchar: 'text',
  tinytext: 'text',
  text: 'text',
  mediumtext: 'text',
  longtext: 'text',
  tinyint: 'number',
  smallint: 'number',
  mediumint: 'number',
  int: 'number',
  bigint: 'number',
  decimal: 'number',
  year: 'number',
  float: 'float',
  double: 'double',
  bit: 'bit',
  enum: 'listed',
  set: 'listed',
  binary: 'bytes',
  varbinary: 'bytes',
  tinyblob: 'bytes',
  blob: 'bytes',
  mediumblob: 'bytes',
  longblob: 'bytes',
  geometry: 'bytes',
  point: 'bytes',
  linestring: 'bytes',
  polygon: 'bytes',
  multipoint: 'bytes',
  multilinestring: 'bytes',
  multipolygon: 'bytes',
  geometrycollection: 'bytes',
  geomcollection: 'bytes',
  vector: 'bytes',
};

/** `varchar(40)` → `varchar`. */
export function baseOf(typeName: string): string {
  return /^[a-z0-9]+/.exec(typeName)?.[0] ?? '';
}

/** Types of dates, UUIDs, addresses and whatever else has a text form by which it is written, too, are plain. */
function familyOf(typeName: string): Family {
  return FAMILIES[baseOf(typeName)] ?? 'plain';
}

/** The expression that gives a column's value as text, whole: `\x…` for bytes, digits 0 and 1 for bits. */
export function readExpression(column: string, typeName: string): string {
  switch (familyOf(typeName)) {
    case 'text':
    case 'listed':
      return column;
    case 'bytes':
      return String.raw`CONCAT('\\x', LOWER(HEX(${column})))`;
    case 'bit':
      return `LPAD(BIN(${column} + 0), ${bitsOf(typeName)}, '0')`;
    case 'float':
      // of the column itself the server shows six digits only
      return `CAST(${column} * 1e0 AS CHAR)`;
    default:
      return `CAST(${column} AS CHAR)`;
  }
}

/** Four-byte floats are read with the digits of eight bytes. */
export function isSingleFloat(typeName: string): boolean {
  return familyOf(typeName) === 'float';
}

const BARE_NUMBER = /^-?\d+(?:\.\d+)?$/;
const ANY_NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;
const HEX = /^\\x(?:[0-9a-f]{2})*$/i;
const BITS = /^[01]{1,64}$/;

/** Writes texts of one type as SQL literals. Undefined: no value of the type has this text. */
export function valueWriter(typeName: string): (text: string) => string | undefined {
  switch (familyOf(typeName)) {
    case 'number':
      return (text) => (BARE_NUMBER.test(text) ? text : quoteText(text));
    case 'bytes':
      return (text) => (HEX.test(text) ? bytesLiteral(text) : quoteText(text));
    case 'bit':
      return (text) => (BITS.test(text) ? `b'${text}'` : undefined);
    default:
      return quoteText;
  }
}

const PLAIN = { isPlain: true, expression: (column: string): string => column };

export function keyOrder(typeName: string): KeyOrder {
  switch (familyOf(typeName)) {
    case 'number':
      return { ...PLAIN, literal: (text) => (BARE_NUMBER.test(text) ? text : quoteText(text)) };
    case 'double':
      return { ...PLAIN, literal: doubleLiteral };
    case 'float':
      return { ...PLAIN, literal: (text) => doubleLiteral(String(Math.fround(Number(text)))) };
    case 'bit':
      return { ...PLAIN, literal: (text) => BigInt(`0b${text}`).toString() };
    case 'bytes':
      return { ...PLAIN, literal: bytesLiteral };
    case 'listed':
      // sorted by their place in the list, but compared with a text by their own: so both go by the text
      return {
        isPlain: false,
        expression: (column) => `CAST(${column} AS CHAR) COLLATE utf8mb4_bin`,
        literal: quoteText,
      };
    default:
      return { ...PLAIN, literal: quoteText };
  }
}

/** Can a column of this type stand in the primary key of a table without a prefix length? */
export function canBeKey(typeName: string): boolean {
  return !/(?:text|blob)$/.test(baseOf(typeName)) && !isUnindexed(typeName);
}

/** Too large for a table in memory. */
export function isLarge(typeName: string, maxLength: number | null): boolean {
  return !canBeKey(typeName) || baseOf(typeName) === 'json' || (maxLength ?? 0) > 1_000;
}

function isUnindexed(typeName: string): boolean {
  return ['geometry', 'point', 'linestring', 'polygon', 'vector', 'json'].some((name) =>
    baseOf(typeName).endsWith(name),
  );
}

function bitsOf(typeName: string): string {
  return /\((\d+)\)/.exec(typeName)?.[1] ?? '1';
}

function bytesLiteral(text: string): string {
  return HEX.test(text) ? `X'${text.slice(2)}'` : quoteText(text);
}

/** With an exponent, so that the server takes it for a float and not for a decimal. */
function doubleLiteral(text: string): string {
  if (!ANY_NUMBER.test(text)) {
    return quoteText(text);
  }
  return /e/i.test(text) ? text : `${text}e0`;
}

const KINDS: Readonly<Record<string, ColumnShape['kind']>> = {
  tinyint: 'integer',
  smallint: 'integer',
  mediumint: 'integer',
  int: 'integer',
  bigint: 'integer',
  year: 'integer',
  decimal: 'decimal',
  float: 'float',
  double: 'float',
  char: 'text',
  varchar: 'text',
  tinytext: 'text',
  text: 'text',
  mediumtext: 'text',
  longtext: 'text',
  date: 'date',
  datetime: 'datetime',
  timestamp: 'datetime',
  time: 'time',
  binary: 'bytes',
  varbinary: 'bytes',
  tinyblob: 'bytes',
  blob: 'bytes',
  mediumblob: 'bytes',
  longblob: 'bytes',
  json: 'json',
};

/** Digits of the largest value; the range itself is checked by the server. */
const INTEGER_DIGITS: Readonly<Record<string, number>> = {
  tinyint: 3,
  smallint: 5,
  mediumint: 8,
  int: 10,
  bigint: 19,
  year: 4,
};

/** Catalog facts of a column's type. */
export interface TypeFacts {
  readonly typeName: string;
  readonly characters: number | null;
  readonly precision: number | null;
  readonly scale: number | null;
  readonly collation: string | null;
  /** The server keeps JSON as checked text. */
  readonly isCheckedJson: boolean;
}

export type TypeLimits = Pick<
  ColumnShape,
  'kind' | 'maxLength' | 'numericPrecision' | 'numericScale' | 'caseInsensitive'
>;

/** What the engine may know of a type. */
export function limitsOf(facts: TypeFacts): TypeLimits {
  const base = baseOf(facts.typeName);
  const kind = facts.isCheckedJson ? 'json' : (KINDS[base] ?? 'other');
  const isShort = base === 'char' || base === 'varchar';
  return {
    kind,
    maxLength: isShort ? facts.characters : null,
    numericPrecision: kind === 'decimal' ? facts.precision : (INTEGER_DIGITS[base] ?? null),
    numericScale: kind === 'decimal' ? facts.scale : kind === 'integer' ? 0 : null,
    caseInsensitive: kind === 'text' && facts.collation?.endsWith('_ci') === true,
  };
}

/** A text with a character set. */
export function isText(typeName: string): boolean {
  return familyOf(typeName) === 'text';
}
