import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, type Gunzip } from 'node:zlib';
import { Inject, Injectable } from '@nestjs/common';
import { DomainError, InvalidInputError } from '../common/errors/domain-error.js';
import { CONFIG, type Config } from '../config/config.js';
import type { CompiledPlan, RequestContext } from '../ifm-plans/compiled-plan.js';
import { contentEncodingOf, type ContentEncoding } from './body-reader.js';
import { errorLine, LineMasker } from './line-masker.js';
import { readBulkSettings } from './bulk-settings.js';
import { LineSplitter } from './line-splitter.js';
import { Patience } from './patience.js';
import type { Reply } from './reply.js';
import { RequestKeys } from './request-keys.js';

/** Longest line: a record with its hash value. */
const MAX_LINE_BYTES = 1024 * 1024;
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
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly keys: RequestKeys,
  ) {}

  /** Throws `DomainError` before the answer has begun; afterwards a last line says what went wrong. */
  async answer(plan: CompiledPlan, request: IncomingMessage, reply: Reply): Promise<void> {
    const settings = readBulkSettings(request);
    const encoding = contentEncodingOf(request);
    const context: RequestContext = { ...(await this.keys.keyFor(settings)), nowMs: Date.now() };
    plan.maskFor(context);
    reply.begin(200, LINES);
    const masker = new LineMasker(plan, context, settings.hashEach);
    const patience = new Patience(this.config.limits.maskBodyMs);
    await new MaskedStream(masker, reply.response, patience).run(bodyOf(request, encoding));
  }
}

/** One stream on its way through. */
class MaskedStream {
  private readonly splitter = new LineSplitter(MAX_LINE_BYTES);

  constructor(
    private readonly masker: LineMasker,
    private readonly response: ServerResponse,
    private readonly patience: Patience,
  ) {}

  async run(body: Readable): Promise<void> {
    const chunks = (body as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
    try {
      for (;;) {
        const next = await this.patience.of(chunks.next());
        if (next.done === true) {
          break;
        }
        await this.take(next.value);
      }
      this.response.end(this.masker.maskLines([this.splitter.last()]));
    } catch (error) {
      this.fail(error);
    } finally {
      this.patience.end();
    }
  }

  private async take(chunk: Buffer): Promise<void> {
    const before = this.masker.lineNumber;
    const masked = this.masker.maskLines(this.splitter.take(chunk));
    if (masked !== '') {
      await this.patience.of(this.write(masked));
    }
    // A part of a line does not count, or a trickle of bytes could go on for ever; an empty line does.
    if (this.masker.lineNumber > before) {
      this.patience.renew();
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
    if (expected === null || this.response.destroyed || this.response.writableNeedDrain) {
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
