/** What values are, in the words of the wire, from the narrowest to what takes anything. */
export const DATA_TYPES = [
  'boolean',
  'year',
  'int',
  'long',
  'decimal',
  'float',
  'date',
  'time',
  'timestamp',
  'str',
] as const;

export type DataType = (typeof DATA_TYPES)[number];

const LONGEST_INT = 2_147_483_647n;
const LONGEST_LONG = 9_223_372_036_854_775_807n;
/** A number that begins with a needless zero is a code. */
const INTEGER = /^-?(?:0|[1-9]\d*)$/;
const YEAR = /^(?:1[89]|20|21)\d\d$/;
const DATES = [
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/,
  /^(?:0?[1-9]|[12]\d|3[01])([./-])(?:0?[1-9]|1[0-2])\1(?:\d{4}|\d\d)$/,
  /^(?:0?[1-9]|1[0-2])\/(?:0?[1-9]|[12]\d|3[01])\/(?:\d{4}|\d\d)$/,
];
const PATTERNS: readonly (readonly [DataType, RegExp])[] = [
  ['boolean', /^(?:true|false)$/i],
  ['decimal', /^-?(?:0|[1-9]\d*)\.\d+$/],
  ['float', /^-?(?:0|[1-9]\d*)(?:\.\d+)?[eE][+-]?\d+$/],
  ['time', /^(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?$/],
  ['timestamp', /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?: ?(?:Z|UTC|[+-]\d\d:?(?:\d\d)?))?$/],
];
/** Types whose values fit into those of the last one. */
const WIDENING: readonly (readonly DataType[])[] = [
  ['year', 'int', 'long', 'decimal'],
  ['year', 'int', 'long', 'decimal', 'float'],
  ['date', 'timestamp'],
];

/** What the text of a whole number is. */
export function integerType(text: string): DataType {
  const value = BigInt(text);
  const size = value < 0n ? -value : value;
  return size <= LONGEST_INT ? 'int' : size <= LONGEST_LONG ? 'long' : 'decimal';
}

/** What a text is that may stand for anything. `isYear`: the field is for years. */
export function typeOfText(text: string, isYear: boolean): DataType {
  if (INTEGER.test(text)) {
    return isYear && YEAR.test(text) ? 'year' : integerType(text);
  }
  if (DATES.some((pattern) => pattern.test(text))) {
    return 'date';
  }
  return PATTERNS.find(([, pattern]) => pattern.test(text))?.[0] ?? 'str';
}

/** The one type that all texts of a field are: the widest of them, or any text. */
export function commonType(types: ReadonlySet<DataType>): readonly DataType[] {
  if (types.size <= 1) {
    return [...types];
  }
  const wide = WIDENING.find((line) => [...types].every((type) => line.includes(type)));
  return [wide?.findLast((type) => types.has(type)) ?? 'str'];
}

/** In the order of the list. */
export function sortedTypes(types: ReadonlySet<DataType>): readonly DataType[] {
  return DATA_TYPES.filter((type) => types.has(type));
}
