import type { NameDictionary } from './name-dictionary.js';
import type { Span } from './spans.js';

/** Letters, perhaps with hyphens between; longer runs are no words. Unbounded it would take memory for each letter. */
const WORD =
  /(?<![\p{L}\p{M}])\p{L}[\p{L}\p{M}]{0,99}(?:['’-]\p{L}[\p{L}\p{M}]{0,99}){0,9}(?![\p{L}\p{M}])/gu;
const TITLES = new Set(
  'mr mrs ms miss mx dr prof professor sir madam dame lord lady rev father sister judge herr frau señor señora sr sra m mme'.split(
    ' ',
  ),
);
const PARTICLES = new Set('van von der den de del della di da dos la le bin ibn al el ter ten of'.split(' '));
const NO_NAMES = new Set(
  (
    'monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september ' +
    'october november december the a an and or but for from to on in at by with is was has had will would can could she he ' +
    'they we i you it this that street road avenue lane drive hospital clinic university company limited inc ltd'
  ).split(' '),
);
const MOST_WORDS = 5;
const BETWEEN_NAMES = /^(?:[ \t\u00a0]+|\.[ \t\u00a0]+|[ \t\u00a0]*\r?\n?[ \t]*)$/;

interface Word extends Span {
  readonly text: string;
  readonly isCapital: boolean;
}

type NameKind = 'full' | 'first' | 'last';

/**
 * Names of people: by title (`Dr Lee`), by a known given name before a capital word (`Ann Q. Public`), by a known family
 * name before a comma and a known given name, or by two known names in any case. For given and family names alone also
 * known names in capitals that are nothing else.
 */
export function detectNames(text: string, kind: NameKind, names: NameDictionary): readonly Span[] {
  const words = wordsOf(text);
  const spans: Span[] = [];
  for (let i = 0; i < words.length;) {
    const count = nameLength(words, i, text, names);
    if (count > 0) {
      spans.push(...partOf(words.slice(i, i + count), kind, names).map(({ start, end }) => ({ start, end })));
      i += count;
      continue;
    }
    const word = words[i]!;
    if (kind !== 'full' && isKnownAlone(word, kind, names)) {
      spans.push({ start: word.start, end: word.end });
    }
    i++;
  }
  return spans;
}

/** How many words from here on are one name; 0: none. */
function nameLength(words: readonly Word[], at: number, text: string, names: NameDictionary): number {
  const word = words[at]!;
  const before = words[at - 1];
  if (before !== undefined && word.isCapital && isTitle(before) && isBeside(before, word, text)) {
    return capitalRun(words, at, text);
  }
  return words[at + 1] === undefined ? 0 : knownLength(words, at, text, names);
}

/** A name that is told by a known one. */
function knownLength(words: readonly Word[], at: number, text: string, names: NameDictionary): number {
  const [word, next] = [words[at]!, words[at + 1]!];
  if (isListed(word, next, names) && /^,[ \t]*$/.test(text.slice(word.end, next.start))) {
    return 2;
  }
  if (!names.isFirst(word.text) || !isBeside(word, next, text)) {
    return 0;
  }
  if (word.isCapital && isNamely(next)) {
    const run = capitalRun(words, at, text);
    return isSureRun(words.slice(at, at + run), names) ? run : 0;
  }
  return names.isLast(next.text) && ![word, next].some((part) => names.isDoubtful(part.text)) ? 2 : 0;
}

/** `Miller, Ann` */
function isListed(word: Word, next: Word, names: NameDictionary): boolean {
  return word.isCapital && next.isCapital && names.isLast(word.text) && names.isFirst(next.text);
}

function isSureRun([first, ...others]: readonly Word[], names: NameDictionary): boolean {
  if (first === undefined || others.length === 0) {
    return false;
  }
  return !names.isDoubtful(first.text) || others.some((other) => names.isLast(other.text));
}

/** Capital words, initials and the small words between them. */
function capitalRun(words: readonly Word[], at: number, text: string): number {
  let count = 1;
  for (let i = at + 1; i < words.length && i - at < MOST_WORDS; i++) {
    const word = words[i]!;
    if (!isBeside(words[i - 1]!, word, text)) {
      break;
    }
    if (isNamely(word)) {
      count = i - at + 1;
    } else if (!PARTICLES.has(word.text)) {
      break;
    }
  }
  return count;
}

function partOf(words: readonly Word[], kind: NameKind, names: NameDictionary): readonly Span[] {
  const [first] = words;
  const last = words.at(-1);
  if (first === undefined || last === undefined) {
    return [];
  }
  if (kind === 'full') {
    return [{ start: first.start, end: last.end }];
  }
  if (words.length === 1) {
    return names.isFirst(first.text) === (kind === 'first') ? [first] : [];
  }
  const familyFirst = words.length === 2 && names.isLast(first.text) && !names.isFirst(first.text);
  return [(kind === 'first') === familyFirst ? last : first];
}

function isKnownAlone(word: Word, kind: NameKind, names: NameDictionary): boolean {
  const isKnown = kind === 'first' ? names.isFirst(word.text) : names.isLast(word.text);
  return isKnown && word.isCapital && word.text.length > 1 && !names.isDoubtful(word.text);
}

function isNamely(word: Word): boolean {
  return word.isCapital && !NO_NAMES.has(word.text.toLowerCase());
}

function isTitle(word: Word): boolean {
  return TITLES.has(word.text.toLowerCase());
}

/** Only white between them, or the dot of a title or an initial. */
function isBeside(word: Word, next: Word, text: string): boolean {
  const between = text.slice(word.end, next.start);
  return (
    between.length <= 4 &&
    BETWEEN_NAMES.test(between) &&
    (!between.startsWith('.') || word.text.length === 1 || isTitle(word))
  );
}

function wordsOf(text: string): readonly Word[] {
  return [...text.matchAll(WORD)].map((match) => {
    const [word] = match;
    const [initial] = word;
    const isCapital = initial !== undefined && initial !== initial.toLowerCase();
    return { text: word, start: match.index, end: match.index + word.length, isCapital };
  });
}
