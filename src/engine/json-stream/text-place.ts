/** Counts the lines of a text that passes by in pieces. */
export class TextPlace {
  private lines = 0;
  /** Characters of the line that is open at the start of the piece. */
  private before = 0;

  pass(units: string): void {
    let newline = units.indexOf('\n');
    let last = -1;
    while (newline >= 0) {
      this.lines++;
      last = newline;
      newline = units.indexOf('\n', newline + 1);
    }
    this.before = last < 0 ? this.before + units.length : units.length - last - 1;
  }

  /** The place in the piece at hand, both from 1. */
  of(units: string, at: number): { readonly line: number; readonly column: number } {
    const head = new TextPlace();
    head.lines = this.lines;
    head.before = this.before;
    head.pass(units.slice(0, at));
    return { line: head.lines + 1, column: head.before + 1 };
  }
}
