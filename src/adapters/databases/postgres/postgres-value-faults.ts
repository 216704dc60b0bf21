import { DatabaseError } from '../database-adapter.js';
import type { BatchWrite } from '../database-adapter.js';
import type { ColumnBinding } from './postgres-bindings.js';
import type { PostgresClient } from './postgres-client.js';
import { arrayLiteral } from './postgres-values.js';

/**
 * The server does not say which column refused a value, and its message holds the value. So the texts are tried column
 * by column, and the error names the first that fails.
 */
export async function explainBadValue(
  client: PostgresClient,
  error: unknown,
  batch: BatchWrite,
  bindings: readonly ColumnBinding[],
): Promise<unknown> {
  if (!(error instanceof DatabaseError) || error.engineCode?.startsWith('22') !== true) {
    return error;
  }
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
    } catch {
      return columns[index]?.name ?? null;
    }
  }
  return null;
}
