const LONGEST = 64;
/** More slips than this are another word. */
const MOST_SLIPS = 5;
/** Whoever has more names than this is not helped by one of them, and comparing all would take too long. */
const MOST_CANDIDATES = 1000;

/** The candidate that a typing slip would most likely have turned into `written`, if any is near enough. */
export function nearMiss(written: string, candidates: Iterable<string>): string | null {
  const wanted = fold(written).slice(0, LONGEST);
  let best: string | null = null;
  let bestDistance = Math.min(MOST_SLIPS, Math.max(1, Math.floor(wanted.length / 3))) + 1;
  let seen = 0;
  for (const candidate of candidates) {
    if (++seen > MOST_CANDIDATES) {
      break;
    }
    const folded = fold(candidate).slice(0, LONGEST);
    if (Math.abs(folded.length - wanted.length) >= bestDistance) {
      continue;
    }
    const distance = editDistance(wanted, folded, bestDistance);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** ` Did you mean "x"?` or nothing. */
export function suggestion(written: string, candidates: Iterable<string>): string {
  const near = nearMiss(written, candidates);
  return near === null ? '' : ` Did you mean "${near}"?`;
}

/** The user's own text in a message: quoted, shortened, on one line. */
export function quoted(text: string): string {
  const shown = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  return JSON.stringify(shown);
}

function fold(text: string): string {
  return text.toLowerCase().replaceAll('-', '_');
}

/** Optimal string alignment: insert, delete, change and swap of neighbours cost one each. Gives up at `limit`. */
function editDistance(a: string, b: string, limit: number): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min(row[j - 1]! + 1, last[j]! + 1, last[j - 1]! + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, beforeLast[j - 2]! + 1);
      }
      row.push(best);
    }
    if (Math.min(...row) >= limit && Math.min(...last) >= limit) {
      return limit;
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length]!;
}
