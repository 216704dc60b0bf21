import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { ChunkStore } from './chunk-store.js';
import { StoredChunk } from './stored-chunk.entity.js';

/** Global, because uploads belong to many domains. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([StoredChunk])],
  providers: [ChunkStore],
  exports: [ChunkStore],
})
export class UploadsModule {}
