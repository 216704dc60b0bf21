import { compilePython } from './python-regex.js';
import { parseRegex, RegexProblem } from './regex-tree.js';
import { splitLookaround } from './lookaround.js';
import { widthsOf } from './regex-widths.js';
import type { Lookaround, SplitPattern } from './lookaround.js';
import type { RE2JS } from 're2js';
import type { RegexNode, RegexSet } from './regex-tree.js';

/** Finds a pattern in texts, in linear time. */
export interface TextSearch {
  /** Calls back for every match that is not empty, from left to right; matches do not overlap. */
  each(text: string, found: (start: number, end: number) => void): void;
  /** Does it match anywhere, perhaps nothing at all? */
  isIn(text: string): boolean;
}

interface Problem {
  readonly problem: string;
}

/** Most characters that look-around looks at. */
const MAX_LOOK = 1000;

/**
 * A pattern in Python's syntax. Look-around is done for the forms whose meaning a linear-time engine can keep: one
 * look-behind of fixed width before everything else, one look-ahead of bounded width after it.
 */
export function compileSearch(pattern: string): TextSearch | Problem {
  const split = splitLookaround(pattern);
  if ('problem' in split) {
    return split;
  }
  if (split.behind === null && split.ahead === null) {
    const compiled = compilePython(pattern);
    return 'problem' in compiled
      ? compiled
      : searchFor({ first: compiled, later: compiled, group: 0, width: 0 });
  }
  try {
    return compileAround(split);
  } catch (error) {
    if (error instanceof RegexProblem) {
      return { problem: `in look-around ${error.message}` };
    }
    throw error;
  }
}

/** The surroundings become part of the pattern, and what they match is left out of the match. */
function compileAround({ flags, behind, core, ahead }: SplitPattern): TextSearch | Problem {
  const before = behind === null ? NOTHING_BEFORE : beforeText(behind);
  const after = ahead === null ? '' : afterText(ahead);
  const alone = compilePython(flags + core);
  if ('problem' in alone) {
    return alone;
  }
  const whole = (text: string): RE2JS | Problem =>
    compilePython(`${flags}${text}(?P<vizard_core>${core})${after}`);
  const [first, later] = [whole(before.first), whole(before.later)];
  if ('problem' in first) {
    return first;
  }
  if ('problem' in later) {
    return later;
  }
  return searchFor({ first, later, group: first.namedGroups().vizard_core ?? 1, width: before.width });
}

/** A pattern whose group is the match. */
interface CompiledSearch {
  /** For the start of a text. */
  readonly first: RE2JS;
  /** For after a match, where `width` characters stand before. */
  readonly later: RE2JS;
  readonly group: number;
  readonly width: number;
}

function searchFor({ first, later, group, width }: CompiledSearch): TextSearch {
  return {
    isIn: (text) => first.matcher(text).find(0),
    each(text, found) {
      let matcher = first.matcher(text);
      let next = 0;
      while (next <= text.length && matcher.find(stepBack(text, next, width))) {
        const [start, end] = [matcher.start(group), matcher.end(group)];
        if (end > start) {
          found(start, end);
        }
        matcher = next === 0 && first !== later ? later.matcher(text) : matcher;
        next = end > start ? end : stepOn(text, end);
      }
    },
  };
}

/** What stands before the match, as a pattern. */
interface BeforeText {
  readonly first: string;
  readonly later: string;
  readonly width: number;
}

const NOTHING_BEFORE: BeforeText = { first: '', later: '', width: 0 };

function beforeText({ isNegative, body }: Lookaround): BeforeText {
  const node = parseRegex(body);
  const { min, max } = widthsOf(node);
  if (min !== max || max > MAX_LOOK) {
    throw new RegexProblem(`a look-behind needs one fixed width of up to ${MAX_LOOK} characters`);
  }
  if (!isNegative) {
    return { first: `(?:${body})`, later: `(?:${body})`, width: min };
  }
  const [only, second] = setsOf(node);
  if (only === undefined || second !== undefined) {
    throw new RegexProblem('a negative look-behind may look at one character');
  }
  // Only the very start of a text has no character before it.
  return { first: `(?:\\A|${negated(only)})`, later: negated(only), width: 1 };
}

function afterText({ isNegative, body }: Lookaround): string {
  const node = parseRegex(body);
  if (widthsOf(node).max > MAX_LOOK) {
    throw new RegexProblem(`a look-ahead may look at up to ${MAX_LOOK} characters`);
  }
  if (!isNegative) {
    return `(?:${body})`;
  }
  // Not a, or a and then not b, or the text is at its end.
  return setsOf(node).reduceRight(
    (rest, set) => `(?:\\Z|${negated(set)}${rest === '' ? '' : `|${set.source}${rest}`})`,
    '',
  );
}

/** The characters of a plain sequence. */
function setsOf(node: RegexNode): readonly RegexSet[] {
  switch (node.kind) {
    case 'set':
      return [node];
    case 'sequence':
      return node.items.flatMap(setsOf);
    case 'repeat':
      if (node.max === node.min) {
        return Array.from({ length: node.min }, () => setsOf(node.item)).flat();
      }
      break;
    default:
      break;
  }
  throw new RegexProblem('a negative form may hold a plain sequence of characters and classes only');
}

/** The class of all other characters. */
function negated({ source }: RegexSet): string {
  if (source === '.') {
    return '\\n';
  }
  if (source.startsWith('[')) {
    return source.startsWith('[^') ? `[${source.slice(2)}` : `[^${source.slice(1)}`;
  }
  if (/^\\[dws]$/.test(source)) {
    return source.toUpperCase();
  }
  if (/^\\[DWS]$/.test(source)) {
    return source.toLowerCase();
  }
  return source === '^' ? '[^\\^]' : `[^${source}]`;
}

/** A number of characters to the left, as far as there are. */
function stepBack(text: string, from: number, count: number): number {
  let at = from;
  for (let i = 0; i < count && at > 0; i++) {
    at -= at > 1 && isPair(text, at - 2) ? 2 : 1;
  }
  return at;
}

function stepOn(text: string, from: number): number {
  return from + (isPair(text, from) ? 2 : 1);
}

function isPair(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;
}
