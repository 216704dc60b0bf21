import { DatabaseError } from '../database-adapter.js';
import type { TableName } from '../database-adapter.js';
import * as catalog from './mysql-catalog.js';
import type { MysqlClient } from './mysql-client.js';

export interface AskedRight {
  readonly table: TableName;
  readonly right: string;
}

/** Which of these rights this user has. What a role gives is known to the server alone, so it counts as given. */
export async function hasRights(
  client: MysqlClient,
  asked: readonly AskedRight[],
): Promise<readonly boolean[]> {
  const isUnknown = await usesRoles(client);
  return (await hasOwnRights(client, asked)).map((isGiven) => isGiven || isUnknown);
}

/** As `hasRights`, without what a role gives. */
export async function hasOwnRights(
  client: MysqlClient,
  asked: readonly AskedRight[],
): Promise<readonly boolean[]> {
  await client.execute(catalog.SET_GRANTEE);
  const list = asked.map(({ table, right }) => catalog.hasRight(table, right));
  const [found = []] = list.length === 0 ? [] : await client.query(`SELECT ${list.join(', ')}`);
  return found.map((flag) => flag === '1');
}

/** Does a role give this session rights? Servers without roles do not know the function. */
async function usesRoles(client: MysqlClient): Promise<boolean> {
  const rows = await client.query('SELECT CURRENT_ROLE()').catch((error: unknown) => {
    if (error instanceof DatabaseError && !error.transient) {
      return [];
    }
    throw error;
  });
  return (rows[0]?.[0] ?? 'NONE') !== 'NONE';
}
