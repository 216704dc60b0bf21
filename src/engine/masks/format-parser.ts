import { capacityOf } from './format-string.js';
import type { Format, FormatAlternatives, FormatInteger, FormatPart, FormatSet } from './format-string.js';

/** Longest text that a format may give. */
export const MAX_FORMAT_OUTPUT = 1_000_000;
const MAX_FORMAT_LENGTH = 10_000;
const COUNT = /^\s*([0-9]{1,9})(?:\s*:\s*([0-9]{1,9}))?\s*$/;
const RANGE = /^\s*(-?[0-9]{1,1000})\s*:\s*(-?[0-9]{1,1000})?\s*$/;

/** What is wrong with a format, and at which of its characters (from 1). */
export class FormatError extends Error {
  constructor(
    readonly reason: string,
    readonly character: number,
  ) {
    super(reason);
    this.name = 'FormatError';
  }
}

/** Parses a format string. Throws `FormatError`. */
export function parseFormat(text: string): Format {
  if (text === '') {
    throw new FormatError('it is empty', 1);
  }
  if (text.length > MAX_FORMAT_LENGTH) {
    throw new FormatError(`it is longer than ${MAX_FORMAT_LENGTH} characters`, 1);
  }
  const parts = new FormatParser([...text]).parse();
  const longest = parts.reduce((sum, part) => sum + longestOf(part), 0);
  if (longest > MAX_FORMAT_OUTPUT) {
    throw new FormatError(`it gives texts longer than ${MAX_FORMAT_OUTPUT} characters`, 1);
  }
  return { parts, capacity: capacityOf(parts) };
}

/** Length of the longest text that a part gives. */
export function longestOf(part: FormatPart): number {
  switch (part.kind) {
    case 'literal':
      return part.text.length;
    case 'set':
      return part.max;
    case 'integer':
      return Math.max(part.min.toString().length, part.max.toString().length);
    default:
      return Math.max(...part.texts.map((text) => text.length));
  }
}

class FormatParser {
  private index = 0;

  constructor(private readonly characters: readonly string[]) {}

  parse(): FormatPart[] {
    const parts: FormatPart[] = [];
    let literal = '';
    while (this.index < this.characters.length) {
      const character = this.next();
      if (character === '{') {
        if (literal !== '') {
          parts.push({ kind: 'literal', text: literal });
          literal = '';
        }
        parts.push(this.token());
      } else if (character === '}') {
        throw this.error('a closing brace without its opening one; write \\} for the character', this.index);
      } else {
        literal += character === '\\' ? this.escaped() : character;
      }
    }
    if (literal !== '') {
      parts.push({ kind: 'literal', text: literal });
    }
    return parts;
  }

  private token(): FormatPart {
    const start = this.index;
    const opening = this.characters[this.index];
    if (opening === '[') {
      return this.set(start);
    }
    if (opening === '(') {
      return this.alternatives(start);
    }
    const body = this.until('}', start);
    if (!body.startsWith('!int')) {
      throw this.error('a token is {[set],n}, {!int, min:max} or {(a|b)}', start);
    }
    return this.integer(body, start);
  }

  private set(start: number): FormatSet {
    this.index++;
    const ranges = this.ranges();
    const rest = this.until('}', start);
    const match = rest.startsWith(',') ? COUNT.exec(rest.slice(1)) : null;
    if (match === null) {
      throw this.error('a set is followed by a comma and a count: {[set],n} or {[set],n:m}', start);
    }
    const min = Number(match[1]);
    const max = Number(match[2] ?? match[1]);
    if (max === 0 || min > max || max > MAX_FORMAT_OUTPUT) {
      throw this.error(`a count is between 1 and ${MAX_FORMAT_OUTPUT}, the smaller first`, start);
    }
    const size = ranges.reduce((sum, [from, to]) => sum + to - from + 1, 0);
    return { kind: 'set', ranges, size, min, max };
  }

  private ranges(): readonly (readonly [number, number])[] {
    const start = this.index;
    const ranges: [number, number][] = [];
    while (this.characters[this.index] !== ']') {
      const from = this.setCharacter(start);
      const isRange = this.characters[this.index] === '-' && this.characters[this.index + 1] !== ']';
      if (isRange) {
        this.index++;
      }
      const to = isRange ? this.setCharacter(start) : from;
      if (to < from) {
        throw this.error('a range runs from the lower to the higher character', this.index);
      }
      ranges.push([from, to]);
    }
    this.index++;
    const merged = mergeRanges(ranges);
    if (merged.length === 0) {
      throw this.error('the set is empty', start);
    }
    return merged;
  }

  private setCharacter(start: number): number {
    if (this.index >= this.characters.length) {
      throw this.error('the set is not closed', start);
    }
    const character = this.next();
    return (character === '\\' ? this.escaped() : character).codePointAt(0) ?? 0;
  }

  private alternatives(start: number): FormatAlternatives {
    this.index++;
    const texts: string[] = [];
    let text = '';
    for (;;) {
      if (this.index >= this.characters.length) {
        throw this.error('the alternatives are not closed', start);
      }
      const character = this.next();
      if (character === '|' || character === ')') {
        texts.push(text);
        text = '';
        if (character === ')') {
          break;
        }
      } else {
        text += character === '\\' ? this.escaped() : character;
      }
    }
    if (this.until('}', start) !== '') {
      throw this.error('alternatives end with )}', this.index);
    }
    return { kind: 'alternatives', texts };
  }

  private integer(body: string, start: number): FormatInteger {
    const [, range = '', pad, ...more] = body.split(',');
    const match = RANGE.exec(range);
    if (match === null || more.length > 0 || (pad !== undefined && pad.trim() !== 'pad')) {
      throw this.error('an integer is written {!int, min:max} or {!int, min:max, pad}', start);
    }
    if (match[2] === undefined) {
      throw this.error('a range without an upper end is only possible for unique keys', start);
    }
    const min = BigInt(match[1] ?? '0');
    const max = BigInt(match[2]);
    if (min > max) {
      throw this.error('the lower end is above the upper one', start);
    }
    return {
      kind: 'integer',
      min,
      max,
      width: pad === undefined ? 0 : max.toString().replace('-', '').length,
    };
  }

  private next(): string {
    return this.characters[this.index++] ?? '';
  }

  private escaped(): string {
    if (this.index >= this.characters.length) {
      throw this.error('a backslash stands at the end', this.index);
    }
    return this.next();
  }

  /** The text up to a character, which is passed over. */
  private until(end: string, start: number): string {
    const at = this.characters.indexOf(end, this.index);
    if (at < 0) {
      throw this.error('the brace is not closed', start);
    }
    const text = this.characters.slice(this.index, at).join('');
    this.index = at + 1;
    return text;
  }

  private error(reason: string, character: number): FormatError {
    return new FormatError(reason, Math.max(1, character));
  }
}

/** Sorted and apart; without the halves of surrogate pairs, which are no characters. */
function mergeRanges(ranges: readonly [number, number][]): readonly (readonly [number, number])[] {
  const whole = ranges.flatMap(([from, to]): [number, number][] => [
    [from, Math.min(to, 0xd7ff)],
    [Math.max(from, 0xe000), to],
  ]);
  const sorted = whole.filter(([from, to]) => from <= to).sort((a, b) => a[0] - b[0]);
  const merged: [number, number][] = [];
  for (const [from, to] of sorted) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last[1] + 1) {
      last[1] = Math.max(last[1], to);
    } else {
      merged.push([from, to]);
    }
  }
  return merged;
}
