import type { EntityManager } from 'typeorm';
import { SecretBox, SecretBoxError } from '../common/crypto/secret-box.js';
import { SEALED_COLUMNS, type Reseal, type SealedColumn } from './sealed-columns.js';

const PAGE_ROWS = 100;

interface SealedRow {
  readonly key: string;
  readonly owner: string;
  readonly sealed: string;
}

/** The keys, 32 bytes each. */
export interface KeyChange {
  readonly from: Buffer;
  readonly to: Buffer;
}

/**
 * Seals everything in our database again, by another key. Runs in the caller's transaction, so that all of it changes or
 * nothing. Returns how many texts there were. Throws `SecretBoxError` where a text does not open by the old key.
 */
export async function rotateKey(manager: EntityManager, { from, to }: KeyChange): Promise<number> {
  const [old, renewed] = [new SecretBox(from), new SecretBox(to)];
  const reseal: Reseal = (sealed, context) => renewed.seal(old.open(sealed, context), context);
  let count = 0;
  for (const column of SEALED_COLUMNS) {
    await manager.query(`LOCK TABLE "${column.table}" IN SHARE ROW EXCLUSIVE MODE`);
    count += await resealColumn(manager, column, (row) => {
      const context = column.contextOf(row.owner);
      const text = old.open(row.sealed, context);
      return renewed.seal(column.within?.(text, reseal) ?? text, context);
    }).catch((error: unknown) => {
      throw error instanceof SecretBoxError
        ? new SecretBoxError(`${column.table}.${column.column}: ${error.message}`)
        : error;
    });
  }
  return count;
}

async function resealColumn(
  manager: EntityManager,
  { table, column, key, owner }: SealedColumn,
  reseal: (row: SealedRow) => string,
): Promise<number> {
  let count = 0;
  for (let last: string | null = null; ;) {
    const rows: SealedRow[] = await manager.query<SealedRow[]>(
      `SELECT "${key}"::text AS key, "${owner}"::text AS owner, "${column}" AS sealed FROM "${table}"
       WHERE "${column}" IS NOT NULL AND ($1::text IS NULL OR "${key}"::text > $1 COLLATE "C")
       ORDER BY "${key}"::text COLLATE "C" LIMIT ${PAGE_ROWS}`,
      [last],
    );
    for (const row of rows) {
      await manager.query(`UPDATE "${table}" SET "${column}" = $1 WHERE "${key}"::text = $2`, [
        reseal(row),
        row.key,
      ]);
    }
    count += rows.length;
    last = rows.at(-1)?.key ?? null;
    if (rows.length < PAGE_ROWS) {
      return count;
    }
  }
}
