import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type { Writable } from 'node:stream';

/** So much may wait to be written while the next part is being worked on. */
const AHEAD = 1024 * 1024;

/** Writes to a stream and waits where it asks to; a fault of the stream is thrown by the next call. */
export class ByteSink {
  private fault: Error | null = null;

  constructor(
    private readonly stream: Writable,
    private readonly signal: AbortSignal,
  ) {
    stream.on('error', (error: Error) => (this.fault ??= error));
  }

  /** Resolves when more may be written. */
  async write(bytes: Uint8Array): Promise<void> {
    this.check();
    if (bytes.length > 0 && !this.stream.write(bytes) && this.stream.writableLength > AHEAD) {
      await this.drained();
    }
  }

  /** Resolves when everything has been handed on. */
  async end(): Promise<void> {
    this.check();
    this.stream.end();
    await finished(this.stream, { readable: false, signal: this.signal });
  }

  private async drained(): Promise<void> {
    const waiting = new AbortController();
    const closed = once(this.stream, 'close', { signal: AbortSignal.any([this.signal, waiting.signal]) });
    try {
      await Promise.race([once(this.stream, 'drain', { signal: waiting.signal }), closed]);
    } finally {
      waiting.abort();
      await Promise.allSettled([closed]);
    }
    this.check();
  }

  private check(): void {
    this.signal.throwIfAborted();
    if (this.fault !== null) {
      throw this.fault;
    }
    if (this.stream.destroyed) {
      throw new Error('The place that the file is written to was closed before its end');
    }
  }
}
