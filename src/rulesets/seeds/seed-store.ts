import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';

import { ChunkStore } from '../../uploads/chunk-store.js';
import { CsvSeedTable } from '../csv-seed-table.js';
import { StoredSeedFile } from './seed-file.entity.js';

/** Tables that one process keeps: more than the runs that it works on at the same time are likely to use. */
const KEPT = 16;
/** Bytes of files that one process keeps, besides the one used last. */
const KEPT_BYTES = 200_000_000;

interface KeptTable {
  readonly table: Promise<CsvSeedTable>;
  readonly bytes: number;
}

/** Finds and loads uploaded seed files. */
@Injectable()
export class SeedStore {
  /** By id: a stored file never changes. The one used last stands last. */
  private readonly tables = new Map<string, KeptTable>();

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly chunks: ChunkStore,
  ) {}

  list(manager: EntityManager = this.dataSource.manager): Promise<StoredSeedFile[]> {
    return manager.find(StoredSeedFile, { order: { name: 'ASC' } });
  }

  find(id: string): Promise<StoredSeedFile | null> {
    return this.dataSource.manager.findOneBy(StoredSeedFile, { id });
  }

  /** The bytes of an uploaded file, in pieces. */
  content(id: string, manager?: EntityManager): AsyncIterable<Buffer> {
    return this.chunks.read(id, manager);
  }

  /** The table of the file that rulesets call so; null: there is none. */
  async table(name: string): Promise<CsvSeedTable | null> {
    const file = await this.dataSource.manager.findOneBy(StoredSeedFile, { name });
    return file === null ? null : this.kept(file);
  }

  private kept(file: StoredSeedFile): Promise<CsvSeedTable> {
    const known = this.tables.get(file.id);
    const table = known?.table ?? this.load(file);
    this.tables.delete(file.id);
    this.forgetOldest(KEPT_BYTES - Number(file.sizeBytes));
    this.tables.set(file.id, { table, bytes: Number(file.sizeBytes) });
    table.catch(() => this.tables.delete(file.id));
    return table;
  }

  /** Until there is room for one more. */
  private forgetOldest(most: number): void {
    let bytes = [...this.tables.values()].reduce((sum, kept) => sum + kept.bytes, 0);
    for (const [id, kept] of this.tables) {
      if (this.tables.size < KEPT && bytes <= most) {
        return;
      }
      this.tables.delete(id);
      bytes -= kept.bytes;
    }
  }

  private async load({ id, name, columnNames }: StoredSeedFile): Promise<CsvSeedTable> {
    const pieces: Buffer[] = [];
    for await (const piece of this.chunks.read(id)) {
      pieces.push(piece);
    }
    const bytes = Buffer.concat(pieces);
    return columnNames.length === 0 ? CsvSeedTable.blob(name, bytes) : CsvSeedTable.read(name, bytes);
  }
}
