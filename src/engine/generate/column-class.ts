import type { GenerationColumn } from './generation-input.js';

/** What a column holds, as far as the choice of masks goes. */
export type ColumnClass =
  | 'text'
  | 'integer'
  | 'decimal'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'time'
  | 'bytes'
  | 'json'
  | 'xml'
  | 'uuid'
  | 'network'
  | 'mac'
  | 'other';

/** The first that fits counts. */
const CLASSES: readonly (readonly [RegExp, ColumnClass])[] = [
  // Money is written with a sign of its currency, as its server likes it.
  [/\[\]|^array\b|^_|^(?:interval|enum|set|bit|varbit|tsvector|money|smallmoney)\b|range$/, 'other'],
  [/^(?:uuid|uniqueidentifier|guid)\b/, 'uuid'],
  [/^(?:jsonb?|variant|object|super)\b/, 'json'],
  [/^xml/, 'xml'],
  [/^(?:inet6?|inet4|cidr)\b/, 'network'],
  [/^macaddr/, 'mac'],
  [/^(?:bool|boolean)\b|^tinyint\(1\)/, 'boolean'],
  [/^(?:timestamp|datetime|smalldatetime)/, 'datetime'],
  [/^date\b/, 'date'],
  [/^time/, 'time'],
  [/^(?:bytea|.*blob|(?:var)?binary|raw|long raw|image|bfile)\b|for bit data/, 'bytes'],
  [/^(?:tiny|small|medium|big)?int(?:eger|[248])?\b|^(?:small|big)?serial|^year\b/, 'integer'],
  [/^(?:numeric|decimal|number|dec|float[48]?|real|double|binary_(?:float|double))\b/, 'decimal'],
  [/char|text|string|clob|^name\b/, 'text'],
];

/** Where the word for a type says nothing, how its values are read may. */
const BY_KIND: Readonly<Partial<Record<string, ColumnClass>>> = {
  ...{
    text: 'text',
    integer: 'integer',
    decimal: 'decimal',
    float: 'decimal',
    boolean: 'boolean',
    json: 'json',
  },
  ...{ date: 'date', datetime: 'datetime', time: 'time', bytes: 'bytes' },
};

type TypeFacts = Pick<GenerationColumn, 'dataType' | 'valueKind' | 'numericScale' | 'numericPrecision'>;

/** Reads the database's word for a type. Decimals without scale count as integers. */
export function classOf(column: TypeFacts): ColumnClass {
  const word = column.dataType.trim().toLowerCase();
  const found = CLASSES.find(([pattern]) => pattern.test(word))?.[1] ?? BY_KIND[column.valueKind] ?? 'other';
  const isWhole = column.numericScale === 0 && column.numericPrecision !== null;
  return found === 'decimal' && isWhole ? 'integer' : found;
}
