import { DatabaseError } from '../database-adapter.js';
import type { TableName, TriggerState } from '../database-adapter.js';
import { triggersOf } from './oracle-catalog.js';
import type { OracleClient } from './oracle-client.js';
import { quoteTable } from './oracle-sql.js';

/**
 * A trigger may stand in another schema than its table: so `table` of a state has the trigger's schema, and names the
 * table only for people.
 */
export async function readTriggers(client: OracleClient, table: TableName): Promise<readonly TriggerState[]> {
  return (await client.query(triggersOf(table))).map(([owner, name, mayChange]) => ({
    table: { schema: owner ?? '', table: table.table },
    name: name ?? '',
    state: 'enabled',
    mayChange: mayChange === '1',
  }));
}

/** Each commits by itself here: some may be off when it fails. */
export async function switchTriggersOff(
  client: OracleClient,
  triggers: readonly TriggerState[],
): Promise<void> {
  for (const trigger of triggers) {
    await client.execute(change(trigger, 'DISABLE'));
  }
}

/** There is no such trigger any more. */
const GONE = 'ORA-04080';

export async function putTriggerBack(client: OracleClient, trigger: TriggerState): Promise<void> {
  try {
    await client.execute(change(trigger, 'ENABLE'));
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.engineCode !== GONE) {
      throw error;
    }
  }
}

function change({ table, name }: TriggerState, action: string): string {
  return `ALTER TRIGGER ${quoteTable({ schema: table.schema, table: name })} ${action}`;
}
