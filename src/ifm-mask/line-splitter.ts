const NEWLINE = 0x0a;

/** One line without its end; null: it is longer than any may be, and was thrown away. */
export type Line = Buffer | null;

/** Cuts a stream of bytes into lines, and holds no more of it than one line may be long. */
export class LineSplitter {
  private rest: Buffer[] = [];
  private restBytes = 0;
  private isTooLong = false;

  constructor(private readonly maxBytes: number) {}

  /** The lines that end in a chunk. */
  *take(chunk: Buffer): Generator<Line> {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(NEWLINE, start);
      if (end < 0) {
        this.keep(chunk.subarray(start));
        return;
      }
      this.keep(chunk.subarray(start, end));
      yield this.cut();
      start = end + 1;
    }
  }

  /** What stands behind the last line end. */
  last(): Line {
    return this.cut();
  }

  private keep(part: Buffer): void {
    this.isTooLong ||= this.restBytes + part.length > this.maxBytes;
    if (this.isTooLong) {
      this.rest = [];
      return;
    }
    this.rest.push(part);
    this.restBytes += part.length;
  }

  private cut(): Line {
    const { rest, isTooLong } = this;
    this.rest = [];
    this.restBytes = 0;
    this.isTooLong = false;
    return isTooLong ? null : rest.length === 1 && rest[0] !== undefined ? rest[0] : Buffer.concat(rest);
  }
}
