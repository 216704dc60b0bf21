import { documentStart, skipColon, skipString, skipValue, skipWhite } from './json-scanner.js';
import { readJsonValue } from './json-value.js';
import type { Value } from './value.js';

export type JsonPath = readonly (string | number)[];

/** Where the members of one list or object start, by position or key. */
type Members = ReadonlyMap<string | number, number>;
const NO_MEMBERS: Members = new Map();

/**
 * The value at a path of a JSON document: see `readJsonValue`. Undefined: nothing there, or no JSON. Of repeated keys
 * the last counts, as everywhere.
 */
export function valueAtJsonPath(text: string, path: JsonPath): Value | undefined {
  const start = documentStart(text);
  return start < 0 ? undefined : new JsonTree(text, start).valueAt(path);
}

/** A valid document for many looks: each list and object is gone through once, when it is first needed. */
export class JsonTree {
  private readonly members = new Map<number, Members>();

  constructor(
    private readonly text: string,
    private readonly start: number,
  ) {}

  valueAt(path: JsonPath): Value | undefined {
    let at: number | undefined = this.start;
    for (const step of path) {
      at = this.membersOf(at).get(step);
      if (at === undefined) {
        return undefined;
      }
    }
    return readJsonValue(this.text.slice(at, skipValue(this.text, at)));
  }

  private membersOf(start: number): Members {
    const opening = this.text[start];
    if (opening !== '{' && opening !== '[') {
      return NO_MEMBERS;
    }
    const known = this.members.get(start) ?? findMembers(this.text, start, opening === '{');
    this.members.set(start, known);
    return known;
  }
}

function findMembers(text: string, start: number, isObject: boolean): Members {
  const members = new Map<string | number, number>();
  let at = skipWhite(text, start + 1);
  if (text[at] === '}' || text[at] === ']') {
    return members;
  }
  for (;;) {
    let key: string | number = members.size;
    if (isObject) {
      const keyEnd = skipString(text, at);
      const written = text.slice(at + 1, keyEnd - 1);
      key = written.includes('\\') ? (JSON.parse(text.slice(at, keyEnd)) as string) : written;
      at = skipColon(text, keyEnd);
    }
    members.set(key, at);
    at = skipWhite(text, skipValue(text, at));
    if (text[at] !== ',') {
      return members;
    }
    at = skipWhite(text, at + 1);
  }
}
