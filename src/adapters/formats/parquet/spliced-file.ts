import {
  CHUNK,
  FOOTER,
  footerBytes,
  GROUP,
  i32,
  i64,
  MAGIC,
  META,
  numberAt,
  readAt,
  structAt,
  structList,
  structsAt,
} from './footer.js';
import { readThrift, THRIFT, writeThrift } from './thrift.js';
import type { FileHandle } from 'node:fs/promises';
import type { ThriftField, ThriftStruct } from './thrift.js';
import type { WrittenChunk } from './chunk-writer.js';

/** What of a column's metadata still holds when its values are others; bounds and filters would tell the old ones. */
const KEPT_META: readonly number[] = [1, 3, 4, 8];
/** Copied at a time. */
const PIECE = 1024 * 1024;
const NULL_COUNT = 3;
const SORTED_COLUMN = 1;

/** A copy of a Parquet file in which some columns of some row groups are others; all else is copied byte by byte. */
export class SplicedFile {
  private at = 0;
  private readonly groups: ThriftStruct[] = [];
  /** Chunks that were copied, and by how much they moved. */
  private readonly copied: { readonly chunk: ThriftStruct; readonly moved: number }[] = [];

  private constructor(
    private readonly source: FileHandle,
    private readonly target: FileHandle,
    private readonly footer: ThriftStruct,
  ) {}

  static async begin(source: FileHandle, target: FileHandle, footer: ThriftStruct): Promise<SplicedFile> {
    const file = new SplicedFile(source, target, footer);
    await file.write(MAGIC);
    return file;
  }

  /** `news`: the columns that are others, by the positions of their leaves. */
  async addGroup(group: ThriftStruct, news: ReadonlyMap<number, WrittenChunk>): Promise<void> {
    const start = this.at;
    const chunks = structsAt(group, GROUP.COLUMNS);
    const places = chunks
      .map((_, leaf) => leaf)
      .sort((a, b) => chunkStart(chunks[a]!) - chunkStart(chunks[b]!));
    const written = new Array<ThriftStruct>(chunks.length);
    for (const leaf of places) {
      const fresh = news.get(leaf);
      written[leaf] = await (fresh === undefined ? this.copy(chunks[leaf]!) : this.add(chunks[leaf]!, fresh));
    }
    const sum = (id: number): number =>
      written.reduce((total, chunk) => total + (numberAt(structAt(chunk, CHUNK.META), id) ?? 0), 0);
    const sorted = structsAt(group, GROUP.SORTING);
    const result = new Map(group)
      .set(GROUP.COLUMNS, structList(written))
      .set(GROUP.BYTES, i64(sum(META.BYTES)));
    replaceKnown(result, GROUP.PACKED_BYTES, sum(META.PACKED_BYTES));
    replaceKnown(result, GROUP.OFFSET, start);
    if (sorted.some((column) => news.has(numberAt(column, SORTED_COLUMN) ?? -1))) {
      result.delete(GROUP.SORTING);
    }
    this.groups.push(result);
  }

  /** Writes all that stands behind the last row group. */
  async end(): Promise<void> {
    for (const { chunk, moved } of this.copied) {
      await this.copyFilter(structAt(chunk, CHUNK.META));
      await this.copyIndex(chunk, [CHUNK.COLUMN_INDEX, CHUNK.COLUMN_INDEX_LENGTH], 0);
      await this.copyIndex(chunk, [CHUNK.OFFSET_INDEX, CHUNK.OFFSET_INDEX_LENGTH], moved);
    }
    await this.write(footerBytes(new Map(this.footer).set(FOOTER.ROW_GROUPS, structList(this.groups))));
  }

  private async copy(chunk: ThriftStruct): Promise<ThriftStruct> {
    const meta = new Map(structAt(chunk, CHUNK.META));
    const start = chunkStart(chunk);
    const moved = this.at - start;
    const end = start + (numberAt(meta, META.PACKED_BYTES) ?? 0);
    for (let at = start; at < end; at += PIECE) {
      await this.write(await readAt(this.source, at, Math.min(PIECE, end - at)));
    }
    for (const id of [META.DATA_PAGE, META.INDEX_PAGE, META.DICTIONARY]) {
      const old = numberAt(meta, id);
      // Some writers say 0 for none.
      if (old !== null && old > 0) {
        meta.set(id, i64(old + moved));
      }
    }
    const result = new Map(chunk).set(CHUNK.META, { kind: THRIFT.STRUCT, value: meta });
    const offset = numberAt(chunk, CHUNK.OFFSET) ?? 0;
    if (offset > 0) {
      result.set(CHUNK.OFFSET, i64(offset + moved));
    }
    this.copied.push({ chunk: result, moved });
    return result;
  }

  private async add(chunk: ThriftStruct, fresh: WrittenChunk): Promise<ThriftStruct> {
    const start = this.at;
    for (const bytes of fresh.bytes) {
      await this.write(bytes);
    }
    const old = structAt(chunk, CHUNK.META);
    const meta: ThriftStruct = new Map([...old].filter(([id]) => KEPT_META.includes(id)));
    const items = fresh.encodings.map(BigInt);
    meta
      .set(META.ENCODINGS, { kind: THRIFT.LIST, value: { kind: THRIFT.I32, items } })
      .set(META.VALUES, i64(fresh.values))
      .set(META.BYTES, i64(fresh.length))
      .set(META.PACKED_BYTES, i64(fresh.packedLength))
      .set(META.DATA_PAGE, i64(start + fresh.dictionaryLength))
      .set(META.STATISTICS, { kind: THRIFT.STRUCT, value: new Map([[NULL_COUNT, i64(fresh.nulls)]]) });
    if (fresh.dictionaryLength > 0) {
      meta.set(META.DICTIONARY, i64(start));
    }
    const isAtStart = (numberAt(chunk, CHUNK.OFFSET) ?? 0) > 0;
    return new Map<number, ThriftField>([
      [CHUNK.OFFSET, i64(isAtStart ? start : 0)],
      [CHUNK.META, { kind: THRIFT.STRUCT, value: meta }],
    ]);
  }

  private async copyFilter(meta: ThriftStruct): Promise<void> {
    const [start, length] = [numberAt(meta, META.BLOOM), numberAt(meta, META.BLOOM_LENGTH)];
    if (start === null || length === null) {
      // Where its length is not told, the filter is left out: readers do without.
      meta.delete(META.BLOOM);
      return;
    }
    meta.set(META.BLOOM, i64(this.at));
    await this.write(await readAt(this.source, start, length));
  }

  /** `moved`: what is added to the places of pages that the index tells. */
  private async copyIndex(
    chunk: ThriftStruct,
    [id, lengthId]: readonly [number, number],
    moved: number,
  ): Promise<void> {
    const [start, length] = [numberAt(chunk, id), numberAt(chunk, lengthId)];
    if (start === null || length === null) {
      return;
    }
    const old = await readAt(this.source, start, length);
    const bytes = moved === 0 ? old : movedIndex(old, moved);
    chunk.set(id, i64(this.at)).set(lengthId, i32(bytes.length));
    await this.write(bytes);
  }

  private async write(bytes: Buffer): Promise<void> {
    // `write` may stop halfway, as where the disk becomes full, and not say so by an error.
    await this.target.appendFile(bytes);
    this.at += bytes.length;
  }
}

/** Where the pages of a column begin. */
export function chunkStart(chunk: ThriftStruct): number {
  const meta = structAt(chunk, CHUNK.META);
  const data = numberAt(meta, META.DATA_PAGE) ?? 0;
  const dictionary = numberAt(meta, META.DICTIONARY) ?? 0;
  return dictionary > 0 ? Math.min(dictionary, data) : data;
}

const PAGE_LOCATIONS = 1;
const PAGE_OFFSET = 1;

function movedIndex(bytes: Buffer, moved: number): Buffer {
  const index = readThrift(bytes);
  const pages = structsAt(index, PAGE_LOCATIONS).map((page) =>
    new Map(page).set(PAGE_OFFSET, i64((numberAt(page, PAGE_OFFSET) ?? 0) + moved)),
  );
  return writeThrift(new Map(index).set(PAGE_LOCATIONS, structList(pages)));
}

function replaceKnown(struct: ThriftStruct, id: number, value: number): void {
  if (struct.has(id)) {
    struct.set(id, i64(value));
  }
}
