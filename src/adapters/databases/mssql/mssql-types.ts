import type { ColumnShape } from '../../../engine/index.js';
import type { KeyOrder } from '../sql/sql-dialect.js';
import { quoteText } from './mssql-sql.js';

/** How texts of a type travel to and from the server. */
type Family =
  | 'narrow'
  | 'wide'
  | 'number'
  | 'money'
  | 'float'
  | 'real'
  | 'moment'
  | 'datetime'
  | 'uuid'
  | 'bytes'
  | 'path'
  | 'xml'
  | 'sealed';

const FAMILIES: Readonly<Record<string, Family>> = {
  ...{ char: 'narrow', varchar: 'narrow', text: 'narrow', nchar: 'wide', nvarchar: 'wide', ntext: 'wide' },
  ...{ bit: 'number', tinyint: 'number', smallint: 'number', int: 'number', bigint: 'number' },
  ...{ decimal: 'number', numeric: 'number', money: 'money', smallmoney: 'money' },
  ...{ float: 'float', real: 'real', uniqueidentifier: 'uuid', hierarchyid: 'path', xml: 'xml' },
  ...{ date: 'moment', time: 'moment', datetime2: 'moment', datetimeoffset: 'moment' },
  ...{ datetime: 'datetime', smalldatetime: 'datetime' },
  ...{ binary: 'bytes', varbinary: 'bytes', image: 'bytes', timestamp: 'bytes', rowversion: 'bytes' },
};

/** `nvarchar(40)` → `nvarchar`. */
export function baseOf(typeName: string): string {
  return /^\w+/.exec(typeName)?.[0] ?? '';
}

/** Types that are not known here (sql_variant, geometry, assembly types) are read as text and never written. */
function familyOf(typeName: string): Family {
  return FAMILIES[baseOf(typeName)] ?? 'sealed';
}

/** Can a text be written to a column of the type? */
export function isWritable(typeName: string): boolean {
  return familyOf(typeName) !== 'sealed' && !['timestamp', 'rowversion'].includes(baseOf(typeName));
}

export function isSingleFloat(typeName: string): boolean {
  return familyOf(typeName) === 'real';
}

export function isFloat(typeName: string): boolean {
  return familyOf(typeName) === 'float' || isSingleFloat(typeName);
}

/** Characters of a code page: what it lacks cannot be stored. */
export function isNarrow(typeName: string): boolean {
  return familyOf(typeName) === 'narrow';
}

const READ: Readonly<Record<Exclude<Family, 'sealed'>, (column: string) => string>> = {
  narrow: (column) => `CONVERT(nvarchar(max), ${column})`,
  wide: (column) => `CONVERT(nvarchar(max), ${column})`,
  xml: (column) => `CONVERT(nvarchar(max), ${column})`,
  number: (column) => `CONVERT(varchar(41), ${column})`,
  money: (column) => `CONVERT(varchar(30), ${column}, 2)`,
  // all digits that tell it from every other number
  float: (column) => `CONVERT(varchar(40), ${column}, 3)`,
  real: (column) => `CONVERT(varchar(40), ${column}, 3)`,
  moment: (column) => `CONVERT(varchar(40), ${column}, 121)`,
  datetime: (column) => `CONVERT(varchar(40), ${column}, 121)`,
  uuid: (column) => `LOWER(CONVERT(char(36), ${column}))`,
  bytes: (column) => `'\\x' + LOWER(CONVERT(varchar(max), CONVERT(varbinary(max), ${column}), 2))`,
  path: (column) => `${column}.ToString()`,
};

/** The expression that gives a column's value as text, whole: `\x…` for bytes. */
export function readExpression(column: string, typeName: string): string {
  const family = familyOf(typeName);
  if (family !== 'sealed') {
    return READ[family](column);
  }
  return baseOf(typeName) === 'sql_variant' ? READ.wide(column) : READ.path(column);
}

/**
 * The expression that makes a value of the type of a text (`nvarchar(max)`). Texts stay as they are: the column they go
 * to refuses what is too long for it, which a conversion would cut.
 */
export function writeExpression(text: string, typeName: string): string {
  const type = withoutCollation(typeName);
  switch (familyOf(typeName)) {
    case 'moment':
      return `CONVERT(${type}, ${text}, 121)`;
    case 'datetime':
      // more digits than the type has are rounded, not refused
      return `CONVERT(${type}, CONVERT(datetime2, ${text}, 121))`;
    case 'bytes':
      return `CONVERT(varbinary(max), ${text}, 2)`;
    case 'path':
      return `hierarchyid::Parse(${text})`;
    case 'xml':
      return `CONVERT(xml, ${text}, 1)`;
    case 'narrow':
    case 'wide':
    case 'sealed':
      return text;
    default:
      return `CONVERT(${type}, ${text})`;
  }
}

const HEX = /^\\x(?:[0-9a-f]{2})*$/i;

/** The text as `writeExpression` takes it. */
export function textToSend(text: string, typeName: string): string {
  if (familyOf(typeName) !== 'bytes') {
    return text;
  }
  return HEX.test(text) ? text.slice(2) : Buffer.from(text, 'utf8').toString('hex');
}

export function keyOrder(typeName: string): KeyOrder {
  return {
    isPlain: true,
    expression: (column) => column,
    literal: (text) => keyLiteral(text, typeName),
  };
}

/** Of the column's own type, and of its code page, so that the index of the key serves the comparison. */
function keyLiteral(text: string, typeName: string): string {
  const family = familyOf(typeName);
  const quoted = quoteText(textToSend(text, typeName));
  if (family === 'narrow' || family === 'wide') {
    const collation = / COLLATE \w+$/.exec(typeName)?.[0] ?? '';
    return `CONVERT(${withoutCollation(typeName)}, ${quoted}${collation})`;
  }
  return family === 'bytes'
    ? `CONVERT(${withoutCollation(typeName)}, ${quoted}, 2)`
    : writeExpression(quoted, typeName);
}

function withoutCollation(typeName: string): string {
  return typeName.replace(/ COLLATE \w+$/, '');
}

const KINDS: Readonly<Record<string, ColumnShape['kind']>> = {
  ...{ tinyint: 'integer', smallint: 'integer', int: 'integer', bigint: 'integer', bit: 'integer' },
  ...{ decimal: 'decimal', numeric: 'decimal', money: 'decimal', smallmoney: 'decimal' },
  ...{ float: 'float', real: 'float', date: 'date', time: 'time' },
  ...{ datetime: 'datetime', smalldatetime: 'datetime', datetime2: 'datetime', datetimeoffset: 'datetime' },
  ...{ char: 'text', varchar: 'text', text: 'text', nchar: 'text', nvarchar: 'text', ntext: 'text' },
  ...{ binary: 'bytes', varbinary: 'bytes', image: 'bytes', timestamp: 'bytes', rowversion: 'bytes' },
  json: 'json',
};

/** Digits of the largest value; the range itself is checked by the server. */
const INTEGER_DIGITS: Readonly<Record<string, number>> = {
  ...{ bit: 1, tinyint: 3, smallint: 5, int: 10, bigint: 19 },
};

/** Catalog facts of a column's type. */
export interface TypeFacts {
  readonly base: string;
  /** In bytes; -1: no limit. */
  readonly maxLength: number;
  readonly precision: number;
  readonly scale: number;
  readonly collation: string | null;
  readonly databaseCollation: string;
}

/** The type as SQL spells it. A code page that is not the database's own is part of it. */
export function spellType(facts: TypeFacts): string {
  const { base, precision, scale, collation, databaseCollation } = facts;
  const isForeign = collation !== null && collation !== databaseCollation;
  const code = familyOf(base) === 'narrow' && isForeign ? ` COLLATE ${collation}` : '';
  if (SIZED.has(base)) {
    return `${base}(${sizeOf(facts)})${code}`;
  }
  if (base === 'decimal' || base === 'numeric') {
    return `${base}(${precision},${scale})`;
  }
  return SCALED.has(base) ? `${base}(${scale})` : `${base}${code}`;
}

const SIZED = new Set(['char', 'varchar', 'nchar', 'nvarchar', 'binary', 'varbinary']);
const SCALED = new Set(['datetime2', 'datetimeoffset', 'time']);

function sizeOf({ base, maxLength }: TypeFacts): string {
  return maxLength < 0 ? 'max' : String(maxLength / (base.startsWith('n') ? 2 : 1));
}

/** What the engine may know of a type. */
export function limitsOf(
  facts: TypeFacts,
): Pick<ColumnShape, 'kind' | 'maxLength' | 'numericPrecision' | 'numericScale' | 'caseInsensitive'> {
  const { base, maxLength, precision, scale, collation } = facts;
  const kind = KINDS[base] ?? 'other';
  const isShort = ['char', 'varchar', 'nchar', 'nvarchar'].includes(base) && maxLength >= 0;
  return {
    kind,
    maxLength: isShort ? maxLength / (base.startsWith('n') ? 2 : 1) : null,
    numericPrecision: kind === 'decimal' ? precision : (INTEGER_DIGITS[base] ?? null),
    numericScale: kind === 'decimal' ? scale : kind === 'integer' ? 0 : null,
    caseInsensitive: kind === 'text' && /_CI(?:_|$)/.test(collation ?? ''),
  };
}
