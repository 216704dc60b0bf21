import { StreamableFile } from '@nestjs/common';
import type { Readable } from 'node:stream';

/** A file that is made while it is sent. */
export interface Download {
  readonly fileName: string;
  /** Its media type. */
  readonly type: string;
  readonly stream: Readable;
}

/** The answer that browsers store as a file of this name. */
export function sentDownload({ fileName, type, stream }: Download): StreamableFile {
  return new StreamableFile(stream, { type, disposition: `attachment; filename="${fileName}"` });
}
