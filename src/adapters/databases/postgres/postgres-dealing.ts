import type { DealOrder, PartitionClaim } from '../database-adapter.js';
import { DEALT_KEY, DEALT_VALUE } from '../database-adapter.js';
import type { RowText } from '../../../engine/index.js';
import { arrayLiteral } from './postgres-arrays.js';
import type { ColumnBinding } from './postgres-bindings.js';
import { loadBindings } from './postgres-bindings.js';
import { buildOnce } from './postgres-built-tables.js';
import type { PostgresClient } from './postgres-client.js';
import type { PostgresProgress } from './postgres-progress.js';
import type { PostgresReader } from './postgres-reader.js';

const STAGE = 'pg_temp.vizard_deal';
/** Rows looked at together: some megabytes, however long the texts are. */
const PAGE_ROWS = 2_000;

/**
 * The rows that take part are staged in key order; the values then get an order of their own, by a hash of their place
 * and the seed, and the first row gets the first value. The server sorts, so neither side holds more than a page.
 */
export function dealColumn(
  client: PostgresClient,
  { progress, reader }: { readonly progress: PostgresProgress; readonly reader: PostgresReader },
  claim: PartitionClaim | null,
  order: DealOrder,
): Promise<number | null> {
  return buildOnce(client, progress, { claim, built: order }, async (table) => {
    const { scan, position } = order;
    const names = scan.readColumns.map(({ name }) => name);
    const columns = [...names.slice(0, scan.keyCount), names[position]!];
    const bindings = await loadBindings(client, scan.table, columns);
    await createTables(client, table, bindings);
    await stage(client, reader, order, bindings);
    await deal(client, table, scan.keyCount, order.seed);
  });
}

/** Names of the key columns, then of the value. */
function namesOf(keyCount: number): readonly string[] {
  return [...Array.from({ length: keyCount }, (_, place) => `${DEALT_KEY}${place + 1}`), DEALT_VALUE];
}

async function createTables(
  client: PostgresClient,
  table: string,
  bindings: readonly ColumnBinding[],
): Promise<void> {
  const columns = namesOf(bindings.length - 1)
    .map((name, place) => `${name} ${bindings[place]!.type}${bindings[place]!.collate}`)
    .join(', ');
  await client.execute(
    `CREATE TEMP TABLE vizard_deal (nr bigserial, pool int NOT NULL, ${columns}) ON COMMIT DROP;
     CREATE TABLE ${table} (${columns})`,
  );
}

async function stage(
  client: PostgresClient,
  reader: PostgresReader,
  order: DealOrder,
  bindings: readonly ColumnBinding[],
): Promise<void> {
  const { scan, position, maxRows } = order;
  const names = namesOf(scan.keyCount);
  const casts = bindings.map(({ type }, place) => `x.${names[place]!}::${type}`);
  const arrays = names.map((_, place) => `$${place + 2}::text[]`);
  const insert =
    `INSERT INTO ${STAGE} (pool, ${names.join(', ')}) SELECT x.pool, ${casts.join(', ')} ` +
    `FROM unnest($1::int[], ${arrays.join(', ')}) WITH ORDINALITY AS x (pool, ${names.join(', ')}, place) ORDER BY x.place`;
  let after: RowText | null = null;
  let left = maxRows ?? Infinity;
  while (left > 0) {
    const range = { after, upTo: null };
    const page: readonly RowText[] = await reader.readPage(scan, range, Math.min(PAGE_ROWS, left));
    if (page.length === 0) {
      return;
    }
    left -= page.length;
    after = page.at(-1)!.slice(0, scan.keyCount);
    const taking = page.flatMap((row) => {
      const number = order.pool(row);
      return number === null ? [] : [[String(number), ...row.slice(0, scan.keyCount), row[position] ?? null]];
    });
    await client.query(
      insert,
      ['pool', ...names].map((_, place) => arrayLiteral(taking.map((row) => row[place] ?? null))),
    );
  }
}

async function deal(client: PostgresClient, table: string, keyCount: number, seed: string): Promise<void> {
  const keys = namesOf(keyCount).slice(0, -1).join(', ');
  await client.query(
    `INSERT INTO ${table} (${keys}, ${DEALT_VALUE})
     SELECT ${keys}, ${DEALT_VALUE} FROM (
       SELECT pool, ${keys}, row_number() OVER (PARTITION BY pool ORDER BY nr) AS place FROM ${STAGE}
     ) AS taker JOIN (
       SELECT pool, ${DEALT_VALUE}, row_number() OVER (
         PARTITION BY pool ORDER BY sha256(convert_to($1::text || nr::text, 'UTF8')), nr) AS place FROM ${STAGE}
     ) AS giver USING (pool, place)`,
    [seed],
  );
  await client.execute(`CREATE UNIQUE INDEX ON ${table} (${keys})`);
}
