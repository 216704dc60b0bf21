import type { DataType } from './data-types.js';
import type { SchemaElement } from '../parquet/parquet-facts.js';

/** A column, or a part of a nested one. */
export type ParquetPlace =
  | { readonly kind: 'scalar'; readonly type: DataType }
  | { readonly kind: 'struct'; readonly members: ReadonlyMap<string, ParquetPlace> }
  /** A list, or a map whose keys are data. */
  | { readonly kind: 'many'; readonly item: ParquetPlace };

const PHYSICAL: Readonly<Record<string, DataType>> = {
  ...{ BOOLEAN: 'boolean', INT32: 'int', INT64: 'long', INT96: 'timestamp', FLOAT: 'float', DOUBLE: 'float' },
};
const LOGICAL: readonly (readonly [RegExp, DataType])[] = [
  [/^DECIMAL|^DecimalType/, 'decimal'],
  [/^DATE|^DateType/, 'date'],
  [/^TIMESTAMP|^TimestampType/, 'timestamp'],
  [/^TIME|^TimeType/, 'time'],
  [/^U?INT_64|^IntType\(bitWidth=64/, 'long'],
  [/^U?INT_|^IntType/, 'int'],
];

/** What an element of the schema holds: the groups inside lists and maps are passed over, as the format says. */
export function placeOf(element: SchemaElement): ParquetPlace {
  const { children, repetition } = element;
  const [only] = children;
  if (isMarked(element, 'LIST') && only !== undefined) {
    return { kind: 'many', item: listItem(only) };
  }
  if ((isMarked(element, 'MAP') || isMarked(element, 'MAP_KEY_VALUE')) && only?.children[1] !== undefined) {
    return { kind: 'many', item: placeOf(only.children[1]) };
  }
  const place: ParquetPlace =
    children.length === 0
      ? { kind: 'scalar', type: scalarType(element) }
      : { kind: 'struct', members: new Map(children.map((child) => [child.name, placeOf(child)])) };
  return repetition === 'REPEATED' ? { kind: 'many', item: place } : place;
}

/** Every scalar of a place with the steps that lead to it. */
export function scalarsOf(
  place: ParquetPlace,
  path: readonly string[],
): readonly (readonly [path: readonly string[], type: DataType])[] {
  switch (place.kind) {
    case 'scalar':
      return [[path, place.type]];
    case 'many':
      return scalarsOf(place.item, [...path, '*']);
    case 'struct':
      return [...place.members].flatMap(([name, member]) => scalarsOf(member, [...path, name]));
  }
}

/** The steps to a value as the schema has them, from those in its JSON form; null: there is no such place. */
export function schemaPath(place: ParquetPlace, steps: readonly string[]): readonly string[] | null {
  const path: string[] = [];
  let at = place;
  for (const step of steps) {
    if (at.kind === 'many') {
      path.push('*');
      at = at.item;
      continue;
    }
    const member: ParquetPlace | undefined = at.kind === 'struct' ? at.members.get(step) : undefined;
    if (member === undefined) {
      return null;
    }
    path.push(step);
    at = member;
  }
  return at.kind === 'scalar' ? path : null;
}

/** Older writers leave the group out: the repeated element is the item itself then. */
function listItem(repeated: SchemaElement): ParquetPlace {
  const [only, ...others] = repeated.children;
  const isItem =
    only === undefined || others.length > 0 || repeated.name === 'array' || repeated.name.endsWith('_tuple');
  return placeOf(isItem ? { ...repeated, repetition: 'REQUIRED' } : only);
}

function isMarked({ converted, logical }: SchemaElement, mark: string): boolean {
  return converted === mark || logical?.toUpperCase().startsWith(`${mark}TYPE`) === true;
}

function scalarType({ type, converted, logical }: SchemaElement): DataType {
  const mark = logical ?? converted ?? '';
  return LOGICAL.find(([pattern]) => pattern.test(mark))?.[1] ?? PHYSICAL[type ?? ''] ?? 'str';
}
