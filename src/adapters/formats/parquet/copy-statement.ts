import { fromTextSql, hasMilliseconds, toTextSql } from './column-text.js';
import { cellsSql, cellSql, packSql } from './packed-row.js';
import { numberedRows, ownName, rowPosition } from './numbered-rows.js';
import { quoteName, quoteText } from './parquet-sql.js';
import type { ParquetColumn, ParquetFacts, SchemaElement } from './parquet-facts.js';

export interface CopyPlan {
  readonly facts: ParquetFacts;
  readonly source: string;
  readonly target: string;
  /** Positions of the columns whose texts `MASK_FUNCTION` is given. */
  readonly read: readonly number[];
  /** Positions of the columns that it may change. */
  readonly write: readonly number[];
}

/** Is given the number of a row and its packed cells; gives what `packCells` makes, or NULL where the row stays. */
export const MASK_FUNCTION = 'mask_row';

/** A row group is held in memory before it is written, and not alone. */
const GROUP_BYTES = 48 * 1024 * 1024;
/** DuckDB's row groups are multiples of this. */
const GROUP_STEP = 2048;
/** Name for what the mask function gives. */
const MASKED = 'masked values of the row';

/** Copies the file with the masked columns in their places; `limit`: of the rows. */
export function copyStatement(plan: CopyPlan, limit: number | null = null): string {
  const { facts, source, target, read, write } = plan;
  const rows = limit === null ? '' : ` LIMIT ${limit}`;
  const file = numberedRows(source, facts.columns);
  const packed = packSql(read.map((position) => toTextSql(facts.columns[position]!)));
  const given = ownName(MASKED, facts.columns);
  const masked = `SELECT *, ${MASK_FUNCTION}(${rowPosition(facts.columns)}, ${packed}) AS ${given} FROM ${file}${rows}`;
  const inner =
    write.length === 0
      ? `SELECT * FROM ${file}${rows}`
      : `SELECT * REPLACE (${cellsSql(given)} AS ${given}) FROM (${masked})`;
  const columns = facts.columns.map((column, position) => columnSql(column, given, write.indexOf(position)));
  return `COPY (SELECT ${columns.join(', ')} FROM (${inner})) TO ${quoteText(target)} (${options(facts)})`;
}

/** `given`: the list of what the mask function gave; `place`: of the column in it; −1: it may not be changed. */
function columnSql(column: ParquetColumn, given: string, place: number): string {
  const name = quoteName(column.element.name);
  const read = quoteName(column.name);
  const old = hasMilliseconds(column.element.logical) ? `${read}::TIMESTAMP_MS` : read;
  if (place < 0) {
    return `${old} AS ${name}`;
  }
  const cell = `${given}[${place + 1}]`;
  return `${cellSql(cell, old, (text) => fromTextSql(column, text))} AS ${name}`;
}

function options(facts: ParquetFacts): string {
  const keyValues = facts.keyValues.map(([key, value]) => `${quoteText(key)}: ${quoteText(value)}`);
  const fieldIds = facts.columns.flatMap(({ element }) => fieldId(element));
  return [
    'FORMAT parquet',
    `COMPRESSION ${(facts.codec ?? 'SNAPPY').toLowerCase()}`,
    `ROW_GROUP_SIZE ${groupRows(facts)}`,
    ...(keyValues.length > 0 ? [`KV_METADATA {${keyValues.join(', ')}}`] : []),
    ...(fieldIds.length > 0 ? [`FIELD_IDS {${fieldIds.join(', ')}}`] : []),
  ].join(', ');
}

function groupRows({ groupRows: rows, rowBytes }: ParquetFacts): number {
  const fitting = rowBytes > 0 ? Math.floor(GROUP_BYTES / rowBytes) : rows;
  return Math.max(1, Math.ceil(Math.min(rows, fitting) / GROUP_STEP)) * GROUP_STEP;
}

/** `name: 7` or `name: {__duckdb_field_id: 7, child: 8}`; nothing where neither it nor a part of it has an id. */
function fieldId(element: SchemaElement): readonly string[] {
  const parts = childrenOf(element).flatMap(fieldId);
  const own = element.fieldId === null ? [] : [element.fieldId];
  if (own.length + parts.length === 0) {
    return [];
  }
  const inner = own.map((id) => `__duckdb_field_id: ${id}`).concat(parts);
  return [`${quoteName(element.name)}: ${parts.length === 0 ? own[0]! : `{${inner.join(', ')}}`}`];
}

/** As DuckDB names the parts: those of a list and a map without the group between. */
function childrenOf(element: SchemaElement): readonly SchemaElement[] {
  const [group, ...more] = element.children;
  if (group?.repetition !== 'REPEATED' || more.length > 0) {
    return element.children;
  }
  const names = group.children.length === 1 ? ['element'] : ['key', 'value'];
  return group.children.map((child, index) => ({ ...child, name: names[index]! }));
}
