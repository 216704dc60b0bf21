import { DatabaseError } from '../database-adapter.js';
import type { TableName } from '../database-adapter.js';
import type { PostgresClient } from './postgres-client.js';
import { KEYS_SEEN, WRITE_HOOKS } from './postgres-rewrite-catalog.js';
import { keysOf, neighbours } from './postgres-rewrite-facts.js';
import type { TakenKey } from './postgres-rewrite-facts.js';
import { quoteIdentifier, quoteTable } from './postgres-sql.js';

interface Hook {
  readonly kind: 'TRIGGER' | 'RULE';
  readonly table: TableName;
  readonly name: string;
  /** How it is enabled: by the catalog's letter. */
  readonly state: string;
}

export interface CarriedObjects {
  readonly keys: readonly TakenKey[];
  /** The foreign keys as the catalog shows them, to be compared with at the end. */
  readonly keysSeen: string;
  readonly hooks: readonly Hook[];
}

const ENABLED: Readonly<Record<string, string>> = { O: 'ENABLE', A: 'ENABLE ALWAYS', R: 'ENABLE REPLICA' };

/**
 * Inside a transaction that holds the table: takes away what would forbid that it is emptied, or fire as it is filled.
 * All other things stay where they are, because the table stays the one it is.
 */
export async function takeAway(client: PostgresClient, table: TableName): Promise<CarriedObjects> {
  const keys = await keysOf(client, table);
  for (const other of neighbours(keys, table)) {
    await client.execute(`LOCK TABLE ${quoteTable(other)} IN ACCESS EXCLUSIVE MODE`);
  }
  const carried = { keys, keysSeen: await keysSeen(client, table), hooks: await hooksOf(client, table) };
  for (const { from, name } of keys) {
    await client.execute(`ALTER TABLE ${quoteTable(from)} DROP CONSTRAINT ${quoteIdentifier(name)}`);
  }
  for (const hook of carried.hooks) {
    await client.execute(changeHook(hook, 'DISABLE'));
  }
  return carried;
}

/** Throws `not_carried` where something does not come back exactly as it was. */
export async function bringBack(
  client: PostgresClient,
  table: TableName,
  { keys, keysSeen: before, hooks }: CarriedObjects,
): Promise<void> {
  // what is still to be checked is checked now: nothing can be altered while checks wait for the end
  await client.execute('SET CONSTRAINTS ALL IMMEDIATE');
  for (const hook of hooks) {
    await client.execute(changeHook(hook, ENABLED[hook.state] ?? 'ENABLE'));
  }
  for (const { from, name, definition, comment } of keys) {
    const constraint = quoteIdentifier(name);
    await client.execute(`ALTER TABLE ${quoteTable(from)} ADD CONSTRAINT ${constraint} ${definition}`);
    if (comment !== null) {
      await commentOn(client, `CONSTRAINT ${constraint} ON ${quoteTable(from)}`, comment);
    }
  }
  if ((await keysSeen(client, table)) !== before) {
    const text = 'its foreign keys would not come back exactly as they were, so the table was left as it is';
    throw new DatabaseError('not_carried', text, false);
  }
}

async function commentOn(client: PostgresClient, object: string, comment: string): Promise<void> {
  const { rows } = await client.query('SELECT quote_literal($1::text)', [comment]);
  await client.execute(`COMMENT ON ${object} IS ${rows[0]?.[0] ?? "''"}`);
}

async function keysSeen(client: PostgresClient, { schema, table }: TableName): Promise<string> {
  return (await client.query(KEYS_SEEN, [schema, table])).rows[0]?.[0] ?? '';
}

async function hooksOf(client: PostgresClient, { schema, table }: TableName): Promise<readonly Hook[]> {
  const { rows } = await client.query(WRITE_HOOKS, [schema, table]);
  return rows.map(([kind, ownSchema, ownTable, name, state]) => ({
    kind: kind === 'RULE' ? 'RULE' : 'TRIGGER',
    table: { schema: ownSchema ?? '', table: ownTable ?? '' },
    name: name ?? '',
    state: state ?? 'O',
  }));
}

function changeHook({ kind, table, name }: Hook, change: string): string {
  return `ALTER TABLE ONLY ${quoteTable(table)} ${change} ${kind} ${quoteIdentifier(name)}`;
}
