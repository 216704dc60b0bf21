import { DatabaseError } from '../database-adapter.js';
import type { TableName } from '../database-adapter.js';
import type { SqlDialect } from './sql-dialect.js';
import type { SqlOutline } from './sql-tokens.js';
import type { TextClient } from './text-client.js';

/** What a piece of SQL text looks like from outside: enough to see that it stands in parentheses. */
export interface ConditionOutline {
  readonly statements: readonly unknown[];
  readonly hasSemicolon: boolean;
  readonly balanced: boolean;
  readonly unterminated: boolean;
  readonly hasExecutableComment?: boolean;
}

/** The outline where statements are told by their tokens alone. */
export function conditionOutline({ tokens, balanced, unterminated }: SqlOutline): ConditionOutline {
  const hasSemicolon = tokens.some(({ text }) => text === ';');
  return { statements: tokens, hasSemicolon, balanced, unterminated };
}

/** Checks a `where` text by letting the server plan it: no row is read. */
export async function checkWhere(
  { client, dialect }: { readonly client: TextClient; readonly dialect: SqlDialect },
  table: TableName,
  { where, outline }: { readonly where: string; readonly outline: ConditionOutline },
): Promise<void> {
  const reason = outlineFault(outline);
  if (reason !== null) {
    throw badWhere(reason, null);
  }
  try {
    await client.check(`SELECT 1 FROM ${dialect.quoteTable(table)} WHERE (\n${where}\n)`);
  } catch (error) {
    if (error instanceof DatabaseError && !error.transient) {
      throw badWhere(serverReason(error), error.engineCode);
    }
    throw error;
  }
}

function outlineFault(outline: ConditionOutline): string | null {
  if (outline.unterminated) {
    return 'a quote or a comment is not closed';
  }
  if (outline.hasSemicolon) {
    return 'it must be one condition, without a semicolon';
  }
  if (outline.statements.length === 0) {
    return 'it is empty';
  }
  if (outline.hasExecutableComment === true) {
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
