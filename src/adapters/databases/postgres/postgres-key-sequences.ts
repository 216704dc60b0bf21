import { DatabaseError } from '../database-adapter.js';
import type { KeyPlace } from '../key-rewriting.js';
import type { PostgresClient } from './postgres-client.js';
import { SEQUENCES } from './postgres-key-catalog.js';
import { placesJson } from './postgres-key-guards.js';
import { quoteIdentifier, quoteTable } from './postgres-sql.js';

/**
 * Moves sequences behind the columns past their largest value, so that the next row that is added does not meet a masked
 * one. Returns what could not be moved, as sentences.
 */
export async function moveSequences(
  client: PostgresClient,
  places: readonly KeyPlace[],
): Promise<readonly string[]> {
  const notes: string[] = [];
  for (const row of (await client.query(SEQUENCES, [placesJson(places)])).rows) {
    const [schema = '', table = '', name = '', ownSchema = '', sequenceName = ''] = row.map(
      (text) => text ?? '',
    );
    const sequence = quoteTable({ schema: ownSchema, table: sequenceName });
    const owner = quoteTable({ schema, table });
    const column = quoteIdentifier(name);
    const place = `${owner}, column ${column}`;
    try {
      if (!(await moveOne(client, sequence, { owner, column }))) {
        notes.push(
          `the sequence ${sequence} ends before the largest value of ${place}: new rows may meet masked ones`,
        );
      }
    } catch (error) {
      if (!(error instanceof DatabaseError) || error.transient) {
        throw error;
      }
      notes.push(`the sequence ${sequence} could not be moved past the values of ${place}: ${error.message}`);
    }
  }
  return notes;
}

/** False: the sequence does not go so far. One that counts down is left alone. */
async function moveOne(
  client: PostgresClient,
  sequence: string,
  { owner, column }: { readonly owner: string; readonly column: string },
): Promise<boolean> {
  const { rows } = await client.query(
    `WITH largest AS (SELECT max(${column})::numeric AS value FROM ${owner}), facts AS (
       SELECT seqmax, seqincrement FROM pg_catalog.pg_sequence WHERE seqrelid = $1::regclass
     )
     SELECT CASE
       WHEN value IS NULL OR seqincrement < 0 OR value <= (SELECT last_value FROM ${sequence}) THEN true
       WHEN value > seqmax THEN false
       ELSE setval($1::regclass, value::bigint) IS NOT NULL END
     FROM largest, facts`,
    [sequence],
  );
  return rows[0]?.[0] === 't';
}
