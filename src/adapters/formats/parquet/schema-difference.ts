import type { ParquetFacts, SchemaElement } from './parquet-facts.js';

/** Two ways of writing the same: the older annotation by the newer. */
const SAME_MEANING: Readonly<Record<string, string>> = {
  'StringType()': 'UTF8',
  'MapType()': 'MAP',
  'ListType()': 'LIST',
  'DateType()': 'DATE',
  'JsonType()': 'JSON',
  'EnumType()': 'ENUM',
  'BsonType()': 'BSON',
};
const INTEGER = /^IntType\(bitWidth=(\d+), isSigned=(\w+)\)$/;
/** Without an annotation these are integers of their full width. */
const PLAIN_INTEGER: Readonly<Record<string, string>> = { INT32: 'INT_32', INT64: 'INT_64' };

/**
 * What of the source's schema or metadata a copy would not have, in words for users; null: it has all. The names of the
 * groups inside lists and maps are no part of the schema: the format says that readers pass over them.
 */
export function schemaDifference(source: ParquetFacts, copy: ParquetFacts): string | null {
  if (source.columns.length !== copy.columns.length) {
    return 'the number of columns would change';
  }
  for (const [index, { element }] of source.columns.entries()) {
    const difference = elementDifference(element, copy.columns[index]!.element, element.name);
    if (difference !== null) {
      return difference;
    }
  }
  const kept = new Map(copy.keyValues);
  const lost = source.keyValues.find(([key, value]) => kept.get(key) !== value);
  return lost === undefined ? null : `the metadata under the key "${lost[0]}" would change`;
}

function elementDifference(source: SchemaElement, copy: SchemaElement, path: string): string | null {
  const [before, after] = [describe(source), describe(copy)];
  const key = Object.keys(before).find((name) => before[name] !== after[name]);
  if (key !== undefined) {
    return `column "${path}": ${key} ${before[key] ?? 'none'} would become ${after[key] ?? 'none'}`;
  }
  const isWrapper = before.annotation === 'LIST' || before.annotation === 'MAP';
  for (const [index, child] of source.children.entries()) {
    const other = copy.children[index]!;
    const childPath = isWrapper || isNamedFreely(source) ? path : `${path}.${child.name}`;
    if (childPath !== path && child.name !== other.name) {
      return `column "${childPath}": its name would become "${other.name}"`;
    }
    const difference = elementDifference(child, other, childPath);
    if (difference !== null) {
      return difference;
    }
  }
  return null;
}

/** The repeated group of a list or map. */
function isNamedFreely(element: SchemaElement): boolean {
  return element.repetition === 'REPEATED';
}

function describe(element: SchemaElement): Readonly<Record<string, string | null>> {
  const { type, typeLength, repetition, precision, scale, fieldId, children } = element;
  return {
    ...{ repetition, type, annotation: annotation(element) },
    ...{ length: type === 'FIXED_LEN_BYTE_ARRAY' ? typeLength : null, precision, scale },
    ...{ 'field id': fieldId, children: String(children.length) },
  };
}

function annotation({ type, logical, converted, children }: SchemaElement): string | null {
  if (logical === null || logical === '') {
    return converted === null && children.length === 0
      ? (PLAIN_INTEGER[type ?? ''] ?? null)
      : newer(converted);
  }
  const integer = INTEGER.exec(logical);
  if (integer !== null) {
    const isSigned = integer[2] === '1' || integer[2] === 'true';
    return `${isSigned ? 'INT' : 'UINT'}_${integer[1]}`;
  }
  return SAME_MEANING[logical] ?? logical;
}

/** Older writers call the group of a map so. */
function newer(converted: string | null): string | null {
  return converted === 'MAP_KEY_VALUE' ? null : converted;
}
