import type { Readable } from 'node:stream';
import type { RowText } from '../../../engine/index.js';

/** Type byte and length of a message. */
const HEADER = 5;
const DATA_ROW = 0x44;
const READY_FOR_QUERY = 0x5a;
/** Shorter texts are looked at and cut here; for longer ones a call into the runtime is the faster way. */
const SHORT_TEXT = 64;

type Take = (bytes: Buffer) => void;

/** Puts `RowFrames` before the driver, on a connection over which nothing is under way. */
export function interceptRows(stream: Readable): RowFrames {
  const listeners = stream.listeners('data') as Take[];
  stream.removeAllListeners('data');
  const frames = new RowFrames((bytes) => {
    for (const listener of listeners) {
      listener(bytes);
    }
  });
  stream.on('data', frames.take);
  return frames;
}

/**
 * Stands between the connection and the driver: takes out the rows of a statement that wants them as texts and passes
 * everything else on. The driver turns each row into several objects and each text into a call of the runtime, which
 * costs three times as much as the rest of reading.
 */
export class RowFrames {
  /** Where the rows of the statements under way go, in the order in which the server answers. */
  private readonly expected: (RowText[] | null)[] = [];
  /** The start of a message whose end has not come yet. */
  private parts: Buffer[] = [];
  private held = 0;
  private wanted = 0;

  /** `pass` is called with whole messages only. */
  constructor(private readonly pass: Take) {}

  /** Of the statement sent next; null: its rows go to the driver. */
  expect(rows: RowText[] | null): void {
    this.expected.push(rows);
  }

  readonly take: Take = (chunk) => {
    const bytes = this.joined(chunk);
    if (bytes !== null) {
      this.scan(bytes);
    }
  };

  private joined(chunk: Buffer): Buffer | null {
    if (this.held === 0) {
      return chunk;
    }
    this.parts.push(chunk);
    this.held += chunk.length;
    if (this.held < this.wanted) {
      return null;
    }
    const bytes = Buffer.concat(this.parts, this.held);
    this.parts = [];
    this.held = 0;
    return bytes;
  }

  private scan(bytes: Buffer): void {
    const texts = new RowTexts(bytes);
    let at = 0;
    let passed = 0;
    let size = messageSize(bytes, at);
    let rows = this.expected[0] ?? null;
    while (at + size <= bytes.length) {
      const type = bytes[at];
      if (type === DATA_ROW && rows !== null) {
        this.passOn(bytes, passed, at);
        rows.push(texts.rowAt(at + HEADER));
        passed = at + size;
      } else if (type === READY_FOR_QUERY) {
        this.expected.shift();
        rows = this.expected[0] ?? null;
      }
      at += size;
      size = messageSize(bytes, at);
    }
    this.passOn(bytes, passed, at);
    if (at < bytes.length) {
      this.parts = [bytes.subarray(at)];
      this.held = bytes.length - at;
      this.wanted = size;
    }
  }

  private passOn(bytes: Buffer, from: number, to: number): void {
    if (from < to) {
      this.pass(from === 0 && to === bytes.length ? bytes : bytes.subarray(from, to));
    }
  }
}

/** Of a message whose length has not come yet, the header is all that is known to be missing. */
function messageSize(bytes: Buffer, at: number): number {
  return at + HEADER > bytes.length ? HEADER : 1 + bytes.readUInt32BE(at + 1);
}

/** The texts of rows within one chunk. */
class RowTexts {
  /** All bytes as characters: cutting a text out of it copies nothing. */
  private characters: string | null = null;

  constructor(private readonly bytes: Buffer) {}

  rowAt(start: number): RowText {
    const { bytes } = this;
    const count = bytes.readUInt16BE(start);
    const row = new Array<string | null>(count);
    let at = start + 2;
    for (let index = 0; index < count; index += 1) {
      const size = bytes.readInt32BE(at);
      at += 4;
      if (size < 0) {
        row[index] = null;
      } else {
        row[index] = this.text(at, at + size);
        at += size;
      }
    }
    return row;
  }

  private text(start: number, end: number): string {
    if (end - start > SHORT_TEXT || !isAscii(this.bytes, start, end)) {
      return this.bytes.toString('utf8', start, end);
    }
    this.characters ??= this.bytes.toString('latin1');
    return this.characters.substring(start, end);
  }
}

function isAscii(bytes: Buffer, start: number, end: number): boolean {
  let all = 0;
  for (let at = start; at < end; at += 1) {
    all |= bytes[at]!;
  }
  return all < 0x80;
}
