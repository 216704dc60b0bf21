import { Injectable } from '@nestjs/common';
import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { ConflictError, NotFoundError } from '../common/errors/domain-error.js';
import type { Download } from '../common/http/download.js';
import { AsyncGenerations } from './async-generations.js';
import { hasRuleset, isUnfinished } from './generation-status.js';

/** One date for all entries: the same rulesets, the same bytes. */
const ENTRY_TIME = new Date(Date.UTC(2000, 0, 1));

export type GenerationDownload =
  | { readonly kind: 'archive'; readonly archive: Download }
  /** One text: it stands in the result itself. */
  | { readonly kind: 'in_result' };

/** Packs the files of a generation. */
@Injectable()
export class DownloadGeneration {
  constructor(private readonly generations: AsyncGenerations) {}

  /** Throws `ConflictError` while it is under way, `NotFoundError` when it has no rulesets. */
  async download(connectionId: string): Promise<GenerationDownload> {
    const generation = await this.generations.get(connectionId);
    if (isUnfinished(generation.status)) {
      throw new ConflictError(`The generation is ${generation.status}: ask again when it is finished.`);
    }
    if (!hasRuleset(generation.status)) {
      throw new NotFoundError(
        `The generation has ${generation.status === 'failed' ? 'failed' : 'been cancelled'}: there are no rulesets.`,
      );
    }
    if (generation.wish.targetBytes === null) {
      return { kind: 'in_result' };
    }
    const zip = new ZipFile();
    for (const { fileName, text } of await this.generations.parts(generation)) {
      zip.addBuffer(Buffer.from(text), fileName, { mtime: ENTRY_TIME });
    }
    zip.end();
    const stream = zip.outputStream as Readable;
    return {
      kind: 'archive',
      archive: { fileName: 'generated-rulesets.zip', type: 'application/zip', stream },
    };
  }
}
