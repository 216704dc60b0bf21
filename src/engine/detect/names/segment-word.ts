const LEAST_LETTERS = 3;
const LONGEST_PART = 40;

/**
 * Cuts a word that was written together into known ones, as few as possible: `kundenname` → `kunden`, `name`. Null: it
 * does not consist of known words alone.
 */
export function segmentWord(word: string, known: ReadonlySet<string>): readonly string[] | null {
  if (word.length < 2 * LEAST_LETTERS || word.length > LONGEST_PART) {
    return null;
  }
  const best: (readonly string[] | null)[] = [[]];
  for (let end = 1; end <= word.length; end++) {
    best[end] = bestUpTo(word, end, best, known);
  }
  return best[word.length] ?? null;
}

function bestUpTo(
  word: string,
  end: number,
  best: readonly (readonly string[] | null)[],
  known: ReadonlySet<string>,
): readonly string[] | null {
  let found: readonly string[] | null = null;
  for (let start = 0; start <= end - LEAST_LETTERS; start++) {
    const before = best[start];
    const part = word.slice(start, end);
    if (before && known.has(part) && (found === null || before.length + 1 < found.length)) {
      found = [...before, part];
    }
  }
  return found;
}
