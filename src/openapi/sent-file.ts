import { StreamableFile } from '@nestjs/common';
import { NotFoundError } from '../common/errors/domain-error.js';
import type { DocsFile } from './docs-files.js';

/** The file as an answer; null: there is none of that name. */
export function sentFile(file: DocsFile | null): StreamableFile {
  if (file === null) {
    throw new NotFoundError();
  }
  return new StreamableFile(file.content, { type: file.type, length: file.content.length });
}
