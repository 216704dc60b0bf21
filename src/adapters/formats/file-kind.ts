/** How a file is read. */
export type TabularKind = 'delimited' | 'fixed_width' | 'parquet';
export type ObjectKind = 'json' | 'ndjson' | 'xml' | 'avro' | 'text';
export type Compression = 'gzip' | 'zstd';

export interface FileKind {
  /** Null: an extension that no format is known for. */
  readonly kind: TabularKind | ObjectKind | null;
  /** What the bytes are wrapped in; null: nothing. Parquet and Avro compress inside. */
  readonly compression: Compression | null;
}

/** By extension in lower case. */
const KINDS: Readonly<Record<string, TabularKind | ObjectKind>> = {
  csv: 'delimited',
  tsv: 'delimited',
  tab: 'delimited',
  psv: 'delimited',
  ssv: 'delimited',
  parquet: 'parquet',
  parq: 'parquet',
  pq: 'parquet',
  json: 'json',
  geojson: 'json',
  jsonld: 'json',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
  jsonlines: 'ndjson',
  xml: 'xml',
  avro: 'avro',
  txt: 'text',
  text: 'text',
  log: 'text',
  md: 'text',
  html: 'text',
  htm: 'text',
  eml: 'text',
};

const COMPRESSIONS: Readonly<Record<string, Compression>> = {
  gz: 'gzip',
  gzip: 'gzip',
  zst: 'zstd',
  zstd: 'zstd',
};

/** These cannot be read through a compressed stream, and nobody writes them so. */
const COMPRESSED_INSIDE: ReadonlySet<string> = new Set(['parquet', 'avro']);

/**
 * The kind of a file, by its extension alone: `people.csv`, `people.csv.gz`. `fixedWidthExtension`: what the task reads
 * as fixed width, without the dot; it wins over the table.
 */
export function fileKind(path: string, fixedWidthExtension: string | null = null): FileKind {
  const extensions = extensionsOf(path);
  const compression = COMPRESSIONS[extensions.at(-1) ?? ''] ?? null;
  const extension = extensions.at(compression === null ? -1 : -2) ?? '';
  const kind = kindOf(extension, fixedWidthExtension?.toLowerCase());
  const isWrapped = compression !== null && kind !== null && COMPRESSED_INSIDE.has(kind);
  return { kind: isWrapped ? null : kind, compression };
}

function kindOf(extension: string, fixedWidthExtension: string | undefined): FileKind['kind'] {
  return extension !== '' && extension === fixedWidthExtension ? 'fixed_width' : (KINDS[extension] ?? null);
}

function extensionsOf(path: string): readonly string[] {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name
    .split('.')
    .slice(1)
    .map((extension) => extension.toLowerCase());
}
