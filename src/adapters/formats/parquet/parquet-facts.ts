import { FormatError } from '../format-error.js';
import { quoteText } from './parquet-sql.js';
import type { DuckRow, ParquetSession } from './parquet-session.js';

/** An element of the schema, as the footer has it. */
export interface SchemaElement {
  readonly name: string;
  readonly type: string | null;
  readonly typeLength: string | null;
  readonly repetition: string | null;
  readonly converted: string | null;
  readonly scale: string | null;
  readonly precision: string | null;
  readonly logical: string | null;
  readonly fieldId: string | null;
  readonly children: readonly SchemaElement[];
}

export interface ParquetColumn {
  readonly element: SchemaElement;
  /** As DuckDB calls it: another name where columns before it differ from its own by case alone. */
  readonly name: string;
  /** DuckDB's type, in its own words: `DECIMAL(18,4)`, `STRUCT(x BIGINT)`. */
  readonly type: string;
}

/** What a copy of a file must have, too. */
export interface ParquetFacts {
  readonly columns: readonly ParquetColumn[];
  readonly rows: number;
  readonly keyValues: readonly (readonly [string, string])[];
  /** Of most columns; null: there are no row groups. */
  readonly codec: string | null;
  /** Rows of the largest row group, and bytes of a row on average, before compression. */
  readonly groupRows: number;
  readonly rowBytes: number;
}

/** DuckDB has no writer for these. */
const UNWRITABLE: ReadonlySet<string> = new Set(['LZO', 'LZ4']);

/** Reads the footer. Throws `FormatError`. */
export async function readFacts(session: ParquetSession, path: string): Promise<ParquetFacts> {
  const file = quoteText(path);
  const [columns, facts, keyValues, groups] = [
    await readColumns(session, file),
    await session.rows(`SELECT num_rows, encryption_algorithm FROM parquet_file_metadata(${file})`),
    await session.rows(`SELECT decode(key) AS k, decode(value) AS v FROM parquet_kv_metadata(${file})`),
    await session.rows(
      `SELECT compression, max(row_group_num_rows) AS rows, max(row_group_bytes) AS bytes, count(*) AS chunks
         FROM parquet_metadata(${file}) GROUP BY compression ORDER BY chunks DESC`,
    ),
  ];
  if (facts[0]?.encryption_algorithm !== null) {
    throw new FormatError('unsupported', 'The file is encrypted: its keys are not known here.');
  }
  const unwritable = groups.map((group) => String(group.compression)).find((codec) => UNWRITABLE.has(codec));
  if (unwritable !== undefined) {
    throw new FormatError(
      'unsupported',
      `The file is compressed by ${unwritable}, which cannot be written again.`,
    );
  }
  const groupRows = Math.max(0, ...groups.map((group) => Number(group.rows)));
  const groupBytes = Math.max(0, ...groups.map((group) => Number(group.bytes)));
  return {
    columns,
    rows: Number(facts[0].num_rows),
    keyValues: keyValues.map((pair) => [String(pair.k), String(pair.v)]),
    codec: groups[0] === undefined ? null : String(groups[0].compression),
    groupRows,
    rowBytes: groupBytes / Math.max(1, groupRows),
  };
}

async function readColumns(session: ParquetSession, file: string): Promise<readonly ParquetColumn[]> {
  const elements = await session.rows(`SELECT * FROM parquet_schema(${file})`);
  const types = await session.rows(`DESCRIBE SELECT * FROM read_parquet(${file})`);
  const root = new SchemaReader(elements).next();
  return root.children.map((element, index) => ({
    ...{ element, name: String(types[index]?.column_name), type: String(types[index]?.column_type) },
  }));
}

/** Builds the tree from the elements, which stand in depth-first order. */
class SchemaReader {
  private at = 0;

  constructor(private readonly elements: readonly DuckRow[]) {}

  next(): SchemaElement {
    const row = this.elements[this.at++];
    if (row === undefined) {
      throw new FormatError('corrupt', 'The schema of the Parquet file is cut off.');
    }
    const text = (key: string): string | null => (row[key] === null ? null : String(row[key]));
    return {
      ...{ name: String(row.name), type: text('type'), typeLength: text('type_length') },
      ...{ repetition: text('repetition_type'), converted: text('converted_type'), scale: text('scale') },
      ...{ precision: text('precision'), logical: text('logical_type'), fieldId: text('field_id') },
      children: Array.from({ length: Number(row.num_children ?? 0) }, () => this.next()),
    };
  }
}
