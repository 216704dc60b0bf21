/** First and last code point. */
export type CodeRange = readonly [number, number];

/** A class, an escape or a dot, as characters or as a place between characters. */
export interface ReadClass {
  readonly ranges: readonly CodeRange[];
  readonly isAnchor: boolean;
}

/** Where an open class (a negated one, `.`, `\W` …) takes its characters from. */
const PRINTABLE: CodeRange = [0x20, 0x7e];
const DIGITS: readonly CodeRange[] = [[0x30, 0x39]];
const WORD: readonly CodeRange[] = [...DIGITS, [0x41, 0x5a], [0x5f, 0x5f], [0x61, 0x7a]];
const SPACE: readonly CodeRange[] = [[0x20, 0x20]];
const CLASSES: ReadonlyMap<string, readonly CodeRange[]> = new Map([
  ['d', DIGITS],
  ['w', WORD],
  ['s', SPACE],
  ['D', complement(DIGITS)],
  ['W', complement(WORD)],
  ['S', complement(SPACE)],
]);
const CONTROLS: ReadonlyMap<string, number> = new Map([
  ...([
    ['t', 9],
    ['n', 10],
    ['v', 11],
    ['f', 12],
    ['r', 13],
    ['a', 7],
  ] as const),
]);
const ANCHORS = 'AZbBz';
const HEXADECIMAL = /x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})/y;
const GREATEST = 0x10ffff;

/** Reads one class, escape or dot of a pattern. */
export class ClassParser {
  constructor(
    private readonly pattern: string,
    private at: number,
  ) {}

  /** Where what was read ends. */
  get end(): number {
    return this.at;
  }

  read(): ReadClass | { readonly problem: string } {
    const first = this.pattern[this.at++];
    if (first === '.') {
      return { ranges: [PRINTABLE], isAnchor: false };
    }
    if (first === '[') {
      return this.brackets();
    }
    const letter = this.pattern[this.at] ?? '';
    if (ANCHORS.includes(letter) && letter !== '') {
      this.at++;
      return { ranges: [], isAnchor: true };
    }
    const ranges = this.escape();
    return ranges === null ? { problem: 'this escape is not supported' } : { ranges, isAnchor: false };
  }

  private brackets(): ReadClass | { readonly problem: string } {
    const isNegated = this.pattern[this.at] === '^';
    this.at += isNegated ? 1 : 0;
    const ranges: CodeRange[] = [];
    for (let isFirst = true; isFirst || this.pattern[this.at] !== ']'; isFirst = false) {
      if (this.at >= this.pattern.length) {
        return { problem: 'a class is not closed' };
      }
      const member = this.member();
      if (typeof member === 'string') {
        return { problem: member };
      }
      ranges.push(...member);
    }
    this.at++;
    const merged = isNegated ? complement(merge(ranges)) : merge(ranges);
    return merged.length === 0
      ? { problem: 'a class has no printable character' }
      : { ranges: merged, isAnchor: false };
  }

  /** A text says what is wrong. */
  private member(): readonly CodeRange[] | string {
    const low = this.single();
    if (low === null) {
      return 'this escape is not supported';
    }
    const from = onlyCode(low);
    const isRange = this.pattern[this.at] === '-' && (this.pattern[this.at + 1] ?? ']') !== ']';
    if (!isRange || from === null) {
      return low;
    }
    this.at++;
    const to = onlyCode(this.single() ?? []);
    return to === null || to < from ? 'this range is not one' : [[from, to]];
  }

  private single(): readonly CodeRange[] | null {
    const code = this.pattern.codePointAt(this.at) ?? 0;
    this.at += code > 0xffff ? 2 : 1;
    if (code !== 0x5c) {
      return [[code, code]];
    }
    if (this.pattern[this.at] === 'b') {
      this.at++;
      return [[8, 8]];
    }
    return this.escape();
  }

  /** After the backslash; null: no such escape. */
  private escape(): readonly CodeRange[] | null {
    HEXADECIMAL.lastIndex = this.at;
    const hexadecimal = HEXADECIMAL.exec(this.pattern);
    if (hexadecimal !== null) {
      this.at = HEXADECIMAL.lastIndex;
      const code = Number.parseInt(hexadecimal[0].slice(1), 16);
      return code <= GREATEST ? [[code, code]] : null;
    }
    const code = this.pattern.codePointAt(this.at);
    if (code === undefined) {
      return null;
    }
    const letter = String.fromCodePoint(code);
    this.at += letter.length;
    const control = CONTROLS.get(letter) ?? (letter === '0' ? 0 : undefined);
    if (control !== undefined) {
      return [[control, control]];
    }
    return CLASSES.get(letter) ?? (/[A-Za-z0-9]/.test(letter) ? null : [[code, code]]);
  }
}

/** Null: more than one character. */
function onlyCode(ranges: readonly CodeRange[]): number | null {
  const [first] = ranges;
  return ranges.length === 1 && first !== undefined && first[0] === first[1] ? first[0] : null;
}

/** Apart and ascending. */
function merge(ranges: readonly CodeRange[]): readonly CodeRange[] {
  const merged: [number, number][] = [];
  for (const [from, to] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last[1] + 1) {
      last[1] = Math.max(last[1], to);
    } else {
      merged.push([from, to]);
    }
  }
  return merged;
}

/** The printable ASCII characters outside. */
function complement(ranges: readonly CodeRange[]): readonly CodeRange[] {
  const outside: CodeRange[] = [];
  let next = PRINTABLE[0];
  for (const [from, to] of ranges) {
    const last = Math.min(from - 1, PRINTABLE[1]);
    if (last >= next) {
      outside.push([next, last]);
    }
    next = Math.max(next, to + 1);
  }
  return next <= PRINTABLE[1] ? [...outside, [next, PRINTABLE[1]]] : outside;
}
