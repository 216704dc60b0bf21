import { DatabaseError } from '../database-adapter.js';
import type { TableName, TriggerState } from '../database-adapter.js';
import { triggersOf } from './mssql-catalog.js';
import type { MssqlClient } from './mssql-client.js';
import { quoteIdentifier, quoteTable } from './mssql-sql.js';

export async function readTriggers(client: MssqlClient, table: TableName): Promise<readonly TriggerState[]> {
  return (await client.query(`${triggersOf(table)} ORDER BY r.name`)).map(([name, mayChange]) => ({
    table,
    name: name ?? '',
    state: 'enabled',
    mayChange: mayChange === '1',
  }));
}

/** All or none: here a transaction holds such changes, too. */
export async function switchTriggersOff(
  client: MssqlClient,
  triggers: readonly TriggerState[],
): Promise<void> {
  await client.transaction(async () => {
    for (const trigger of triggers) {
      await client.execute(change(trigger, 'DISABLE'));
    }
  });
}

/** The table, or the trigger, is not there any more: then all is as it should be. */
const GONE = new Set(['1088', '4902', '4916']);

export async function putTriggerBack(client: MssqlClient, trigger: TriggerState): Promise<void> {
  try {
    await client.execute(change(trigger, 'ENABLE'));
  } catch (error) {
    if (!(error instanceof DatabaseError) || !GONE.has(error.engineCode ?? '')) {
      throw error;
    }
  }
}

function change({ table, name }: TriggerState, action: string): string {
  return `ALTER TABLE ${quoteTable(table)} ${action} TRIGGER ${quoteIdentifier(name)}`;
}
