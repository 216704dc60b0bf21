import { DatabaseError } from '../database-adapter.js';
import type { TableName } from '../database-adapter.js';
import type { MysqlClient } from './mysql-client.js';
import { outlineSql } from './mysql-sql-scanner.js';
import { quoteTable } from './mysql-sql.js';

/** Checks a `where` text by letting the server plan it: no row is read. */
export async function checkWhere(client: MysqlClient, table: TableName, where: string): Promise<void> {
  const reason = outlineFault(where);
  if (reason !== null) {
    throw badWhere(reason, null);
  }
  try {
    await client.execute(`EXPLAIN SELECT 1 FROM ${quoteTable(table)} WHERE (\n${where}\n)`);
  } catch (error) {
    if (error instanceof DatabaseError && !error.transient) {
      throw badWhere(serverReason(error), error.engineCode);
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
  if (outline.hasExecutableComment) {
    return 'it must not use comments that the server carries out, such as /*! … */';
  }
  return outline.balanced ? null : 'its parentheses do not pair up';
}

/** Lines are counted from the text that was sent, which begins one line before the condition. */
function serverReason(error: DatabaseError): string {
  return error.message.replace(/ at line (\d+)$/, (_, line: string) => ` at line ${Number(line) - 1} of it`);
}

function badWhere(reason: string, number: string | null): DatabaseError {
  return new DatabaseError('bad_where', `the where condition is not usable: ${reason}`, false, number);
}
