import { compilePython } from './python-regex.js';
import { parseRegex, RegexProblem } from './regex-tree.js';
import { splitLookaround } from './lookaround.js';
import { widthsOf } from './regex-widths.js';
import type { Lookaround, SplitPattern } from './lookaround.js';
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
    return 'problem' in compiled ? compiled : searchFor((text) => compiled.matcher(text), 0, 0);
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
  const before = behind === null ? { text: '', width: 0 } : beforeText(behind);
  const after = ahead === null ? '' : afterText(ahead);
  const alone = compilePython(flags + core);
  if ('problem' in alone) {
    return alone;
  }
  const compiled = compilePython(`${flags}${before.text}(?P<vizard_core>${core})${after}`);
  if ('problem' in compiled) {
    return compiled;
  }
  const group = compiled.namedGroups().vizard_core ?? 1;
  return searchFor((text) => compiled.matcher(text), group, before.width);
}

interface Matcher {
  find(start: number): boolean;
  start(group: number): number;
  end(group: number): number;
}

function searchFor(matcherOf: (text: string) => Matcher, group: number, behindWidth: number): TextSearch {
  return {
    isIn: (text) => matcherOf(text).find(0),
    each(text, found) {
      const matcher = matcherOf(text);
      let next = 0;
      while (next <= text.length && matcher.find(stepBack(text, next, behindWidth))) {
        const [start, end] = [matcher.start(group), matcher.end(group)];
        if (end > start) {
          found(start, end);
        }
        next = end > start ? end : stepOn(text, Math.max(end, next));
      }
    },
  };
}

function beforeText({ isNegative, body }: Lookaround): { readonly text: string; readonly width: number } {
  const node = parseRegex(body);
  const { min, max } = widthsOf(node);
  if (min !== max || max > MAX_LOOK) {
    throw new RegexProblem(`a look-behind needs one fixed width of up to ${MAX_LOOK} characters`);
  }
  if (!isNegative) {
    return { text: `(?:${body})`, width: min };
  }
  const [only, second] = setsOf(node);
  if (only === undefined || second !== undefined) {
    throw new RegexProblem('a negative look-behind may look at one character');
  }
  return { text: `(?:\\A|${negated(only)})`, width: 1 };
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
