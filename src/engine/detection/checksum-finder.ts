import { isValidCompact } from '../checksums/checksum.js';
import { CHECKSUMS_BY_NAME } from '../checksums/index.js';
import type { Checksum } from '../checksums/checksum.js';
import type { Span } from './spans.js';

/** Letters and digits. */
const GROUP = /[A-Za-z0-9]+/g;
/** What may stand between two groups of one number. */
const SEPARATORS = ' .-/';
const MOST_GROUPS = 12;
const LEAST_CHARACTERS = 6;
const MOST_CHARACTERS = 64;

/** Finds numbers of one scheme that are checked right. */
export function checksumFinder(name: string): (text: string) => readonly Span[] {
  const checksum = CHECKSUMS_BY_NAME.get(name);
  if (checksum === undefined) {
    throw new Error(`Checksum "${name}" was read but is not defined`);
  }
  return (text) => groupRuns(text).flatMap((run) => validParts(text, run, checksum));
}

/** Rows of groups with one separator between. */
function groupRuns(text: string): readonly (readonly Span[])[] {
  const runs: Span[][] = [];
  let last: Span | null = null;
  for (const group of text.matchAll(GROUP)) {
    const span = { start: group.index, end: group.index + group[0].length };
    const goesOn = last?.end === span.start - 1 && SEPARATORS.includes(text.charAt(last.end));
    if (goesOn) {
      runs.at(-1)!.push(span);
    } else {
      runs.push([span]);
    }
    last = span;
  }
  return runs;
}

/** Of each group on, the longest row of groups that is valid. */
function validParts(text: string, groups: readonly Span[], checksum: Checksum): readonly Span[] {
  const spans: Span[] = [];
  for (let first = 0; first < groups.length; first++) {
    const start = groups[first]!.start;
    const compacts = compactRows(text, groups, first);
    for (let count = compacts.length; count > 0; count--) {
      const { end } = groups[first + count - 1]!;
      const compact = compacts[count - 1]!;
      if (end - start >= LEAST_CHARACTERS && /\d/.test(compact) && isValidCompact(checksum, compact)) {
        spans.push({ start, end });
        first += count - 1;
        break;
      }
    }
  }
  return spans;
}

/** The rows of groups from one on that are not too long, without what is between them: a group more each. */
function compactRows(text: string, groups: readonly Span[], first: number): readonly string[] {
  const rows: string[] = [];
  const { start } = groups[first]!;
  const beyond = Math.min(groups.length, first + MOST_GROUPS);
  let compact = '';
  for (let i = first; i < beyond && groups[i]!.end - start <= MOST_CHARACTERS; i++) {
    compact += text.slice(groups[i]!.start, groups[i]!.end).toUpperCase();
    rows.push(compact);
  }
  return rows;
}
