import type { ColumnShape } from '../../../engine/index.js';
import type { KeyOrder } from '../sql/sql-dialect.js';
import { quoteText } from './oracle-sql.js';

/** How texts of a type travel to and from the server. */
type Family =
  | 'text'
  | 'fixed'
  | 'wide'
  | 'long'
  | 'wideLong'
  | 'number'
  | 'float'
  | 'double'
  | 'date'
  | 'timestamp'
  | 'zoned'
  | 'daySpan'
  | 'yearSpan'
  | 'raw'
  | 'blob'
  | 'xml'
  | 'address'
  | 'sealed';

const FAMILIES: Readonly<Record<string, Family>> = {
  ...{ VARCHAR2: 'text', CHAR: 'fixed', NVARCHAR2: 'wide', NCHAR: 'wide', CLOB: 'long', NCLOB: 'wideLong' },
  ...{ NUMBER: 'number', FLOAT: 'number', BINARY_FLOAT: 'float', BINARY_DOUBLE: 'double', DATE: 'date' },
  ...{ TIMESTAMP: 'timestamp', 'TIMESTAMP WITH LOCAL TIME ZONE': 'timestamp' },
  ...{ 'TIMESTAMP WITH TIME ZONE': 'zoned', 'INTERVAL DAY TO SECOND': 'daySpan' },
  ...{ 'INTERVAL YEAR TO MONTH': 'yearSpan', RAW: 'raw', BLOB: 'blob', XMLTYPE: 'xml', ROWID: 'address' },
};

/** `TIMESTAMP(6) WITH TIME ZONE` → `TIMESTAMP WITH TIME ZONE`. */
export function baseOf(typeName: string): string {
  return typeName.replace(/\([^)]*\)/g, '');
}

/** Types that are not known here (LONG, BFILE, objects) are neither read nor written. */
function familyOf(typeName: string): Family {
  return FAMILIES[baseOf(typeName)] ?? 'sealed';
}

export function isWritable(typeName: string): boolean {
  return !['sealed', 'address'].includes(familyOf(typeName));
}

export function isSingleFloat(typeName: string): boolean {
  return familyOf(typeName) === 'float';
}

export function isNumber(typeName: string): boolean {
  return familyOf(typeName) === 'number';
}

const MOMENT = 'YYYY-MM-DD HH24:MI:SS';

/** Digits of seconds after the point, as a date format says it. */
function fraction(typeName: string): string {
  const digits = /\((\d)\)/.exec(/TIMESTAMP(\(\d\))?/.exec(typeName)?.[1] ?? '(6)')?.[1] ?? '6';
  return digits === '0' ? '' : `.FF${digits}`;
}

const READ: Readonly<Record<Family, (column: string, typeName: string) => string>> = {
  text: (column) => column,
  fixed: (column) => column,
  wide: (column) => column,
  long: (column) => column,
  wideLong: (column) => column,
  number: (column) => `TO_CHAR(${column}, 'TM9')`,
  float: (column) => column,
  double: (column) => column,
  date: (column) => `TO_CHAR(${column}, '${MOMENT}')`,
  timestamp: (column, typeName) => `TO_CHAR(${column}, '${MOMENT}${fraction(typeName)}')`,
  zoned: (column, typeName) => `TO_CHAR(${column}, '${MOMENT}${fraction(typeName)}TZH:TZM')`,
  daySpan: (column) => `TO_CHAR(${column})`,
  yearSpan: (column) => `TO_CHAR(${column})`,
  raw: (column) => `'\\x' || LOWER(RAWTOHEX(${column}))`,
  blob: (column) => column,
  xml: (column) => `XMLSERIALIZE(CONTENT ${column} AS CLOB)`,
  address: (column) => `ROWIDTOCHAR(${column})`,
  sealed: () => 'NULL',
};

/** The expression that gives a column's value as text, whole; large values and floats are made texts by the client. */
export function readExpression(column: string, typeName: string): string {
  const text = READ[familyOf(typeName)](column, typeName);
  return familyOf(typeName) === 'raw' ? `CASE WHEN ${column} IS NOT NULL THEN ${text} END` : text;
}

/** What a bind variable holds. */
export type BindKind = 'text' | 'wide' | 'long' | 'wideLong' | 'bytes' | 'largeBytes';

const BINDS: Readonly<Partial<Record<Family, BindKind>>> = {
  ...{ wide: 'wide', long: 'long', wideLong: 'wideLong', raw: 'bytes', blob: 'largeBytes', xml: 'long' },
};

export function bindKind(typeName: string): BindKind {
  return BINDS[familyOf(typeName)] ?? 'text';
}

const WRITE: Readonly<Partial<Record<Family, (text: string, typeName: string) => string>>> = {
  // compared with trailing blanks, as the column's own values are
  fixed: (text, typeName) => `CAST(${text} AS ${typeName})`,
  number: (text) => `TO_NUMBER(${text})`,
  float: (text) => `TO_BINARY_FLOAT(${text})`,
  double: (text) => `TO_BINARY_DOUBLE(${text})`,
  date: (text) => `CAST(TO_TIMESTAMP(${text}, '${MOMENT}.FF9') AS DATE)`,
  timestamp: (text) => `TO_TIMESTAMP(${text}, '${MOMENT}.FF9')`,
  zoned: (text) => `TO_TIMESTAMP_TZ(${text}, '${MOMENT}.FF9 TZH:TZM')`,
  daySpan: (text) => `TO_DSINTERVAL(${text})`,
  yearSpan: (text) => `TO_YMINTERVAL(${text})`,
  xml: (text) => `XMLTYPE(${text})`,
  address: (text) => `CHARTOROWID(${text})`,
};

/** The expression that makes a value of the type of a bind variable or a literal. */
export function writeExpression(text: string, typeName: string, isAssigned: boolean): string {
  const family = familyOf(typeName);
  // a cast would cut what the column refuses
  return family === 'fixed' && isAssigned ? text : (WRITE[family]?.(text, typeName) ?? text);
}

const HEX = /^\\x(?:[0-9a-f]{2})*$/i;
const ZONED = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d:\d\d)(\.\d+)?)?\s*(Z|[+-]\d\d(?::?\d\d)?)?$/;

/** The text as `writeExpression` takes it; bytes for types of bytes. */
export function valueToSend(text: string, typeName: string): string | Buffer {
  const family = familyOf(typeName);
  if (family === 'raw' || family === 'blob') {
    return HEX.test(text) ? Buffer.from(text.slice(2), 'hex') : Buffer.from(text, 'utf8');
  }
  if (family === 'zoned') {
    return zoned(text);
  }
  return family === 'timestamp' || family === 'date' ? text.replace('T', ' ').replace(/Z$/, '') : text;
}

/** With everything that the format names, as the server takes nothing for granted before a zone. */
function zoned(text: string): string {
  const [found, date, time = '00:00:00', part = '.0', zone = '+00:00'] = ZONED.exec(text) ?? [];
  if (found === undefined) {
    return text;
  }
  const offset = zone === 'Z' ? '+00:00' : zone.length === 3 ? `${zone}:00` : zone;
  return `${date ?? ''} ${time}${part} ${offset}`;
}

const BARE_NUMBER = /^-?\d+(?:\.\d+)?$/;

export function keyOrder(typeName: string): KeyOrder {
  return {
    isPlain: true,
    expression: (column) => column,
    literal: (text) => {
      const value = valueToSend(text, typeName);
      if (typeof value !== 'string') {
        return `HEXTORAW('${value.toString('hex')}')`;
      }
      return isNumber(typeName) && BARE_NUMBER.test(value)
        ? value
        : writeExpression(quoteText(value), typeName, false);
    },
  };
}

const KINDS: Readonly<Partial<Record<Family, ColumnShape['kind']>>> = {
  ...{ text: 'text', fixed: 'text', wide: 'text', long: 'text', wideLong: 'text', float: 'float' },
  ...{
    double: 'float',
    date: 'datetime',
    timestamp: 'datetime',
    zoned: 'datetime',
    raw: 'bytes',
    blob: 'bytes',
  },
};

/** Catalog facts of a column's type. */
export interface TypeFacts {
  /** As `ALL_TAB_COLUMNS` says it: `TIMESTAMP(6) WITH TIME ZONE`. */
  readonly dataType: string;
  readonly characters: number | null;
  readonly bytes: number | null;
  readonly precision: number | null;
  readonly scale: number | null;
}

/** The type as SQL spells it. */
export function spellType({ dataType, characters, bytes, precision, scale }: TypeFacts): string {
  switch (familyOf(dataType)) {
    case 'text':
    case 'fixed':
      return `${dataType}(${characters ?? 0} CHAR)`;
    case 'wide':
      return `${dataType}(${characters ?? 0})`;
    case 'raw':
      return `RAW(${bytes ?? 0})`;
    case 'number':
      return precision === null ? dataType : `NUMBER(${precision},${scale ?? 0})`;
    default:
      return dataType;
  }
}

/** What the engine may know of a type. A NUMBER without digits after the point holds whole numbers. */
export function limitsOf(
  facts: TypeFacts,
): Pick<ColumnShape, 'kind' | 'maxLength' | 'numericPrecision' | 'numericScale' | 'caseInsensitive'> {
  const family = familyOf(facts.dataType);
  const isShort = family === 'text' || family === 'fixed' || family === 'wide';
  const isWhole = facts.scale === 0 && facts.precision !== null;
  const kind = family === 'number' ? (isWhole ? 'integer' : 'decimal') : (KINDS[family] ?? 'other');
  return {
    kind,
    maxLength: isShort ? facts.characters : null,
    numericPrecision: family === 'number' ? facts.precision : null,
    numericScale: family === 'number' ? facts.scale : null,
    caseInsensitive: false,
  };
}
