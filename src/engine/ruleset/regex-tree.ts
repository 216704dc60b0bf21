import { ClassParser } from './regex-class.js';
import type { CodeRange } from './regex-class.js';

/** The parts of a pattern in Python's syntax, without look-around and back-references. */
export type RegexNode = RegexSet | RegexSequence | RegexChoice | RegexRepeat | RegexAnchor;

/** One character. */
export interface RegexSet {
  readonly kind: 'set';
  /** Apart and ascending; open classes hold their printable ASCII characters. */
  readonly ranges: readonly CodeRange[];
  /** As written. */
  readonly source: string;
}

export interface RegexSequence {
  readonly kind: 'sequence';
  readonly items: readonly RegexNode[];
}

export interface RegexChoice {
  readonly kind: 'choice';
  readonly options: readonly RegexNode[];
}

export interface RegexRepeat {
  readonly kind: 'repeat';
  readonly item: RegexNode;
  readonly min: number;
  /** Null: without end. */
  readonly max: number | null;
}

/** Matches a place, not a character. */
export interface RegexAnchor {
  readonly kind: 'anchor';
  readonly source: string;
}

const MAX_NESTING = 100;
const MAX_REPEAT = 1_000_000;
const COUNTED = /\{(\d{1,7})?(?:(,)(\d{1,7})?)?\}/y;
const GROUP = /\((?:\?(?::|P<[A-Za-z_]\w*>))?/y;

/** What is wrong with a pattern, and where. */
export class RegexProblem extends Error {}

/** Throws `RegexProblem`. */
export function parseRegex(pattern: string): RegexNode {
  return new RegexParser(pattern).parse();
}

class RegexParser {
  private at = 0;

  constructor(private readonly pattern: string) {}

  parse(): RegexNode {
    const node = this.choice(0);
    return this.at === this.pattern.length ? node : this.fail('this bracket closes nothing');
  }

  private choice(depth: number): RegexNode {
    const options = [this.sequence(depth)];
    while (this.pattern[this.at] === '|') {
      this.at++;
      options.push(this.sequence(depth));
    }
    return options.length === 1 ? options[0]! : { kind: 'choice', options };
  }

  private sequence(depth: number): RegexNode {
    const items: RegexNode[] = [];
    while (this.at < this.pattern.length && !'|)'.includes(this.pattern[this.at]!)) {
      items.push(this.repeated(this.atom(depth)));
    }
    return items.length === 1 ? items[0]! : { kind: 'sequence', items };
  }

  private atom(depth: number): RegexNode {
    const start = this.at;
    switch (this.pattern[start]) {
      case '(':
        return this.group(depth);
      case '[':
      case '.':
      case '\\':
        return this.class();
      case '^':
      case '$':
        this.at++;
        return { kind: 'anchor', source: this.pattern[start] };
      case '*':
      case '+':
      case '?':
        return this.fail('there is nothing to repeat');
      default:
        return this.literal();
    }
  }

  private class(): RegexNode {
    const start = this.at;
    const parser = new ClassParser(this.pattern, start);
    const read = parser.read();
    if ('problem' in read) {
      return this.fail(read.problem);
    }
    this.at = parser.end;
    const source = this.pattern.slice(start, this.at);
    return read.isAnchor ? { kind: 'anchor', source } : { kind: 'set', ranges: read.ranges, source };
  }

  private literal(): RegexSet {
    const code = this.pattern.codePointAt(this.at)!;
    const source = String.fromCodePoint(code);
    this.at += source.length;
    return { kind: 'set', ranges: [[code, code]], source };
  }

  private group(depth: number): RegexNode {
    GROUP.lastIndex = this.at;
    GROUP.test(this.pattern);
    if (this.pattern[GROUP.lastIndex] === '?') {
      return this.fail('only plain, named and (?:…) groups are supported here');
    }
    if (depth === MAX_NESTING) {
      return this.fail(`groups are nested deeper than ${MAX_NESTING}`);
    }
    this.at = GROUP.lastIndex;
    const node = this.choice(depth + 1);
    if (this.pattern[this.at] !== ')') {
      return this.fail('a group is not closed');
    }
    this.at++;
    return node;
  }

  private repeated(item: RegexNode): RegexNode {
    const limits = this.quantifier();
    if (limits === null) {
      return item;
    }
    const next = this.pattern[this.at];
    if (next === '?') {
      this.at++;
    }
    if (next === '+' || next === '*' || this.quantifier() !== null) {
      return this.fail('a repeat cannot be repeated');
    }
    const [min, max] = limits;
    if (max !== null && min > max) {
      return this.fail('the least number of repeats is above the greatest');
    }
    return Math.max(min, max ?? 0) > MAX_REPEAT
      ? this.fail(`more than ${MAX_REPEAT} repeats`)
      : { kind: 'repeat', item, min, max };
  }

  private quantifier(): readonly [number, number | null] | null {
    switch (this.pattern[this.at]) {
      case '*':
        this.at++;
        return [0, null];
      case '+':
        this.at++;
        return [1, null];
      case '?':
        this.at++;
        return [0, 1];
      case '{':
        return this.counted();
      default:
        return null;
    }
  }

  /** A brace that counts nothing is a character. */
  private counted(): readonly [number, number | null] | null {
    COUNTED.lastIndex = this.at;
    const match = COUNTED.exec(this.pattern);
    if (match === null || (match[1] === undefined && match[3] === undefined)) {
      return null;
    }
    this.at = COUNTED.lastIndex;
    const min = Number(match[1] ?? '0');
    const end = match[2] === undefined ? min : match[3] === undefined ? null : Number(match[3]);
    return [min, end];
  }

  private fail(reason: string): never {
    throw new RegexProblem(`${reason} (character ${this.at + 1})`);
  }
}
