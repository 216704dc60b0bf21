/** A look-behind or look-ahead. */
export interface Lookaround {
  readonly isNegative: boolean;
  readonly body: string;
}

/** A pattern apart from the look-around at its two ends. */
export interface SplitPattern {
  /** Leading `(?i)` and the like. */
  readonly flags: string;
  readonly behind: Lookaround | null;
  readonly core: string;
  readonly ahead: Lookaround | null;
}

const FLAGS = /^(?:\(\?[aiLmsux]+\))*/;
const LOOK = /^\(\?(<?)([=!])/;

/** Splits look-around off the ends; the text says what cannot be split, and where. */
export function splitLookaround(pattern: string): SplitPattern | { readonly problem: string } {
  const flags = FLAGS.exec(pattern)?.[0] ?? '';
  const looks = topLevelGroups(pattern).flatMap((group) => lookOf(pattern, group) ?? []);
  const behind = looks.find((look) => look.isBehind && look.start === flags.length) ?? null;
  const ahead = looks.find((look) => !look.isBehind && look.end === pattern.length) ?? null;
  const misplaced = looks.find((look) => look !== behind && look !== ahead);
  if (misplaced !== undefined) {
    const where = 'a look-behind at the very start and a look-ahead at the very end';
    return { problem: `look-around is supported as ${where} only (character ${misplaced.start + 1})` };
  }
  const [bar] = topLevelBars(pattern);
  if (looks.length > 0 && bar !== undefined) {
    return { problem: `look-around needs alternatives in a group (?:…) (character ${bar + 1})` };
  }
  const core = pattern.slice(behind?.end ?? flags.length, ahead?.start ?? pattern.length);
  return { flags, behind, core, ahead };
}

interface PlacedLook extends Lookaround, Span {
  readonly isBehind: boolean;
}

/** Null: a group of another kind. */
function lookOf(pattern: string, { start, end }: Span): PlacedLook | null {
  const match = LOOK.exec(pattern.slice(start, start + 4));
  if (match === null) {
    return null;
  }
  const body = pattern.slice(start + match[0].length, end - 1);
  return { start, end, body, isBehind: match[1] === '<', isNegative: match[2] === '!' };
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function topLevelGroups(pattern: string): readonly Span[] {
  const groups: Span[] = [];
  let depth = 0;
  let start = 0;
  walk(pattern, (character, index) => {
    if (character === '(' && depth++ === 0) {
      start = index;
    } else if (character === ')' && --depth === 0) {
      groups.push({ start, end: index + 1 });
    }
  });
  return groups;
}

function topLevelBars(pattern: string): readonly number[] {
  const bars: number[] = [];
  let depth = 0;
  walk(pattern, (character, index) => {
    depth += character === '(' ? 1 : character === ')' ? -1 : 0;
    if (character === '|' && depth === 0) {
      bars.push(index);
    }
  });
  return bars;
}

/** Every character outside classes and escapes. */
function walk(pattern: string, visit: (character: string, index: number) => void): void {
  for (let i = 0; i < pattern.length; i++) {
    const character = pattern.charAt(i);
    if (character === '\\') {
      i++;
    } else if (character === '[') {
      i = classEnd(pattern, i);
    } else {
      visit(character, i);
    }
  }
}

/** Position of the bracket that closes a class. */
function classEnd(pattern: string, start: number): number {
  let i = start + (pattern[start + 1] === '^' ? 2 : 1);
  for (let isFirst = true; i < pattern.length; i++, isFirst = false) {
    if (pattern[i] === '\\') {
      i++;
    } else if (pattern[i] === ']' && !isFirst) {
      return i;
    }
  }
  return i;
}
