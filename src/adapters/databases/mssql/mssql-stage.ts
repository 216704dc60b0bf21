import type { RowText } from '../../../engine/index.js';
import { DatabaseError } from '../database-adapter.js';
import type { MssqlClient } from './mssql-client.js';
import type { RowTexts } from './mssql-staging.js';
import { countLost, insertRows, rowsAsJson } from './mssql-staging.js';

/** Adds rows to a staging table, as one parameter, so that no limit of parameters is met. */
export async function fillStaging(client: MssqlClient, staging: string, rows: RowTexts): Promise<void> {
  const json = rowsAsJson(rows);
  const lost = countLost(rows);
  if (lost !== null) {
    refuseLost(lost.columns, await client.executeWith(lost.sql, json));
  }
  await client.executeWith(insertRows(staging, rows), json);
}

function refuseLost(columns: readonly string[], [counts = []]: readonly RowText[]): void {
  const place = counts.findIndex((count) => Number(count) > 0);
  if (place >= 0) {
    throw new DatabaseError(
      'bad_value',
      `the code page of a column lacks characters of a new value: column "${columns[place] ?? ''}"`,
      false,
    );
  }
}
