import { StreamableFile } from '@nestjs/common';
import { Readable } from 'node:stream';

/** JSON as an answer, sent piece by piece: as a whole it may be too long to be held. */
export function sentJson(pieces: AsyncIterable<string>): StreamableFile {
  return new StreamableFile(Readable.from(pieces, { objectMode: false }), {
    type: 'application/json; charset=utf-8',
  });
}
