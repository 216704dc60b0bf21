import { DatabaseError } from '../database-adapter.js';
import type { TableName, TriggerState } from '../database-adapter.js';
import type { PostgresClient } from './postgres-client.js';
import { quoteIdentifier, quoteTable } from './postgres-sql.js';

/** $1 schema, $2 table. Enabled user triggers that fire on UPDATE, of the table and each of its parts. */
const UPDATE_TRIGGERS = `
WITH RECURSIVE family AS (
  SELECT c.oid FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname::text = $1::text AND c.relname::text = $2::text
  UNION
  SELECT i.inhrelid FROM family f JOIN pg_catalog.pg_inherits i ON i.inhparent = f.oid
)
SELECT n.nspname, c.relname, t.tgname, t.tgenabled, pg_catalog.pg_has_role(c.relowner, 'USAGE')
FROM family f
JOIN pg_catalog.pg_class c ON c.oid = f.oid
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
JOIN pg_catalog.pg_trigger t ON t.tgrelid = f.oid
WHERE NOT t.tgisinternal AND t.tgenabled IN ('O', 'A') AND t.tgtype & 16 <> 0
ORDER BY 1, 2, 3`;

/** The table or the trigger was dropped. */
const GONE = new Set(['42P01', '42704', '3F000']);

export async function readTriggers(
  client: PostgresClient,
  { schema, table }: TableName,
): Promise<readonly TriggerState[]> {
  const { rows } = await client.query(UPDATE_TRIGGERS, [schema, table]);
  return rows.map(([ownSchema, ownTable, name, fires, mayChange]) => ({
    table: { schema: ownSchema ?? '', table: ownTable ?? '' },
    name: name ?? '',
    state: fires === 'A' ? 'always' : 'enabled',
    mayChange: mayChange === 't',
  }));
}

export async function switchTriggersOff(
  client: PostgresClient,
  triggers: readonly TriggerState[],
): Promise<void> {
  await client.transaction(async () => {
    for (const trigger of triggers) {
      await client.execute(change(trigger, 'DISABLE TRIGGER'));
    }
  });
}

/** One by one: what can be put back is. A trigger that does not exist any more is as it should be. */
export async function putTriggerBack(client: PostgresClient, trigger: TriggerState): Promise<void> {
  try {
    await client.execute(
      change(trigger, trigger.state === 'always' ? 'ENABLE ALWAYS TRIGGER' : 'ENABLE TRIGGER'),
    );
  } catch (error) {
    if (!(error instanceof DatabaseError) || !GONE.has(error.engineCode ?? '')) {
      throw error;
    }
  }
}

function change({ table, name }: TriggerState, action: string): string {
  return `ALTER TABLE ONLY ${quoteTable(table)} ${action} ${quoteIdentifier(name)}`;
}
