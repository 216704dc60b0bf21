import type { BatchWrite, PartitionCursor, TargetColumn } from '../database-adapter.js';
import type { RowText } from '../../../engine/index.js';
import { keyExpressions } from '../sql/key-bounds.js';
import { judgeReadBack } from '../sql/read-back-verdict.js';
import type { MysqlClient } from './mysql-client.js';
import { mysqlDialect, withShortFloats } from './mysql-dialect.js';
import { quoteIdentifier, quoteTable } from './mysql-sql.js';
import { literalWriter, stagedNames } from './mysql-staging.js';
import { isSingleFloat, isText, keyOrder, readExpression } from './mysql-types.js';

/**
 * In the transaction that wrote a batch: looks at what triggers made of it, and gives where it leads. `staging`: null where
 * each row was written by itself.
 */
export async function readBack(
  client: MysqlClient,
  batch: BatchWrite,
  staging: string | null,
): Promise<PartitionCursor> {
  if (batch.readBack === undefined) {
    return batch.cursor;
  }
  const rows = await (staging === null
    ? storedRowByRow(client, batch)
    : storedAndSent(client, batch, staging));
  return judgeReadBack(batch, batch.readBack, rows);
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

/** The same without a staging table. What was sent is given as it is stored where the server takes both for one value. */
async function storedRowByRow(client: MysqlClient, batch: BatchWrite): Promise<readonly RowText[]> {
  const { table, keyColumns, writeColumns, columns } = batch;
  const keys = keyColumns.length;
  const found: RowText[] = [];
  for (let row = 0; row < (columns[0]?.length ?? 0); row += 1) {
    const texts = columns.map((all) => all[row] ?? null);
    const list = writeColumns.flatMap((column, place) => {
      const name = quoteIdentifier(column.name);
      const same = `${name} <=> ${literalWriter(column)(texts[keys + place] ?? null)}`;
      return [readExpression(name, column.typeName), isText(column.typeName) ? '0' : same];
    });
    const [answer] = await client.query(
      `SELECT ${list.join(', ')} FROM ${quoteTable(table)} WHERE ${keyMatches(batch, row)}`,
    );
    const stored = withShortFloats(writeColumns, [
      writeColumns.map((_, place) => answer?.[2 * place] ?? null),
    ])[0]!;
    const both = stored.flatMap((text, place) => {
      const sent = texts[keys + place] ?? null;
      const same = answer?.[2 * place + 1] === '1' || isStoredAs(writeColumns[place]!, sent, text);
      return [text, same ? text : sent];
    });
    found.push([...texts.slice(0, keys), ...both]);
  }
  return found;
}

/** The server compares four-byte floats with texts by eight bytes, and cuts blanks from the ends of some texts. */
function isStoredAs({ typeName }: TargetColumn, sent: string | null, stored: string | null): boolean {
  if (sent === null || stored === null) {
    return false;
  }
  return isSingleFloat(typeName)
    ? Math.fround(Number(sent)) === Math.fround(Number(stored))
    : /^char\b/.test(typeName) && sent.replace(/ +$/, '') === stored;
}

/** Which row of the table a row of a batch is. */
export function keyMatches({ table, keyColumns, columns }: BatchWrite, row: number): string {
  return keyExpressions(mysqlDialect, table, keyColumns)
    .map((expression, place) => {
      const { literal } = keyOrder(keyColumns[place]?.typeName ?? '');
      return `${expression} = ${literal(columns[place]?.[row] ?? '')}`;
    })
    .join(' AND ');
}
