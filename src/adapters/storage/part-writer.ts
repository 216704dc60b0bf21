import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';

import { PartBuffer } from './part-buffer.js';
import type { FileWriter } from './storage-adapter.js';
import { StorageError } from './storage-error.js';

/** Of larger parts only one is on the way at a time, so that memory stays bounded. */
const LARGE_PART = 16 * 1_024 * 1_024;

/** Granted for dropping the parts of a file whose writing was broken off. */
const DROPPING_MS = 5_000;

/**
 * How one file reaches a storage that takes large files in parts, which nobody sees before they are put together. A signal
 * breaks off the request.
 */
export interface Upload {
  readonly mostParts: number;
  /** Bytes of a part; the last may be smaller. Numbers begin with 1. */
  sizeOf(part: number): number;
  /** A file of less than one part: visible when it resolves. */
  putWhole(content: Buffer, signal: AbortSignal): Promise<void>;
  /** Before the first part. */
  begin(signal: AbortSignal): Promise<void>;
  /** Parts may overlap, except the first. */
  putPart(part: number, content: Buffer, signal: AbortSignal): Promise<void>;
  /** Makes the file of the parts visible. */
  complete(signal: AbortSignal): Promise<void>;
  /** Drops the parts. */
  abandon(signal: AbortSignal | undefined): Promise<void>;
  faultOf(error: unknown): StorageError;
}

/** Cuts what is written into parts and sends them while more is written. */
export class PartWriter implements FileWriter {
  readonly body: Writable;
  private readonly buffer = new PartBuffer();
  private readonly underWay = new Set<Promise<void>>();
  private failure: StorageError | null = null;
  private parts = 0;
  private isComplete = false;
  private dropping: Promise<boolean> | null = null;

  /** Ends requests when the writer is dropped, or its owner wants to stop. */
  private readonly dropped = new AbortController();
  private readonly ended: AbortSignal;

  constructor(
    private readonly upload: Upload,
    private readonly stopped?: AbortSignal,
  ) {
    this.ended = AbortSignal.any([this.dropped.signal, ...(stopped === undefined ? [] : [stopped])]);
    this.body = new Writable({
      highWaterMark: 1_024 * 1_024,
      write: (chunk: Buffer, _, done) => {
        this.buffer.add(chunk);
        this.sendFullParts().then(
          () => {
            done();
          },
          (error: unknown) => {
            done(upload.faultOf(error));
          },
        );
      },
    });
    // Whoever writes hears of errors by the stream; a writer that is dropped must not end the process.
    this.body.on('error', () => undefined);
  }

  async complete(): Promise<void> {
    try {
      this.body.end();
      await finished(this.body);
      await this.publish();
      this.isComplete = true;
    } catch (error) {
      await this.abandon();
      throw this.upload.faultOf(error);
    }
  }

  abandon(): Promise<boolean> {
    if (this.isComplete) {
      return Promise.resolve(true);
    }
    this.dropping ??= this.drop();
    return this.dropping;
  }

  private async drop(): Promise<boolean> {
    this.body.destroy();
    this.dropped.abort();
    await Promise.allSettled(this.underWay);
    if (this.parts === 0) {
      return true;
    }
    const limit = this.stopped?.aborted === true ? AbortSignal.timeout(DROPPING_MS) : undefined;
    return this.upload.abandon(limit).then(
      () => true,
      () => false,
    );
  }

  private async publish(): Promise<void> {
    if (this.parts === 0) {
      await this.upload.putWhole(this.buffer.take(), this.ended);
      return;
    }
    if (this.buffer.length > 0) {
      await this.send(this.buffer.take());
    }
    await Promise.all(this.underWay);
    this.throwFailure();
    await this.upload.complete(this.ended);
  }

  private async sendFullParts(): Promise<void> {
    for (;;) {
      const size = this.upload.sizeOf(this.parts + 1);
      if (this.buffer.length < size) {
        return;
      }
      await this.send(this.buffer.take(size));
    }
  }

  /** Resolves when more may be written; the part may still be on the way. */
  private async send(content: Buffer): Promise<void> {
    this.parts += 1;
    const part = this.parts;
    if (part > this.upload.mostParts) {
      throw new StorageError('unsupported', 'The file is too large for the storage.');
    }
    this.track(part === 1 ? this.sendFirst(content) : this.upload.putPart(part, content, this.ended));
    const most = part === 1 || content.length > LARGE_PART ? 0 : 1;
    while (this.underWay.size > most) {
      await Promise.race(this.underWay);
    }
    this.throwFailure();
  }

  private async sendFirst(content: Buffer): Promise<void> {
    await this.upload.begin(this.ended);
    await this.upload.putPart(1, content, this.ended);
  }

  private track(sending: Promise<void>): void {
    const tracked = sending
      .catch((error: unknown) => {
        this.failure ??= this.upload.faultOf(error);
      })
      .finally(() => this.underWay.delete(tracked));
    this.underWay.add(tracked);
  }

  private throwFailure(): void {
    if (this.failure !== null) {
      throw this.failure;
    }
  }
}
