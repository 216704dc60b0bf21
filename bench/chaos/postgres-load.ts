import type { KillableTarget } from '../../test/support/killable-target.js';
import { createPeople, maskPeopleOnce } from '../../test/support/people.js';
import { commonTasks } from './common-tasks.js';
import type { ChaosClient } from './chaos-client.js';
import { RUN_OPTIONS, type Load, type State } from './load.js';

const TABLES = ['crowd', 'herd', 'counted', 'owners', 'owned', 'keyless', 'bin', 'later', 'anew', 'anewed'];

const TASKS = `  - type: build_temp_table
    table_name: words
    sql_select_statement: SELECT id AS n, 'built ' || id AS word FROM owners WHERE id % 2 = 0
  - type: parallel
    tasks:
${maskPeopleOnce('crowd').replace(/^(?=.)/gm, '    ')}${maskPeopleOnce('herd').replace(/^(?=.)/gm, '    ')}${commonTasks('ctid')}`;

/** Of the run that writes its table anew, in one transaction. */
const ANEW_TASKS = maskPeopleOnce('anew');

/** Waits until the other runs are over, since all are on one connection. */
const LATER_TASKS = `  - type: mask_table
    table: later
    key: id
    rules:
      - column: name
        masks: [{type: concat, masks: [{type: do_nothing}, {type: from_fixed, value: '!'}]}]
`;

/** Tables of PostgreSQL with cascades, triggers, indexes and grants; three runs on one connection, one of which writes its table anew. */
export class PostgresLoad implements Load {
  readonly name = 'PostgreSQL';
  private wishes: readonly object[] | null = null;

  constructor(
    private readonly target: KillableTarget,
    private readonly rows: number,
  ) {}

  async prepare(): Promise<void> {
    const { target, rows } = this;
    await target.query(`DROP TABLE IF EXISTS ${TABLES.join(', ')} CASCADE; DROP FUNCTION IF EXISTS noticed`);
    await createPeople(target, 'crowd', Math.floor(rows * 0.3), 4);
    await createPeople(target, 'herd', Math.floor(rows * 0.3), 4);
    await createPeople(target, 'anew', Math.floor(rows * 0.2), 4);
    await target.query(`
      CREATE INDEX anew_name ON anew (last_name) WHERE born > '1960-01-01';
      GRANT SELECT ON anew TO PUBLIC;
      CREATE TABLE anewed AS SELECT id, id AS anew_id FROM anew WHERE id % 3 = 0;
      ALTER TABLE anewed ADD CONSTRAINT of_anew FOREIGN KEY (anew_id) REFERENCES anew;
      CREATE INDEX herd_name ON herd (last_name, first_name);
      GRANT SELECT ON herd TO PUBLIC;
      CREATE FUNCTION noticed() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.note := ''seen''; RETURN NEW; END';
      CREATE TRIGGER noticed BEFORE UPDATE ON herd FOR EACH ROW EXECUTE FUNCTION noticed();
      CREATE TABLE counted AS SELECT 1 AS id, 0 AS n;
      CREATE TABLE bin AS SELECT n AS id FROM generate_series(1, 100) AS n;
      CREATE TABLE later AS SELECT n AS id, 'name ' || n AS name FROM generate_series(1, 200) AS n;
      ALTER TABLE later ADD PRIMARY KEY (id);
      CREATE TABLE keyless AS SELECT n AS id, 'name ' || n AS name
        FROM generate_series(1, ${Math.floor(rows * 0.04)}) AS n;
      CREATE TABLE owners AS SELECT n AS id, 'C' || lpad(n::text, 7, '0') AS code, 'name ' || n % 50 AS name, '' AS word
        FROM generate_series(1, ${Math.floor(rows * 0.18)}) AS n;
      ALTER TABLE owners ADD PRIMARY KEY (id), ADD UNIQUE (code);
      CREATE TABLE owned AS SELECT id, code FROM owners;
      ALTER TABLE owned ADD PRIMARY KEY (id), ADD CONSTRAINT owned_by FOREIGN KEY (code) REFERENCES owners (code);
      CREATE INDEX owned_code ON owned (code);
      ANALYZE`);
  }

  async start(client: ChaosClient): Promise<readonly number[]> {
    this.wishes ??= await this.wishesOf(client);
    const ids: number[] = [];
    for (const wish of this.wishes) {
      ids.push(await client.create<number>('/api/runs/', wish));
    }
    return ids;
  }

  async state(): Promise<State> {
    const state = new Map<string, readonly string[]>();
    for (const table of TABLES) {
      const rows = await this.target.query<{ line: string }>(
        `SELECT id || ' ' || md5(t::text) AS line FROM ${table} AS t`,
      );
      state.set(
        `rows of ${table}`,
        rows.map(({ line }) => line),
      );
    }
    const objects = await this.target.query<{ line: string }>(`
      SELECT concat_ws(' ', relname, relkind, relpersistence, relacl::text, relreplident) AS line FROM pg_class
        WHERE relnamespace = 'public'::regnamespace
      UNION ALL SELECT concat_ws(' ', tgrelid::regclass, tgname, tgenabled, pg_get_triggerdef(oid)) FROM pg_trigger WHERE NOT tgisinternal
      UNION ALL SELECT concat_ws(' ', conrelid::regclass, conname, convalidated, pg_get_constraintdef(oid)) FROM pg_constraint
        WHERE connamespace = 'public'::regnamespace
      UNION ALL SELECT concat_ws(' ', indexdef, indisvalid, indisready) FROM pg_indexes
        JOIN pg_index ON indexrelid = to_regclass(quote_ident(schemaname) || '.' || quote_ident(indexname)) WHERE schemaname = 'public'`);
    state.set(
      'objects',
      objects.map(({ line }) => line),
    );
    return state;
  }

  async leftovers(runIds: readonly number[]): Promise<readonly string[]> {
    const found = await this.target.query<{ line: string }>(`
      SELECT 'relation ' || relname AS line FROM pg_class WHERE relname LIKE 'vizard%' OR relname = 'words'
      UNION ALL SELECT 'prepared transaction ' || gid FROM pg_prepared_xacts
      UNION ALL SELECT 'session of ' || application_name FROM pg_stat_activity
        WHERE application_name = ANY ('{${runIds.map((id) => `vizard run ${id}`).join(',')}}')`);
    return found.map(({ line }) => line);
  }

  private async wishesOf(client: ChaosClient): Promise<readonly object[]> {
    const connection = await client.create('/api/connections/', {
      ...{ version: '1.0', mask_type: 'database', db_type: 'postgres', ...this.target.address },
      ...{ schema: '', is_read_only: false },
    });
    const common = { source_connection: connection, options: RUN_OPTIONS };
    const rewriting = { ...RUN_OPTIONS, write_mode: 'rewrite' };
    return [
      { ...common, ruleset: await client.ruleset(ANEW_TASKS), options: rewriting },
      { ...common, ruleset: await client.ruleset(TASKS) },
      { ...common, ruleset: await client.ruleset(LATER_TASKS) },
    ];
  }
}
