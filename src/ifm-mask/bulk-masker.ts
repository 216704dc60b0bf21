import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, type Gunzip } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { DomainError, InvalidInputError, TooSlowError } from '../common/errors/domain-error.js';
import type { CompiledPlan, RequestContext } from '../ifm-plans/compiled-plan.js';
import { contentEncodingOf, type ContentEncoding } from './body-reader.js';
import { errorLine, LineMasker } from './line-masker.js';
import { readBulkSettings } from './bulk-settings.js';
import { LineSplitter } from './line-splitter.js';
import type { Reply } from './reply.js';
import { RequestKeys } from './request-keys.js';

/** Longest line: a record with its hash value. */
const MAX_LINE_BYTES = 1024 * 1024;
/** The longest wait for the next line, and for a client that does not read. */
const IDLE_MS = 30_000;
const LINES = ['Content-Type', 'application/x-ndjson; charset=utf-8'];

const DECOMPRESSORS: Readonly<Record<Exclude<ContentEncoding, 'identity'>, () => Gunzip>> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/**
 * Masks streams: a record in each line, a line of the answer for each, written while the stream still comes. Takes as
 * much memory as a few lines, and reads no faster than the answer is read.
 */
@Injectable()
export class BulkMasker {
  constructor(private readonly keys: RequestKeys) {}

  /** Throws `DomainError` before the answer has begun; afterwards a last line says what went wrong. */
  async answer(plan: CompiledPlan, request: IncomingMessage, reply: Reply): Promise<void> {
    const settings = readBulkSettings(request);
    const encoding = contentEncodingOf(request);
    const context: RequestContext = { ...(await this.keys.keyFor(settings)), nowMs: Date.now() };
    plan.maskFor(context);
    reply.begin(200, LINES);
    const stream = new MaskedStream(new LineMasker(plan, context, settings.hashEach), reply.response);
    await stream.run(bodyOf(request, encoding));
  }
}

/** One stream on its way through. */
class MaskedStream {
  private readonly splitter = new LineSplitter(MAX_LINE_BYTES);

  constructor(
    private readonly masker: LineMasker,
    private readonly response: ServerResponse,
  ) {}

  async run(body: Readable): Promise<void> {
    const timer = setTimeout(() => {
      body.destroy(new TooSlowError(`No line came, or was read, within ${IDLE_MS / 1000} seconds.`));
      if (this.response.writableNeedDrain) {
        this.response.destroy();
      }
    }, IDLE_MS);
    try {
      for await (const chunk of body as AsyncIterable<Buffer>) {
        const masked = this.masker.maskLines(this.splitter.take(chunk));
        if (masked !== '') {
          await this.write(masked);
          timer.refresh();
        }
      }
      this.response.end(this.masker.maskLines([this.splitter.last()]));
    } catch (error) {
      this.fail(error);
    } finally {
      clearTimeout(timer);
    }
  }

  private async write(text: string): Promise<void> {
    const { response } = this;
    if (response.write(text) || response.destroyed) {
      return;
    }
    await new Promise<void>((resolve) => {
      const go = (): void => {
        response.off('drain', go).off('close', go);
        resolve();
      };
      response.on('drain', go).on('close', go);
    });
  }

  /** The last line says what is wrong; an answer that nobody can read is cut off, so that it does not look whole. */
  private fail(error: unknown): void {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    const expected =
      error instanceof DomainError
        ? error
        : /^(Z_|ERR__ERROR_FORMAT|ERR_PADDING|ERR_BROTLI)/.test(code)
          ? new InvalidInputError('The body could not be decompressed.')
          : null;
    if (expected === null || this.response.destroyed) {
      this.response.destroy();
      throw error;
    }
    const line = errorLine({ line: this.masker.lineNumber + 1, message: expected.message, fatal: true });
    this.response.end(`${line}\n`, () => {
      this.response.destroy();
    });
  }
}

function bodyOf(request: IncomingMessage, encoding: ContentEncoding): Readable {
  if (encoding === 'identity') {
    return request;
  }
  const decompressor = DECOMPRESSORS[encoding]();
  request.on('close', () => {
    if (!request.complete) {
      decompressor.destroy(new InvalidInputError('The body ended before its announced length.'));
    }
  });
  return request.pipe(decompressor);
}
