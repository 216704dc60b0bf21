import { CHUNK, FOOTER, GROUP, META, numberAt, readFooter, structAt, structsAt } from './footer.js';
import { pageCodec } from './page-codecs.js';
import { plainEncoder } from './plain-encoder.js';
import type { FileHandle } from 'node:fs/promises';
import type { PageCodec } from './page-codecs.js';
import type { ParquetColumn, ParquetFacts, SchemaElement } from './parquet-facts.js';
import type { PlainEncoder } from './plain-encoder.js';
import type { ThriftStruct } from './thrift.js';

/** A column that may be written anew. */
interface Target {
  readonly column: ParquetColumn;
  /** Among the leaves of the schema. */
  readonly leaf: number;
  readonly encode: PlainEncoder;
}

/** How a file is masked by writing only some of its columns. */
export interface Splice {
  readonly facts: ParquetFacts;
  readonly footer: ThriftStruct;
  readonly targets: readonly Target[];
  readonly codecs: ReadonlyMap<number, PageCodec>;
}

/** Null: some column that `write` names is of a kind that only DuckDB writes. */
export async function planSplice(
  facts: ParquetFacts,
  file: { readonly handle: FileHandle; readonly size: number },
  write: readonly number[],
): Promise<Splice | null> {
  const targets = write.map((position) => targetOf(facts, position));
  if (!targets.every((target) => target !== null)) {
    return null;
  }
  const footer = await readFooter(file.handle, file.size);
  const codecs = new Map<number, PageCodec>();
  for (const chunk of structsAt(footer, FOOTER.ROW_GROUPS).flatMap((group) => targetChunks(group, targets))) {
    const codec = numberAt(structAt(chunk, CHUNK.META), META.CODEC) ?? -1;
    const packer = codecs.get(codec) ?? (await pageCodec(codec));
    if (packer === null || chunk.has(CHUNK.PATH)) {
      return null;
    }
    codecs.set(codec, packer);
  }
  return { facts, footer, targets, codecs };
}

function targetOf({ columns }: ParquetFacts, position: number): Target | null {
  const column = columns[position]!;
  const encode = plainEncoder(column);
  const leaf = columns.slice(0, position).reduce((sum, { element }) => sum + leavesOf(element), 0);
  return encode === null ? null : { column, leaf, encode };
}

function leavesOf({ children }: SchemaElement): number {
  return children.length === 0 ? 1 : children.reduce((sum, child) => sum + leavesOf(child), 0);
}

/** The columns of a row group that may be written anew. */
export function targetChunks(group: ThriftStruct, targets: readonly Target[]): readonly ThriftStruct[] {
  const chunks = structsAt(group, GROUP.COLUMNS);
  return targets.map(({ leaf }) => chunks[leaf]!);
}
