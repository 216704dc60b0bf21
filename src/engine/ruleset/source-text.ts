import type { Position } from './problem.js';

/** Longest ruleset that is read at all, in characters. */
export const MAX_RULESET_LENGTH = 10 * 1024 * 1024;

const PLACEHOLDER = /\{\{[ \t]*locality[ \t]*\}\}/g;

/** Ruleset text made ready for the YAML parser, which can still say where a character stood in the original. */
export interface SourceText {
  readonly parsed: string;
  positionOf(offset: number): Position;
}

/** Is the placeholder of the locality in a text? */
export function hasPlaceholder(text: string): boolean {
  return text.search(PLACEHOLDER) >= 0;
}

/** Drops a byte order mark and puts the locality in for its placeholder. Positions name the library, if it is one. */
export function prepareSource(original: string, locality: string, library: string | null): SourceText {
  const parts: string[] = [];
  const shifts: Shift[] = [];
  let from = original.startsWith('\uFEFF') ? 1 : 0;
  let length = 0;
  shifts.push({ parsedOffset: 0, originalOffset: from });
  for (const match of original.matchAll(PLACEHOLDER)) {
    const kept = original.slice(from, match.index);
    parts.push(kept, locality);
    length += kept.length + locality.length;
    from = match.index + match[0].length;
    shifts.push({
      parsedOffset: length - locality.length,
      originalOffset: match.index,
      span: locality.length,
    });
    shifts.push({ parsedOffset: length, originalOffset: from });
  }
  parts.push(original.slice(from));
  const lineStarts = findLineStarts(original);
  return {
    parsed: parts.join(''),
    positionOf: (offset) => {
      const position = toPosition(lineStarts, toOriginal(shifts, offset));
      return library === null ? position : { ...position, library };
    },
  };
}

interface Shift {
  readonly parsedOffset: number;
  readonly originalOffset: number;
  /** Set for inserted text: all of it stands for one place. */
  readonly span?: number;
}

function toOriginal(shifts: readonly Shift[], offset: number): number {
  const shift = shifts[lastAtMost(shifts.length, (index) => shifts[index]!.parsedOffset <= offset)]!;
  return shift.originalOffset + (shift.span === undefined ? offset - shift.parsedOffset : 0);
}

function findLineStarts(text: string): readonly number[] {
  const starts = [0];
  for (const match of text.matchAll(/\r\n|\r|\n/g)) {
    starts.push(match.index + match[0].length);
  }
  return starts;
}

function toPosition(lineStarts: readonly number[], offset: number): Position {
  const line = lastAtMost(lineStarts.length, (index) => lineStarts[index]! <= offset);
  return { line: line + 1, column: offset - lineStarts[line]! + 1 };
}

/** The last index for which a condition that holds for 0 and, once false, stays false, still holds. */
function lastAtMost(length: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (holds(middle)) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}
