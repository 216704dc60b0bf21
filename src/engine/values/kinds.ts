import type { Value, ValueKind } from './value.js';

/** Kind of a value: see the table at `Value`. */
export function kindOf(value: Value): ValueKind {
  switch (typeof value) {
    case 'string':
      return 'text';
    case 'bigint':
      return 'integer';
    case 'number':
      return 'float';
    case 'boolean':
      return 'boolean';
    default:
      return kindOfObject(value);
  }
}

function kindOfObject(value: Exclude<Value, string | bigint | number | boolean>): ValueKind {
  if (value === null) {
    return 'null';
  }
  return value instanceof Uint8Array ? 'bytes' : value.kind;
}
