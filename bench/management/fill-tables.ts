import type { DataSource } from 'typeorm';

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

/** Copies the oldest row of each table until there are so many, as years of use would leave them. */
export async function fillTables(dataSource: DataSource, rows: number): Promise<void> {
  if (rows === 0) {
    return;
  }
  for (const [table, changes] of Object.entries(COPIES)) {
    await dataSource.query(
      `INSERT INTO ${table} OVERRIDING SYSTEM VALUE
       SELECT copied.* FROM (SELECT each FROM ${table} AS each LIMIT 1) AS first, generate_series(1, ${rows}) AS n,
         jsonb_populate_record(first.each, jsonb_build_object(${changes})) AS copied`,
    );
  }
  await dataSource.query('ANALYZE');
}
