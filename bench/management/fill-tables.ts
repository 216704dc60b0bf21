import type { INestApplicationContext } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ConnectionVault } from '../../src/connections/connection-vault.js';

/** Table → what tells its copies apart; everything else is as in the first row that the API made. */
const COPIES: Readonly<Record<string, string>> = {
  connection: `'id', gen_random_uuid(), 'name', 'connection ' || n`,
  ruleset: `'id', gen_random_uuid(), 'name', 'ruleset ' || n`,
  ruleset_library: `'id', gen_random_uuid(), 'name', 'library_' || n`,
  discovery_config: `'id', gen_random_uuid(), 'name', 'config ' || n`,
  ifm_plan: `'id', 100000 + n, 'name', 'plan-' || n`,
  run: `'id', 100000 + n, 'status', 'finished'`,
  user_account: `'id', 100000 + n, 'username', 'user ' || n, 'username_key', 'user ' || n, 'email', n || '@example.com', 'is_superuser', false`,
  audit_log: `'id', 100000 + n`,
};

/** Copies a row of each table so many times, as years of use would leave them. */
export async function fillTables(app: INestApplicationContext, rows: number): Promise<void> {
  if (rows === 0) {
    return;
  }
  const dataSource = app.get(DataSource);
  for (const [table, changes] of Object.entries(COPIES)) {
    await dataSource.query(
      `INSERT INTO ${table} OVERRIDING SYSTEM VALUE
       SELECT copied.* FROM (SELECT each FROM ${table} AS each LIMIT 1) AS first, generate_series(1, ${rows}) AS n,
         jsonb_populate_record(first.each, jsonb_build_object(${changes})) AS copied`,
    );
  }
  await sealAgain(dataSource, app.get(ConnectionVault));
  await dataSource.query('ANALYZE');
}

/** Sealed secrets open with their own connection only. */
async function sealAgain(dataSource: DataSource, vault: ConnectionVault): Promise<void> {
  const copies = await dataSource.query<{ id: string }[]>(
    `SELECT id FROM connection WHERE name LIKE 'connection %'`,
  );
  const sealed = copies.map(({ id }) => vault.seal(id, { password: 'open-sesame-4711' }));
  await dataSource.query(
    `UPDATE connection SET sealed_secrets = made.sealed, secret_names_of = made.names_of
     FROM unnest($1::uuid[], $2::text[], $3::text[]) AS made (id, sealed, names_of) WHERE connection.id = made.id`,
    [
      copies.map(({ id }) => id),
      sealed.map(({ sealedSecrets }) => sealedSecrets),
      sealed.map(({ secretNamesOf }) => secretNamesOf),
    ],
  );
}
