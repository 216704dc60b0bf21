import type { Value } from './value.js';

export type JsonPath = readonly (string | number)[];

/** Longest chain of nested values that is walked through. */
const MAX_DEPTH = 1000;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/y;
const WHITE = /[ \t\n\r]*/y;
const STRING = /"[ !#-[\]-\u{10ffff}]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[ !#-[\]-\u{10ffff}]*)*"/uy;
const WORD = /true|false|null/y;

/**
 * The value at a path of a JSON document: text, number (exact), boolean, null, or the document's own text for lists and
 * objects. Undefined: nothing there, or no JSON. Of repeated keys the last counts, as everywhere.
 */
export function valueAtJsonPath(text: string, path: JsonPath): Value | undefined {
  return new JsonWalker(text).find(path);
}

class JsonWalker {
  private index = 0;

  constructor(private readonly text: string) {}

  find(path: JsonPath): Value | undefined {
    const [start, end] = [0, this.skipValue(0)];
    this.match(WHITE);
    if (end < 0 || this.index !== this.text.length) {
      return undefined;
    }
    let at: readonly [number, number] | null = [start, end];
    for (const step of path) {
      at = this.child(at[0], step);
      if (at === null) {
        return undefined;
      }
    }
    return this.valueOf(at[0], at[1]);
  }

  /** Start and end of a member; null: there is none. */
  private child(start: number, step: string | number): readonly [number, number] | null {
    this.index = start;
    this.match(WHITE);
    const opening = this.text[this.index++];
    if (opening === '{' && typeof step === 'string') {
      return this.member(step);
    }
    return opening === '[' && typeof step === 'number' ? this.item(step) : null;
  }

  private member(key: string): readonly [number, number] | null {
    let found: readonly [number, number] | null = null;
    for (;;) {
      this.match(WHITE);
      const written = this.match(STRING);
      if (written === null) {
        return found;
      }
      this.match(WHITE);
      this.index++;
      const start = this.index;
      const end = this.skipValue(0);
      if (JSON.parse(written) === key) {
        found = [start, end];
      }
      this.match(WHITE);
      if (this.text[this.index++] !== ',') {
        return found;
      }
    }
  }

  private item(position: number): readonly [number, number] | null {
    for (let i = 0; ; i++) {
      const start = this.index;
      const end = this.skipValue(0);
      if (end < 0) {
        return null;
      }
      if (i === position) {
        return [start, end];
      }
      this.match(WHITE);
      if (this.text[this.index++] !== ',') {
        return null;
      }
    }
  }

  private valueOf(start: number, end: number): Value {
    const raw = this.text.slice(start, end).trim();
    switch (raw[0]) {
      case '"':
        return JSON.parse(raw) as string;
      case '{':
      case '[':
        return { kind: 'json', text: raw };
      case 't':
      case 'f':
        return raw === 'true';
      case 'n':
        return null;
      default:
        return numberValue(raw);
    }
  }

  /** Passes over one value; its end, or −1 when there is none. */
  private skipValue(depth: number): number {
    this.match(WHITE);
    const opening = this.text[this.index];
    if (opening === '{' || opening === '[') {
      return depth > MAX_DEPTH ? -1 : this.skipCollection(opening === '{', depth);
    }
    const scalar = this.match(STRING) ?? this.match(NUMBER) ?? this.match(WORD);
    return scalar === null ? -1 : this.index;
  }

  private skipCollection(isObject: boolean, depth: number): number {
    const closing = isObject ? '}' : ']';
    this.index++;
    this.match(WHITE);
    if (this.text[this.index] === closing) {
      return ++this.index;
    }
    for (;;) {
      if ((isObject && !this.skipKey()) || this.skipValue(depth + 1) < 0) {
        return -1;
      }
      this.match(WHITE);
      const next = this.text[this.index++];
      if (next === closing) {
        return this.index;
      }
      if (next !== ',') {
        return -1;
      }
    }
  }

  private skipKey(): boolean {
    this.match(WHITE);
    if (this.match(STRING) === null) {
      return false;
    }
    this.match(WHITE);
    return this.text[this.index++] === ':';
  }

  private match(form: RegExp): string | null {
    form.lastIndex = this.index;
    const match = form.exec(this.text);
    if (match === null) {
      return null;
    }
    this.index = form.lastIndex;
    return match[0];
  }
}

function numberValue(raw: string): Value {
  if (/^-?[0-9]+$/.test(raw)) {
    return BigInt(raw);
  }
  return /[eE]/.test(raw) ? Number(raw) : { kind: 'decimal', text: raw };
}
