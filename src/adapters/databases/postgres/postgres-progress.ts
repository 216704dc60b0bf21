import { countsFromText, countsToText } from '../column-counts.js';
import { claimLost, DatabaseError } from '../database-adapter.js';
import type { PartitionClaim, PartitionCursor, ProgressTable } from '../database-adapter.js';
import type { PostgresClient } from './postgres-client.js';
import { quoteIdentifier } from './postgres-sql.js';
import { keyFromText, keyToText } from './postgres-values.js';

/** Where the user may create a table: the first schema of the search path that lets it. */
export const CREATABLE_SCHEMA = `
SELECT s FROM unnest(pg_catalog.current_schemas(false)) WITH ORDINALITY AS path (s, place)
WHERE has_schema_privilege(s, 'CREATE') ORDER BY place LIMIT 1`;

const FIND = `
SELECT n.nspname, (SELECT string_agg(a.attname, ' ') FROM pg_catalog.pg_attribute a
  WHERE a.attrelid = c.oid AND a.attname IN ('column_counts', 'outcome') AND NOT a.attisdropped)
FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE c.relname::text = $1::text AND c.relkind = 'r' AND n.nspname = ANY (pg_catalog.current_schemas(false))
ORDER BY array_position(pg_catalog.current_schemas(false), n.nspname) LIMIT 1`;

/** For one transaction, or with `SET` alone for the session: commits wait for the disk as the server is set up to. */
export const AWAIT_DISK = 'SET LOCAL synchronous_commit TO DEFAULT';

export interface FoundProgress {
  /** Quoted name. */
  readonly table: string;
  /** Those that a version before made do not. */
  readonly keepsCounts: boolean;
  readonly keepsOutcomes: boolean;
}

/** The run's bookkeeping table in the target: one row per partition, fenced by the token of its last claim. */
export class PostgresProgress {
  private readonly found = new Map<string, FoundProgress>();

  constructor(private readonly client: PostgresClient) {}

  async create(progress: ProgressTable): Promise<boolean> {
    if ((await this.find(progress)) !== null) {
      return true;
    }
    const schema = (await this.client.query(CREATABLE_SCHEMA)).rows[0]?.[0] ?? null;
    if (schema === null) {
      return false;
    }
    try {
      await this.client.execute(createTable(`${quoteIdentifier(schema)}.${quoteIdentifier(progress.name)}`));
      return true;
    } catch (error) {
      const code = error instanceof DatabaseError ? error.code : '';
      if (code === 'permission_denied' || code === 'read_only') {
        return false;
      }
      // two sessions may create it at once: the loser meets the other's table or catalog rows
      if ((await this.find(progress)) !== null) {
        return true;
      }
      throw error;
    }
  }

  async drop(progress: ProgressTable): Promise<void> {
    const found = await this.find(progress);
    this.found.delete(progress.name);
    if (found !== null) {
      await this.client.execute(`DROP TABLE IF EXISTS ${found.table}`);
    }
  }

  /** Waits for the locks of open batches, as a claim does. No claim ever has an empty token. */
  async endClaims(progress: ProgressTable): Promise<ReadonlyMap<number, PartitionCursor>> {
    const found = await this.find(progress);
    if (found === null) {
      return new Map();
    }
    const { rows } = await this.client.query(
      `UPDATE ${found.table} AS p SET token = '', changed = now() RETURNING p.partition_id, ${cursorColumns(found)}`,
    );
    return new Map(rows.map(([id, ...cursor]) => [Number(id), toCursor(cursor)]));
  }

  /** Takes the row over: its lock makes this wait for an open batch of the former holder. */
  async claim(claim: PartitionClaim): Promise<PartitionCursor> {
    const found = await this.tableOf(claim);
    const { rows } = await this.client.query(
      `INSERT INTO ${found.table} AS p (partition_id, token) VALUES ($1::bigint, $2::text)
       ON CONFLICT (partition_id) DO UPDATE SET token = excluded.token, changed = now()
       RETURNING ${cursorColumns(found)}`,
      [claim.partitionId, claim.token],
    );
    return toCursor(rows[0] ?? []);
  }

  /** A commit that waits for the disk takes all earlier ones with it. */
  async settle(claim: PartitionClaim): Promise<void> {
    await this.client.transaction(async () => {
      await this.client.execute(AWAIT_DISK);
      await this.touch(claim, 'changed = now()');
    });
  }

  /** Inside a transaction: holds the claim until its end. True: the partition's statement has been done before. */
  async lock(claim: PartitionClaim): Promise<boolean> {
    const { rows } = await this.client.query(
      `SELECT done FROM ${(await this.tableOf(claim)).table} WHERE partition_id = $1::bigint AND token = $2::text FOR UPDATE`,
      [claim.partitionId, claim.token],
    );
    const row = rows[0];
    if (row === undefined) {
      throw claimLost();
    }
    return row[0] === 't';
  }

  /** `outcome`: what `outcomeOf` is to give to whoever finds it done; never a value of the target. */
  async markDone(claim: PartitionClaim, outcome: unknown = null): Promise<void> {
    const keeps = outcome !== null && (await this.tableOf(claim)).keepsOutcomes;
    await (keeps
      ? this.touch(claim, 'done = true, outcome = $3::text, changed = now()', [JSON.stringify(outcome)])
      : this.touch(claim, 'done = true, changed = now()'));
  }

  /** Of a partition whose claim is locked, and that is done; null: not known. */
  async outcomeOf<Outcome>(claim: PartitionClaim): Promise<Outcome | null> {
    const { table, keepsOutcomes } = await this.tableOf(claim);
    if (!keepsOutcomes) {
      return null;
    }
    const { rows } = await this.client.query(`SELECT outcome FROM ${table} WHERE partition_id = $1::bigint`, [
      claim.partitionId,
    ]);
    const text = rows[0]?.[0] ?? null;
    return text === null ? null : (JSON.parse(text) as Outcome);
  }

  /** Where a partition stands that is done in one step. */
  async end(claim: PartitionClaim, cursor: PartitionCursor): Promise<void> {
    const { sets, values } = cursorSets(await this.tableOf(claim), cursor, 3);
    await this.touch(claim, sets, values);
  }

  private async touch(claim: PartitionClaim, change: string, values: readonly unknown[] = []): Promise<void> {
    const { rowCount } = await this.client.query(
      `UPDATE ${(await this.tableOf(claim)).table} SET ${change}
       WHERE partition_id = $1::bigint AND token = $2::text`,
      [claim.partitionId, claim.token, ...values],
    );
    if (rowCount === 0) {
      throw claimLost();
    }
  }

  /** The claim's table. Looked up once, so that a search path changed by `run_sql` does no harm. */
  async tableOf(claim: PartitionClaim): Promise<FoundProgress> {
    const found = await this.find(claim.progress);
    if (found === null) {
      throw new DatabaseError(
        'progress_missing',
        `the run's bookkeeping table "${claim.progress.name}" is not in the target database`,
        false,
      );
    }
    return found;
  }

  private async find(progress: ProgressTable): Promise<FoundProgress | null> {
    const known = this.found.get(progress.name);
    if (known !== undefined) {
      return known;
    }
    const [schema = null, more] = (await this.client.readTableCatalog(FIND, [progress.name])).rows[0] ?? [];
    if (schema === null) {
      return null;
    }
    const table = `${quoteIdentifier(schema)}.${quoteIdentifier(progress.name)}`;
    const keeps = (column: string): boolean => more?.split(' ').includes(column) === true;
    const found = { table, keepsCounts: keeps('column_counts'), keepsOutcomes: keeps('outcome') };
    this.found.set(progress.name, found);
    return found;
  }
}

function cursorColumns({ keepsCounts }: FoundProgress): string {
  return `p.last_key, p.rows_read, p.rows_written${keepsCounts ? ', p.column_counts' : ''}`;
}

/** What moves a cursor, with parameters from `first` on. */
export function cursorSets(
  { keepsCounts }: FoundProgress,
  { lastKey, rowsRead, rowsWritten, columnCounts }: PartitionCursor,
  first: number,
): { readonly sets: string; readonly values: readonly unknown[] } {
  const sets = `last_key = $${first}::text, rows_read = $${first + 1}::bigint, rows_written = $${first + 2}::bigint`;
  const values = [keyToText(lastKey), rowsRead, rowsWritten];
  return keepsCounts
    ? {
        sets: `${sets}, column_counts = $${first + 3}::text`,
        values: [...values, countsToText(columnCounts)],
      }
    : { sets, values };
}

function toCursor([lastKey = null, rowsRead, rowsWritten, columnCounts]: readonly (
  string | null
)[]): PartitionCursor {
  return {
    lastKey: keyFromText(lastKey),
    rowsRead: Number(rowsRead),
    rowsWritten: Number(rowsWritten),
    ...countsFromText(columnCounts),
  };
}

/** Logged like the tables it speaks of: after a crash both come back to the same moment. */
function createTable(table: string): string {
  return `CREATE TABLE ${table} (
    partition_id bigint PRIMARY KEY,
    token text NOT NULL,
    last_key text,
    rows_read bigint NOT NULL DEFAULT 0,
    rows_written bigint NOT NULL DEFAULT 0,
    done boolean NOT NULL DEFAULT false,
    column_counts text,
    outcome text,
    changed timestamptz NOT NULL DEFAULT now()
  ) WITH (fillfactor = 50);
  COMMENT ON TABLE ${table} IS 'Bookkeeping of a masking run; dropped at its end'`;
}
