import type { BatchWrite, TableName, TargetColumn } from '../database-adapter.js';
import { quoteIdentifier, quoteTable } from './mssql-sql.js';
import { isNarrow, textToSend, writeExpression } from './mssql-types.js';

const EXACT = 'Latin1_General_100_BIN2';

/** Texts to be staged: one array for each column. */
export interface RowTexts {
  readonly columns: readonly TargetColumn[];
  /** The staging table's columns, as many as `columns`. */
  readonly names: readonly string[];
  readonly texts: readonly (readonly (string | null)[])[];
}

/** Names of the staging table's columns: key, then values. */
export function stagedNames(batch: Pick<BatchWrite, 'keyColumns' | 'writeColumns'>): readonly string[] {
  return [
    ...batch.keyColumns.map((_, place) => `k${place}`),
    ...batch.writeColumns.map((_, place) => `v${place}`),
  ];
}

/**
 * Makes a temporary table whose columns have the very types and collations of others. Because of the join they lose what
 * belongs to the table alone: identity, NOT NULL.
 */
export function createLike(
  staging: string,
  { table, columns, names }: { readonly table: TableName } & Pick<RowTexts, 'columns' | 'names'>,
  more: readonly string[] = [],
): string {
  const list = columns.map(({ name }, place) => `s.${quoteIdentifier(name)} AS ${names[place] ?? ''}`);
  return `SELECT TOP (0) ${[...more, ...list].join(', ')} INTO ${staging}
    FROM (SELECT 1 AS one) o LEFT JOIN ${quoteTable(table)} s ON 1 = 0`;
}

/** Adds the rows that `@rows` holds, each an array of texts. Nothing is cut: what is too long is refused. */
export function insertRows(staging: string, { columns, names }: Pick<RowTexts, 'columns' | 'names'>): string {
  const read = columns.map((_, place) => `c${place} nvarchar(max) '$[${place}]'`);
  const values = columns.map(({ typeName }, place) => writeExpression(`j.c${place}`, typeName));
  return `INSERT INTO ${staging} (${names.join(', ')}) SELECT ${values.join(', ')} FROM OPENJSON(@rows) WITH (${read.join(', ')}) j`;
}

const BEYOND_ASCII = /[\u0080-\uffff]/;

/**
 * For each column with a code page: how many texts of `@rows` would lose characters that it does not have, as they would
 * become question marks without a word. Null: there is no such text.
 */
export function countLost({ columns, texts }: Pick<RowTexts, 'columns' | 'texts'>): LostQuery | null {
  const places = columns.flatMap(({ typeName }, place) =>
    isNarrow(typeName) && texts[place]?.some((text) => text !== null && BEYOND_ASCII.test(text)) === true
      ? [place]
      : [],
  );
  const counts = places.map((place) => {
    const { typeName } = columns[place]!;
    const page = / COLLATE (\w+)$/.exec(typeName)?.[1] ?? 'DATABASE_DEFAULT';
    const kept = `CONVERT(nvarchar(max), CONVERT(varchar(max), c${place} COLLATE ${page}))`;
    return `SUM(CASE WHEN ${kept} COLLATE ${EXACT} <> c${place} COLLATE ${EXACT} THEN 1 ELSE 0 END)`;
  });
  const read = places.map((place) => `c${place} nvarchar(max) '$[${place}]'`);
  return places.length === 0
    ? null
    : {
        sql: `SELECT ${counts.join(', ')} FROM OPENJSON(@rows) WITH (${read.join(', ')})`,
        columns: places.map((place) => columns[place]!.name),
      };
}

export interface LostQuery {
  readonly sql: string;
  /** Names of the columns that its counts are about. */
  readonly columns: readonly string[];
}

/** The parameter `@rows`. */
export function rowsAsJson({ columns, texts }: Pick<RowTexts, 'columns' | 'texts'>): string {
  const rows: (string | null)[][] = [];
  for (let row = 0; row < (texts[0]?.length ?? 0); row += 1) {
    rows.push(
      columns.map(({ typeName }, place) => {
        const text = texts[place]?.[row] ?? null;
        return text === null ? null : textToSend(text, typeName);
      }),
    );
  }
  return JSON.stringify(rows);
}
