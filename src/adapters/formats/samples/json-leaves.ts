import { FormatError } from '../format-error.js';
import type { NativeType } from './field-collector.js';

/** Deeper documents are not looked at. */
const MAX_DEPTH = 64;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WHITE = /[ \t\r\n]*/y;
const WORDS: readonly (readonly [word: string, text: string | null, type: NativeType])[] = [
  ['true', 'true', 'boolean'],
  ['false', 'false', 'boolean'],
  ['null', null, 'text'],
];

/** Takes a value with the keys that lead to it, `*` for positions; the list is used again after the call. */
export type TakeLeaf = (path: readonly string[], text: string | null, type: NativeType) => void;

/** The text ends before the value does. */
class CutOff extends Error {}

/**
 * Tells every scalar of a document whose text may be cut off at its end. Throws `FormatError` where it is no JSON;
 * `place`: names line and character of an index.
 */
export function readLeaves(
  text: string,
  options: { readonly isCutOff: boolean; readonly place: (index: number) => string },
  take: TakeLeaf,
): void {
  try {
    new LeafReader(text, options.place, take).document();
  } catch (error) {
    if (!(error instanceof CutOff)) {
      throw error;
    }
    if (!options.isCutOff) {
      throw new FormatError('malformed', `${options.place(text.length)}: the document is not complete.`);
    }
  }
}

class LeafReader {
  private at = 0;
  private readonly path: string[] = [];

  constructor(
    private readonly text: string,
    private readonly place: (index: number) => string,
    private readonly take: TakeLeaf,
  ) {}

  document(): void {
    this.value();
    this.white();
    if (this.at < this.text.length) {
      this.refuse();
    }
  }

  private value(): void {
    switch (this.next()) {
      case '{':
        return this.members('}', () => this.member());
      case '[':
        return this.members(']', () => this.below('*'));
      case '"':
        return this.take(this.path, this.string(), 'text');
      default:
        return this.scalar();
    }
  }

  private members(closing: string, member: () => void): void {
    this.at++;
    if (this.next() === closing) {
      this.at++;
      return;
    }
    for (;;) {
      member();
      const sign = this.next();
      if (sign !== ',' && sign !== closing) {
        this.refuse();
      }
      this.at++;
      if (sign === closing) {
        return;
      }
    }
  }

  private member(): void {
    if (this.next() !== '"') {
      this.refuse();
    }
    const key = this.string();
    if (this.next() !== ':') {
      this.refuse();
    }
    this.at++;
    this.below(key);
  }

  private below(step: string): void {
    if (this.path.length >= MAX_DEPTH) {
      const message = `${this.place(this.at)}: the document is nested more than ${MAX_DEPTH} levels deep.`;
      throw new FormatError('malformed', message);
    }
    this.path.push(step);
    this.value();
    this.path.pop();
  }

  private string(): string {
    let end = this.at;
    do {
      end = this.text.indexOf('"', end + 1);
      if (end < 0) {
        this.cutOff();
      }
    } while (this.isEscaped(end));
    const written = this.text.slice(this.at, end + 1);
    try {
      const value = JSON.parse(written) as string;
      this.at = end + 1;
      return value;
    } catch {
      return this.refuse();
    }
  }

  /** Stands an odd number of backslashes before the index? */
  private isEscaped(index: number): boolean {
    let at = index;
    while (this.text[at - 1] === '\\') {
      at--;
    }
    return (index - at) % 2 === 1;
  }

  private scalar(): void {
    const rest = this.text.slice(this.at, this.at + 5);
    const word = WORDS.find(([name]) => rest.startsWith(name));
    if (word !== undefined) {
      this.at += word[0].length;
      this.take(this.path, word[1], word[2]);
      return;
    }
    const number = this.match(NUMBER);
    if (this.at >= this.text.length && (number === null || this.path.length > 0)) {
      // What comes next may belong to the number.
      this.cutOff();
    }
    if (number === null) {
      return WORDS.some(([name]) => rest !== '' && name.startsWith(rest) && this.endsWith(rest))
        ? this.cutOff()
        : this.refuse();
    }
    this.take(this.path, number, 'number');
  }

  private endsWith(rest: string): boolean {
    return this.at + rest.length >= this.text.length;
  }

  private next(): string {
    this.white();
    return this.text[this.at] ?? this.cutOff();
  }

  private white(): void {
    this.match(WHITE);
  }

  private match(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? null;
    this.at += found?.length ?? 0;
    return found;
  }

  private cutOff(): never {
    throw new CutOff();
  }

  private refuse(): never {
    throw new FormatError('malformed', `${this.place(this.at)}: this is no valid JSON.`);
  }
}
