import { DatabaseError } from '../database-adapter.js';
import type { BatchWrite } from '../database-adapter.js';
import type { ColumnBinding } from './postgres-bindings.js';
import type { PostgresClient } from './postgres-client.js';
import { explainConstraint } from './postgres-constraint-faults.js';
import { arrayLiteral } from './postgres-arrays.js';

/** SQLSTATE classes: a value that cannot be, a constraint that is not kept. */
const BAD_VALUE = '22';
const BAD_CONSTRAINT = '23';

/** What a refused batch is told by: the names of columns, which the server leaves out or says only beside values. */
export async function explainRefusal(
  client: PostgresClient,
  error: unknown,
  batch: BatchWrite,
  bindings: readonly ColumnBinding[],
): Promise<unknown> {
  if (!(error instanceof DatabaseError) || error.engineCode === null) {
    return error;
  }
  if (error.engineCode.startsWith(BAD_CONSTRAINT)) {
    return explainConstraint(client, error);
  }
  return error.engineCode.startsWith(BAD_VALUE) ? explainBadValue(client, error, batch, bindings) : error;
}

/**
 * The server does not say which column refused a value, and its message holds the value. So the texts are tried column
 * by column, and the error names the first that fails.
 */
async function explainBadValue(
  client: PostgresClient,
  error: DatabaseError,
  batch: BatchWrite,
  bindings: readonly ColumnBinding[],
): Promise<DatabaseError> {
  const column = tooLongColumn(error, batch) ?? (await refusedColumn(client, batch, bindings));
  return column === null
    ? error
    : new DatabaseError(error.code, `${error.message}: column "${column}"`, false, error.engineCode);
}

function tooLongColumn(error: DatabaseError, batch: BatchWrite): string | null {
  if (error.code !== 'value_too_long') {
    return null;
  }
  const keys = batch.keyColumns.length;
  const column = batch.writeColumns.find(({ maxLength }, index) => {
    const texts = batch.columns[keys + index] ?? [];
    return maxLength !== null && texts.some((text) => text !== null && [...text].length > maxLength);
  });
  return column?.name ?? null;
}

async function refusedColumn(
  client: PostgresClient,
  batch: BatchWrite,
  bindings: readonly ColumnBinding[],
): Promise<string | null> {
  const columns = [...batch.keyColumns, ...batch.writeColumns];
  for (const [index, binding] of bindings.entries()) {
    const type = binding.unnestable ? `x::${columns[index]?.typeName ?? binding.type}` : `x::${binding.type}`;
    const arrayType = binding.unnestable ? binding.type : 'text';
    try {
      const literal = arrayLiteral(batch.columns[index] ?? []);
      await client.query(`SELECT count(${type}) FROM unnest($1::${arrayType}[]) AS x`, [literal]);
    } catch (error) {
      const isRefused = error instanceof DatabaseError && !error.transient;
      return isRefused ? (columns[index]?.name ?? null) : null;
    }
  }
  return null;
}
