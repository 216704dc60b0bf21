import type { TableDescription, TableName, TriggerState } from '../database-adapter.js';
import { DatabaseError } from '../database-adapter.js';
import { hasRight, SET_GRANTEE, triggersOf } from './mysql-catalog.js';
import type { MysqlClient } from './mysql-client.js';
import { quoteIdentifier, quoteTable, quoteText } from './mysql-sql.js';

/** Names of triggers that fire when rows are masked, in their order. `all`: also when rows are taken out and put back. */
export async function triggerNames(
  client: MysqlClient,
  table: TableName,
  events: readonly TriggerEvent[],
): Promise<readonly string[]> {
  return (await client.query(triggersOf(table, events))).map(([name]) => name ?? '');
}

export type TriggerEvent = 'INSERT' | 'UPDATE' | 'DELETE';

/**
 * Of a table with a key rows are changed; rows of others are taken out and put back. A unique index over columns that may
 * be NULL is no key: many rows may have NULL there.
 */
export function eventsOfMasking({
  columns,
  uniqueKeys,
}: Pick<TableDescription, 'columns' | 'uniqueKeys'>): readonly TriggerEvent[] {
  const nullable = new Set(columns.filter((column) => column.nullable).map(({ name }) => name));
  const hasKey = uniqueKeys.some((key) => !key.some((name) => nullable.has(name)));
  return hasKey ? ['UPDATE'] : ['INSERT', 'UPDATE', 'DELETE'];
}

/**
 * A trigger cannot be switched off here, only dropped and made again: so its text is kept, and who may not make it again
 * may not drop it. The last one comes first, as what was noted last is put back first.
 */
export async function readTriggers(
  client: MysqlClient,
  table: TableName,
  events: readonly TriggerEvent[],
): Promise<readonly TriggerState[]> {
  await client.execute(SET_GRANTEE);
  const anywhere = { schema: table.schema, table: table.table };
  const others = ['SUPER', 'SET USER', 'SET_USER_ID', 'SET_ANY_DEFINER'].map((right) =>
    hasRight(anywhere, right),
  );
  const [rights = []] = await client.query(
    `SELECT ${hasRight(anywhere, 'SUPER')}, ${others.join(' OR ')}, CURRENT_USER(),
       @@log_bin AND NOT @@log_bin_trust_function_creators`,
  );
  const [isSuper, forOthers] = rights.map((flag) => flag === '1');
  const states: TriggerState[] = [];
  for (const [name, definer] of await client.query(triggersOf(table, events))) {
    const mayChange =
      (forOthers === true || definer === rights[2]) && (isSuper === true || rights[3] !== '1');
    const text = await readText(client, table.schema, name ?? '');
    states.unshift({ table, name: name ?? '', state: 'enabled', mayChange, text });
  }
  return states;
}

export async function switchTriggersOff(
  client: MysqlClient,
  triggers: readonly TriggerState[],
): Promise<void> {
  for (const { table, name, text } of triggers) {
    if (text !== undefined) {
      await client.execute(`DROP TRIGGER IF EXISTS ${quoteTable({ schema: table.schema, table: name })}`);
    }
  }
}

/** Makes it again where it is not there, under the settings that belong to it. */
export async function putTriggerBack(
  client: MysqlClient,
  database: string,
  { table, name, text }: TriggerState,
): Promise<void> {
  if (text === undefined || !(await isMissing(client, table, name))) {
    return;
  }
  const [[sqlMode = null, characters = null, collation = null] = []] = await client.query(
    'SELECT @@SESSION.sql_mode, @@SESSION.character_set_client, @@SESSION.collation_connection',
  );
  // Only bytes that mean the same in every character set may be sent under another one.
  const sent = /[^\x20-\x7e\s]/.test(text.statement) ? characters : text.charset;
  try {
    await client.execute(`USE ${quoteIdentifier(table.schema)}`);
    await client.execute(
      `SET SESSION sql_mode = ${quoteText(text.sqlMode)}, character_set_client = ${sent ?? 'utf8mb4'},
         collation_connection = ${text.collation}`,
    );
    await client.execute(text.statement);
  } finally {
    await client.execute(
      `SET SESSION sql_mode = '${sqlMode ?? ''}', character_set_client = ${characters ?? 'utf8mb4'},
         collation_connection = ${collation ?? 'utf8mb4_general_ci'}`,
    );
    await client.execute(`USE ${quoteIdentifier(database)}`);
  }
}

/** No trigger of this name, but its table is there. */
async function isMissing(client: MysqlClient, { schema, table }: TableName, name: string): Promise<boolean> {
  const [found = []] = await client.query(
    `SELECT EXISTS (SELECT 1 FROM information_schema.TABLES
         WHERE TABLE_SCHEMA = ${quoteText(schema)} AND TABLE_NAME = ${quoteText(table)}),
       EXISTS (SELECT 1 FROM information_schema.TRIGGERS
         WHERE TRIGGER_SCHEMA = ${quoteText(schema)} AND TRIGGER_NAME = ${quoteText(name)})`,
  );
  return found[0] === '1' && found[1] === '0';
}

/** Where it stands among others follows from the order in which they are made, and not from names that may be missing. */
const HEAD = /\bFOR\s+EACH\s+ROW\s+/i;
const PLACE_AMONG_OTHERS = /^(?:FOLLOWS|PRECEDES)\s+(?:`(?:[^`]|``)*`|"(?:[^"]|"")*"|\S+)/i;

/** Only the head is looked at: what a trigger does may speak of such places, too. */
function withoutPlace(statement: string): string {
  const head = HEAD.exec(statement);
  const end = head === null ? statement.length : head.index + head[0].length;
  return statement.slice(0, end) + statement.slice(end).replace(PLACE_AMONG_OTHERS, '');
}

async function readText(
  client: MysqlClient,
  schema: string,
  name: string,
): Promise<NonNullable<TriggerState['text']>> {
  const [row] = await client.query(`SHOW CREATE TRIGGER ${quoteTable({ schema, table: name })}`);
  const [, sqlMode, statement, charset, collation] = row ?? [];
  if (statement === null || statement === undefined) {
    const text = `permission denied: the database user may not read the text of the trigger "${name}"`;
    throw new DatabaseError('permission_denied', text, false);
  }
  return {
    sqlMode: sqlMode ?? '',
    statement: withoutPlace(statement),
    charset: charset ?? 'utf8mb4',
    collation: collation ?? 'utf8mb4_general_ci',
  };
}
