import { AvroContainer } from './avro-container.js';
import { avroCodec } from './avro-codecs.js';
import { AvroCursor, longBytes } from './avro-cursor.js';
import { ByteSink } from '../../byte-sink.js';
import { FormatError } from '../../format-error.js';
import { readAvroSchema } from './avro-shape.js';
import { RecordCounter } from '../record-counter.js';
import { rewritten, valueJson } from './avro-record.js';
import type { AvroBlock } from './avro-container.js';
import type { AvroCodec } from './avro-codecs.js';
import type { AvroShape } from './avro-shape.js';
import type { ObjectFormat } from '../../format-adapter.js';

/**
 * Avro object container files. Schema, codec and marks stay; a block without a masked record is copied as it is, and in
 * others every value that no rule changes.
 */
export const avroFormat: ObjectFormat = {
  content: 'json',
  async mask(source, sink, work) {
    const output = new ByteSink(sink, work.signal);
    let bytesRead = 0;
    const container = new AvroContainer(await source.open());
    const header = await container.header();
    const codec = avroCodec(header.codec);
    const blocks = new BlockMask(
      readAvroSchema(header.schema),
      codec,
      (place) => new RecordCounter(work.masker, place),
    );
    await output.write(header.bytes);
    bytesRead += header.bytes.length;
    for (let block = await container.next(); block !== null; block = await container.next()) {
      const plain = await unpacked(codec, block, container);
      await output.write(await blocks.mask(block, plain));
      bytesRead += block.bytes.length;
      work.progress(blocks.counter.rows, bytesRead);
    }
    await output.end();
    return blocks.counter.counts;
  },
};

async function unpacked(codec: AvroCodec, block: AvroBlock, container: AvroContainer): Promise<Buffer> {
  try {
    return await codec.unpack(block.data);
  } catch (error) {
    return container.corrupt('cannot be unpacked', error);
  }
}

/** Masks the records of blocks. */
class BlockMask {
  readonly counter: RecordCounter;
  /** The record at hand, from 1. */
  private record = 0;

  constructor(
    private readonly shape: AvroShape,
    private readonly codec: AvroCodec,
    makeCounter: (place: () => string) => RecordCounter,
  ) {
    this.counter = makeCounter(() => this.place);
  }

  /** The bytes of the block as it is to be written. */
  async mask(block: AvroBlock, plain: Buffer): Promise<Buffer> {
    const cursor = new AvroCursor(plain);
    const records: Buffer[] = [];
    let isChanged = false;
    for (let left = block.count; left > 0; left--) {
      this.record++;
      const start = cursor.at;
      const record = valueJson(this.shape, cursor);
      const masking = this.counter.mask(record);
      const masked = typeof masking === 'string' ? masking : await masking;
      isChanged ||= masked !== record;
      records.push(
        masked === record ? plain.subarray(start, cursor.at) : this.changed(cursor, start, masked),
      );
    }
    if (cursor.at !== plain.length) {
      throw new FormatError('corrupt', `Behind ${this.place} a block goes on.`);
    }
    return isChanged ? this.packed(block, Buffer.concat(records)) : block.bytes;
  }

  private changed(cursor: AvroCursor, start: number, masked: string): Buffer {
    cursor.at = start;
    const bytes = rewritten(this.shape, cursor, masked);
    if (bytes === null) {
      const message = `A masked value in ${this.place} does not fit its type in the schema of the file.`;
      throw new FormatError('bad_value', message);
    }
    return bytes;
  }

  private async packed({ count, sync }: AvroBlock, plain: Buffer): Promise<Buffer> {
    const data = await this.codec.pack(plain);
    return Buffer.concat([longBytes(BigInt(count)), longBytes(BigInt(data.length)), data, sync]);
  }

  private get place(): string {
    return `record ${this.record}`;
  }
}
