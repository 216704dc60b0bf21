import { FormatError } from '../../format-error.js';
import { AvroCursor } from './avro-cursor.js';

const MAGIC = Buffer.from('Obj\u0001', 'latin1');
const SYNC_LENGTH = 16;
/** Ten bytes hold any number; a block begins with two. */
const LONGEST_COUNT = 10;
const LARGEST_PART = 64 * 1024 * 1024;
const PIECE = 64 * 1024;

export interface AvroHeader {
  readonly schema: string;
  readonly codec: string;
  /** As it stands in the file. */
  readonly bytes: Buffer;
}

/** One block of records, as it stands in the file. */
export interface AvroBlock {
  readonly count: number;
  /** Perhaps compressed. */
  readonly data: Buffer;
  readonly sync: Buffer;
  readonly bytes: Buffer;
}

/** Takes an object container file apart. Throws `FormatError`. */
export class AvroContainer {
  private readonly chunks: AsyncIterator<Buffer>;
  private buffer: Buffer = Buffer.alloc(0);
  private isAtEnd = false;
  private position = 0;
  private sync = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Buffer>) {
    this.chunks = stream[Symbol.asyncIterator]();
  }

  async header(): Promise<AvroHeader> {
    await this.fill(MAGIC.length);
    if (!this.buffer.subarray(0, MAGIC.length).equals(MAGIC)) {
      throw new FormatError('malformed', 'This is no Avro file: it does not begin with "Obj" and 1.');
    }
    for (let length = PIECE; ; length *= 4) {
      await this.fill(length);
      const header = this.readHeader();
      if (header !== null) {
        return header;
      }
      if (this.isAtEnd || length > LARGEST_PART) {
        throw new FormatError('corrupt', 'The header of the file does not end.');
      }
    }
  }

  /** Null: there are no more. */
  async next(): Promise<AvroBlock | null> {
    await this.fill(2 * LONGEST_COUNT);
    if (this.buffer.length === 0) {
      return null;
    }
    const { count, size, start } = this.blockStart();
    await this.fill(start + size + SYNC_LENGTH);
    const end = start + size + SYNC_LENGTH;
    if (this.buffer.length < end || !this.buffer.subarray(start + size, end).equals(this.sync)) {
      this.corrupt('is cut off, or does not end with the mark of the file');
    }
    const bytes = this.take(end);
    return { count, data: bytes.subarray(start, start + size), sync: this.sync, bytes };
  }

  /** The block that begins where the last one ended cannot be used. */
  corrupt(reason: string, cause?: unknown): never {
    throw new FormatError('corrupt', `The block at byte ${this.position} ${reason}.`, { cause });
  }

  private blockStart(): { readonly count: number; readonly size: number; readonly start: number } {
    const cursor = new AvroCursor(this.buffer);
    const count = cursor.count();
    const size = cursor.count();
    if (count < 0 || size < 0 || size > LARGEST_PART) {
      this.corrupt('has a length that cannot be');
    }
    return { count, size, start: cursor.at };
  }

  /** Null: more bytes are needed. */
  private readHeader(): AvroHeader | null {
    const cursor = new AvroCursor(this.buffer);
    cursor.at = MAGIC.length;
    const facts = new Map<string, string>();
    try {
      for (let count = cursor.count(); count !== 0; count = cursor.count()) {
        if (count < 0) {
          cursor.count();
        }
        for (let left = Math.abs(count); left > 0; left--) {
          const key = cursor.take(cursor.count()).toString();
          facts.set(key, cursor.take(cursor.count()).toString());
        }
      }
      this.sync = Buffer.from(cursor.take(SYNC_LENGTH));
    } catch {
      return null;
    }
    const bytes = this.take(cursor.at);
    return { schema: facts.get('avro.schema') ?? '', codec: facts.get('avro.codec') ?? 'null', bytes };
  }

  private take(length: number): Buffer {
    const taken = this.buffer.subarray(0, length);
    this.buffer = this.buffer.subarray(length);
    this.position += length;
    return taken;
  }

  /** Makes so many bytes be there, if the file has them. */
  private async fill(length: number): Promise<void> {
    const parts = [this.buffer];
    let size = this.buffer.length;
    while (size < length && !this.isAtEnd) {
      const next = await this.chunks.next();
      if (next.done === true) {
        this.isAtEnd = true;
      } else {
        parts.push(next.value);
        size += next.value.length;
      }
    }
    this.buffer = parts.length === 1 ? this.buffer : Buffer.concat(parts);
  }
}
