import { createReadStream } from 'node:fs';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';

import { StoredChunk } from './stored-chunk.entity.js';

const CHUNK_BYTES = 1024 * 1024;

/** Keeps large files in our own database, in pieces: none is ever whole in memory on the way in. */
@Injectable()
export class ChunkStore {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Stores the file at `path` inside the caller's transaction. */
  async write(fileId: string, path: string, manager: EntityManager): Promise<void> {
    let ordinal = 0;
    for await (const bytes of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
      await manager.insert(StoredChunk, { fileId, ordinal, bytes: bytes as Buffer });
      ordinal += 1;
    }
  }

  /** The pieces of a file in order; none: there is no such file. */
  async *read(fileId: string, manager: EntityManager = this.dataSource.manager): AsyncGenerator<Buffer> {
    for (let ordinal = 0; ; ordinal += 1) {
      const chunk = await manager.findOneBy(StoredChunk, { fileId, ordinal });
      if (chunk === null) {
        return;
      }
      yield chunk.bytes;
    }
  }

  async remove(fileId: string, manager: EntityManager): Promise<void> {
    await manager.delete(StoredChunk, { fileId });
  }
}
