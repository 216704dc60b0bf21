import { DatabaseError } from '../database-adapter.js';
import type { TableName } from '../database-adapter.js';
import type { PostgresClient } from './postgres-client.js';
import { ServerError } from './postgres-client.js';
import { faultPosition } from './postgres-errors.js';
import { outlineSql } from './postgres-sql-scanner.js';
import { quoteTable } from './postgres-sql.js';

/** Checks a `where` text by letting the server plan it: no row is read. */
export async function checkWhere(client: PostgresClient, table: TableName, where: string): Promise<void> {
  const reason = outlineFault(where);
  if (reason !== null) {
    throw badWhere(reason, null);
  }
  const before = `EXPLAIN SELECT 1 FROM ${quoteTable(table)} WHERE (\n`;
  try {
    await client.query(`${before}${where}\n)`);
  } catch (error) {
    if (error instanceof DatabaseError && !error.transient) {
      throw badWhere(serverReason(error, before.length, where), error.engineCode);
    }
    throw error;
  }
}

function outlineFault(where: string): string | null {
  const outline = outlineSql(where);
  if (outline.unterminated) {
    return 'a quote or a comment is not closed';
  }
  if (outline.hasSemicolon) {
    return 'it must be one condition, without a semicolon';
  }
  if (outline.statements.length === 0) {
    return 'it is empty';
  }
  if (outline.hasParameter) {
    return 'it must not use parameters such as $1';
  }
  return outline.balanced ? null : 'its parentheses do not pair up';
}

function serverReason(error: DatabaseError, before: number, where: string): string {
  const position = faultPosition(ServerError.faultOf(error));
  const at = position === null ? -1 : position - 1 - before;
  const message = error.message.replace(/ at character \d+$/, '');
  return at >= 0 && at <= where.length ? `${message}, at character ${at + 1} of it` : message;
}

function badWhere(reason: string, state: string | null): DatabaseError {
  return new DatabaseError('bad_where', `the where condition is not usable: ${reason}`, false, state);
}
