import { DatabaseError } from '../database-adapter.js';
import type { BatchWrite } from '../database-adapter.js';
import type { RowText } from '../../../engine/index.js';
import type { MysqlClient } from './mysql-client.js';
import { withShortFloats } from './mysql-reader.js';
import { quoteIdentifier, quoteTable } from './mysql-sql.js';
import { stagedNames } from './mysql-staging.js';
import { readExpression } from './mysql-types.js';

/**
 * In the transaction that wrote a batch: looks at what triggers made of it. Throws `value_put_back` when rows hold their
 * old value again where another was written.
 */
export async function readBack(client: MysqlClient, batch: BatchWrite, staging: string): Promise<void> {
  if (batch.readBack === undefined) {
    return;
  }
  const before = oldTexts(batch, batch.readBack.before);
  const counts = batch.writeColumns.map(() => ({ putBack: 0, altered: 0 }));
  for (const row of await storedAndSent(client, batch, staging)) {
    const olds = before.get(keyOf(row, batch)) ?? [];
    counts.forEach((count, place) => {
      const [stored, sent] = row.slice(batch.keyColumns.length + 2 * place);
      const old = olds[place] ?? null;
      count.putBack += stored === old && sent !== old ? 1 : 0;
      count.altered += stored !== old && stored !== sent ? 1 : 0;
    });
  }
  const putBack = counts.flatMap((count, place) =>
    count.putBack > 0 ? [`column "${batch.writeColumns[place]?.name ?? ''}" of ${count.putBack} rows`] : [],
  );
  if (putBack.length > 0) {
    throw new DatabaseError(
      'value_put_back',
      `a trigger put the old value back into ${putBack.join(', ')}: let auto_manage_triggers switch the triggers off`,
      false,
    );
  }
  batch.readBack.altered(counts.reduce((sum, { altered }) => sum + altered, 0));
}

/** Of every row the key, then for each written column what the table holds and what was sent, as the server writes both. */
async function storedAndSent(
  client: MysqlClient,
  batch: BatchWrite,
  staging: string,
): Promise<readonly RowText[]> {
  const names = stagedNames(batch);
  const keys = batch.keyColumns.map((column, place) => ({ column, text: `x.${names[place] ?? ''}` }));
  const values = batch.writeColumns.flatMap((column, place) => [
    { column, text: `t.${quoteIdentifier(column.name)}` },
    { column, text: `x.${names[keys.length + place] ?? ''}` },
  ]);
  const all = [...keys, ...values];
  const list = all.map(({ column, text }, place) => `${readExpression(text, column.typeName)} AS c${place}`);
  const on = keys.map(({ column, text }) => `${text} = t.${quoteIdentifier(column.name)}`);
  const rows = await client.queryTexts(
    `SELECT ${list.join(', ')} FROM ${staging} AS x STRAIGHT_JOIN ${quoteTable(batch.table)} AS t ON ${on.join(' AND ')}`,
  );
  return withShortFloats(
    all.map(({ column }) => column),
    rows,
  );
}

function oldTexts(
  batch: BatchWrite,
  before: readonly (readonly (string | null)[])[],
): ReadonlyMap<string, RowText> {
  const keys = batch.columns.slice(0, batch.keyColumns.length);
  return new Map(
    (keys[0] ?? []).map((_, row) => [
      JSON.stringify(keys.map((texts) => texts[row] ?? null)),
      before.map((texts) => texts[row] ?? null),
    ]),
  );
}

function keyOf(row: RowText, { keyColumns }: BatchWrite): string {
  return JSON.stringify(row.slice(0, keyColumns.length));
}
