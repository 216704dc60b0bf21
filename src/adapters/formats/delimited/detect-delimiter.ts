const CANDIDATES = [',', ';', '\t', '|'];
const LINES = 200;

/**
 * The delimiter of a file whose task names none: the character that parts its first lines into the same number of cells,
 * more than one; the most cells win, then the order of the list. A comma where nothing tells.
 */
export function detectDelimiter(sample: string, quote: string): string {
  const lines = recordsOf(sample, quote);
  let best = { delimiter: ',', cells: 1, alike: 0 };
  for (const delimiter of CANDIDATES) {
    const counts = lines.map((line) => line.split(delimiter).length);
    const cells = counts[0] ?? 1;
    const alike = counts.filter((count) => count === cells).length / counts.length;
    if (cells > 1 && (alike > best.alike || (alike === best.alike && cells > best.cells))) {
      best = { delimiter, cells, alike };
    }
  }
  return best.delimiter;
}

/** The first lines, without what stands inside quotes; the last one of the sample may be cut off, and is left out. */
function recordsOf(sample: string, quote: string): readonly string[] {
  const bare = sample
    .split(quote)
    .filter((_, index) => index % 2 === 0)
    .join('');
  const lines = bare.split(/\r\n|\n|\r/, LINES + 1);
  const whole = lines.length > 1 ? lines.slice(0, -1) : lines;
  return whole.filter((line) => line !== '');
}
