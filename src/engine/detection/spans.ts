/** A part of a text, by positions of code units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A found part, and the number of the matcher that found it. */
export interface FoundSpan extends Span {
  readonly matcher: number;
}

/** Keeps the longest where spans overlap, then the earlier matcher's, then the earlier span; ordered by place. */
export function withoutOverlaps(spans: readonly FoundSpan[], textLength: number): readonly FoundSpan[] {
  if (spans.length < 2) {
    return spans;
  }
  const ranked = [...spans].sort(
    (a, b) => b.end - b.start - (a.end - a.start) || a.matcher - b.matcher || a.start - b.start,
  );
  // A kept span is at least as long as those that follow, so it cannot lie between the two ends of one of them.
  const taken = new Uint8Array(textLength);
  const kept = ranked.filter(({ start, end }) => {
    if (taken[start] === 1 || taken[end - 1] === 1) {
      return false;
    }
    taken.fill(1, start, end);
    return true;
  });
  return kept.sort((a, b) => a.start - b.start);
}

/** All places of a global pattern that the program itself wrote. */
export function spansOf(text: string, pattern: RegExp): readonly Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(pattern)) {
    if (match[0] !== '') {
      spans.push({ start: match.index, end: match.index + match[0].length });
    }
  }
  return spans;
}
