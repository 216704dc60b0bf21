/** A cell that begins so is taken for a formula by spreadsheet programs. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/**
 * One line of CSV (RFC 4180), with its line end. Cells that a spreadsheet would execute get a leading apostrophe, so
 * that opening a report never runs what somebody wrote into a name.
 */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(cellText).join(',')}\r\n`;
}

function cellText(cell: string | number): string {
  if (typeof cell === 'number') {
    return String(cell);
  }
  const safe = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
