import { FormatError } from '../../format-error.js';
import { leafBytes, leafJson, withLength } from './avro-leaves.js';
import { longBytes } from './avro-cursor.js';
import { readJsonMembers } from '../../../../engine/index.js';
import type { AvroCursor } from './avro-cursor.js';
import type { AvroShape } from './avro-shape.js';

/** Longest chain of values within values. */
const MAX_DEPTH = 1000;
type Container = Extract<AvroShape, { readonly kind: 'array' | 'map' }>;
type Record = Extract<AvroShape, { readonly kind: 'record' }>;
type Union = Extract<AvroShape, { readonly kind: 'union' }>;

/** The JSON text of the value at the cursor: unions are what they hold, maps are objects. */
export function valueJson(shape: AvroShape, cursor: AvroCursor, depth = 0): string {
  if (depth > MAX_DEPTH) {
    throw new FormatError('malformed', `Values are nested deeper than ${MAX_DEPTH}.`);
  }
  switch (shape.kind) {
    case 'record': {
      const members = shape.fields.map(
        (field) => `${JSON.stringify(field.name)}:${valueJson(field.shape, cursor, depth + 1)}`,
      );
      return `{${members.join(',')}}`;
    }
    case 'array':
    case 'map': {
      const members: string[] = [];
      eachItem(cursor, () => {
        const key = shape.kind === 'map' ? `${leafJson({ kind: 'string' }, cursor)}:` : '';
        members.push(key + valueJson(shape.items, cursor, depth + 1));
      });
      return shape.kind === 'map' ? `{${members.join(',')}}` : `[${members.join(',')}]`;
    }
    case 'union':
      return valueJson(branchAt(shape, cursor).branch, cursor, depth + 1);
    default:
      return leafJson(shape, cursor);
  }
}

/** Items come in blocks; a negative number of them is followed by their length. */
function eachItem(cursor: AvroCursor, visit: () => void): void {
  for (let count = cursor.count(); count !== 0; count = cursor.count()) {
    if (count < 0) {
      cursor.count();
    }
    for (let left = Math.abs(count); left > 0; left--) {
      visit();
    }
  }
}

function branchAt(shape: Union, cursor: AvroCursor): { readonly branch: AvroShape; readonly index: number } {
  const index = cursor.count();
  const branch = shape.branches[index];
  if (branch === undefined) {
    throw new FormatError('corrupt', 'A block of the file is damaged: a union has no such branch.');
  }
  return { branch, index };
}

/**
 * The bytes of the value at the cursor after its JSON text has become `json`: whatever did not change is copied as it
 * is. Null: a value does not fit its type. The cursor is behind the value then.
 */
export function rewritten(shape: AvroShape, cursor: AvroCursor, json: string): Buffer | null {
  const start = cursor.at;
  const isSame = valueJson(shape, cursor) === json;
  const end = cursor.at;
  if (isSame) {
    return cursor.bytes.subarray(start, end);
  }
  cursor.at = start;
  const bytes = changed(shape, cursor, json);
  cursor.at = end;
  return bytes;
}

function changed(shape: AvroShape, cursor: AvroCursor, json: string): Buffer | null {
  switch (shape.kind) {
    case 'record':
      return changedRecord(shape, cursor, json);
    case 'array':
    case 'map':
      return changedItems(shape, cursor, json) ?? valueBytes(shape, json);
    case 'union': {
      const { branch, index } = branchAt(shape, cursor);
      const inside = rewritten(branch, cursor, json);
      return inside === null ? valueBytes(shape, json) : Buffer.concat([longBytes(BigInt(index)), inside]);
    }
    default:
      return leafBytes(shape, json);
  }
}

function changedRecord({ fields }: Record, cursor: AvroCursor, json: string): Buffer | null {
  const members = readJsonMembers(json) ?? [];
  if (members.length !== fields.length || members.some(({ key }, index) => key !== fields[index]?.name)) {
    return null;
  }
  return joined(fields.map(({ shape }, index) => rewritten(shape, cursor, textOf(json, members[index]))));
}

/** The same number of items under the same keys; null: they are others, or do not fit. */
function changedItems({ kind, items }: Container, cursor: AvroCursor, json: string): Buffer | null {
  const members = kind === 'map' ? (readJsonMembers(json) ?? []) : listItems(json);
  const parts: (Buffer | null)[] = [longBytes(BigInt(members.length))];
  let index = 0;
  eachItem(cursor, () => {
    const member = members[index++];
    if (kind === 'map') {
      const start = cursor.at;
      const key = leafJson({ kind: 'string' }, cursor);
      parts.push(key === JSON.stringify(member?.key) ? cursor.bytes.subarray(start, cursor.at) : null);
    }
    parts.push(rewritten(items, cursor, textOf(json, member)));
  });
  return index === members.length && index > 0 ? joined([...parts, longBytes(0n)]) : null;
}

/** The bytes of a value that is written anew; null: it does not fit. */
function valueBytes(shape: AvroShape, json: string): Buffer | null {
  switch (shape.kind) {
    case 'record': {
      const members = readJsonMembers(json) ?? [];
      const parts = shape.fields.map((field) => {
        const member = members.find(({ key }) => key === field.name);
        return member === undefined ? null : valueBytes(field.shape, textOf(json, member));
      });
      return json.startsWith('{') ? joined(parts) : null;
    }
    case 'array':
    case 'map':
      return itemsBytes(shape, json);
    case 'union': {
      const fitting = shape.branches.map((branch) => valueBytes(branch, json));
      const index = fitting.findIndex((bytes) => bytes !== null);
      return index < 0 ? null : joined([longBytes(BigInt(index)), fitting[index] ?? null]);
    }
    default:
      return leafBytes(shape, json);
  }
}

function itemsBytes({ kind, items }: Container, json: string): Buffer | null {
  if (!json.startsWith(kind === 'map' ? '{' : '[')) {
    return null;
  }
  const members = kind === 'map' ? (readJsonMembers(json) ?? []) : listItems(json);
  const parts = members.flatMap((member) => [
    ...(kind === 'map' ? [withLength(Buffer.from(member.key))] : []),
    valueBytes(items, textOf(json, member)),
  ]);
  const count = members.length === 0 ? [] : [longBytes(BigInt(members.length))];
  return joined([...count, ...parts, longBytes(0n)]);
}

interface JsonPart {
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

const LIST_PREFIX = '{"":';

function listItems(json: string): readonly JsonPart[] {
  const [list] = readJsonMembers(`${LIST_PREFIX}${json}}`) ?? [];
  const places = list?.items ?? [];
  const parts: JsonPart[] = [];
  for (let i = 0; i + 1 < places.length; i += 2) {
    parts.push({ key: '', start: places[i]! - LIST_PREFIX.length, end: places[i + 1]! - LIST_PREFIX.length });
  }
  return parts;
}

/** A member that is not there fits nothing. */
function textOf(json: string, part: JsonPart | undefined): string {
  return part === undefined ? '' : json.slice(part.start, part.end);
}

function joined(parts: readonly (Buffer | null)[]): Buffer | null {
  const whole = parts.filter((part) => part !== null);
  return whole.length === parts.length ? Buffer.concat(whole) : null;
}
