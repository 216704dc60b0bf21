import { plainFloat, trimFraction } from './numbers.js';
import { documentStart, skipColon, skipString, skipValue, skipWhite } from './json-scanner.js';

/** A list or object whose end has not been reached. */
type Open = { readonly items: string[] } | { readonly members: Map<string, string>; key: string };

/**
 * One text for equal JSON: no white space, members in the order of their keys, of repeated keys the last, numbers in
 * their shortest plain digits. A text that is not JSON stays as it is. Walks with a stack of its own: documents may
 * be deep.
 */
export function canonicalJson(text: string): string {
  const start = documentStart(text);
  return start < 0 ? text : new CanonicalWalk(text, start).text();
}

class CanonicalWalk {
  private readonly open: Open[] = [];

  constructor(
    private readonly source: string,
    private at: number,
  ) {}

  text(): string {
    for (;;) {
      let done = this.begin();
      while (done !== null) {
        const frame = this.open.at(-1);
        if (frame === undefined) {
          return done;
        }
        done = this.add(frame, done);
      }
    }
  }

  /** The text of the value at hand; null: it is a list or object, and its first value is at hand now. */
  private begin(): string | null {
    const { source, at } = this;
    const opening = source[at];
    if (opening !== '{' && opening !== '[') {
      this.at = skipValue(source, at);
      return scalarText(source.slice(at, this.at));
    }
    const inner = skipWhite(source, at + 1);
    if (source[inner] === '}' || source[inner] === ']') {
      this.at = inner + 1;
      return opening === '{' ? '{}' : '[]';
    }
    this.at = inner;
    const frame: Open = opening === '{' ? { members: new Map(), key: '' } : { items: [] };
    this.open.push(frame);
    this.readKey(frame);
    return null;
  }

  /** Puts a value into what is open; the whole text where that ends with it, null where another value follows. */
  private add(frame: Open, value: string): string | null {
    if ('items' in frame) {
      frame.items.push(value);
    } else {
      frame.members.set(frame.key, value);
    }
    const next = skipWhite(this.source, this.at);
    if (this.source[next] === ',') {
      this.at = skipWhite(this.source, next + 1);
      this.readKey(frame);
      return null;
    }
    this.at = next + 1;
    this.open.pop();
    return closed(frame);
  }

  private readKey(frame: Open): void {
    if ('items' in frame) {
      return;
    }
    const end = skipString(this.source, this.at);
    frame.key = JSON.parse(this.source.slice(this.at, end)) as string;
    this.at = skipColon(this.source, end);
  }
}

function closed(frame: Open): string {
  if ('items' in frame) {
    return `[${frame.items.join(',')}]`;
  }
  const members = [...frame.members].sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}`;
}

function scalarText(raw: string): string {
  switch (raw[0]) {
    case '"':
      return JSON.stringify(JSON.parse(raw));
    case 't':
    case 'f':
    case 'n':
      return raw;
    default:
      return numberText(raw);
  }
}

function numberText(raw: string): string {
  if (/[eE]/.test(raw)) {
    return plainFloat(Number(raw));
  }
  return raw.includes('.') ? trimFraction(raw) : raw === '-0' ? '0' : raw;
}
