import type { MariadbTarget } from '../../test/support/mariadb.js';
import { commonTasks } from './common-tasks.js';
import type { ChaosClient } from './chaos-client.js';
import { RUN_OPTIONS, type Load, type State } from './load.js';

const TABLES = ['crowd', 'owners', 'owned', 'keyless', 'counted', 'bin'];

const TASKS = `  - type: build_temp_table
    table_name: words
    sql_select_statement: SELECT id AS n, CONCAT('built ', id) AS word FROM owners WHERE id % 2 = 0
  - type: parallel
    tasks:
      - type: mask_table
        table: crowd
        key: id
        hash_columns: [email]
        rules:
          - column: last_name
            masks: [{type: imitate}]
          - column: email
            masks: [{type: imitate}]
${commonTasks('db_row_id')}`;

/** Tables of MariaDB with cascades, triggers, and one without a key. */
export class MariadbLoad implements Load {
  readonly name = 'MariaDB';
  private wish: object | null = null;

  constructor(
    private readonly target: MariadbTarget,
    private readonly rows: number,
  ) {}

  async prepare(): Promise<void> {
    await this.target.sql(`SET foreign_key_checks = 0;
      ${TABLES.map((table) => `DROP TABLE IF EXISTS ${table}`).join(';')};
      SET foreign_key_checks = 1;
      CREATE TABLE crowd (id int PRIMARY KEY, email varchar(60), last_name varchar(40), note varchar(40), INDEX (last_name));
      INSERT INTO crowd SELECT seq, CONCAT('person', seq % 5000, '@example.com'), CONCAT('Læst', seq % 5000), CONCAT('note ', seq)
        FROM seq_1_to_${Math.floor(this.rows * 0.6)};
      CREATE DEFINER=${this.target.settings.user}@'%' TRIGGER noticed BEFORE UPDATE ON crowd FOR EACH ROW SET NEW.note = 'seen';
      CREATE TABLE counted (id int PRIMARY KEY, n int); INSERT INTO counted VALUES (1, 0);
      CREATE TABLE bin (id int PRIMARY KEY); INSERT INTO bin SELECT seq FROM seq_1_to_100;
      CREATE TABLE keyless (id int, name varchar(40)); INSERT INTO keyless SELECT seq, CONCAT('name ', seq)
        FROM seq_1_to_${Math.floor(this.rows * 0.04)};
      CREATE TABLE owners (id int PRIMARY KEY, code varchar(20) UNIQUE, name varchar(40), word varchar(40));
      INSERT INTO owners SELECT seq, CONCAT('C', LPAD(seq, 7, '0')), CONCAT('name ', seq % 50), ''
        FROM seq_1_to_${Math.floor(this.rows * 0.18)};
      CREATE TABLE owned (id int PRIMARY KEY, code varchar(20), CONSTRAINT owned_by FOREIGN KEY (code) REFERENCES owners (code));
      INSERT INTO owned SELECT id, code FROM owners`);
  }

  async start(client: ChaosClient): Promise<readonly number[]> {
    this.wish ??= await this.wishOf(client);
    return [await client.create<number>('/api/runs/', this.wish)];
  }

  async state(): Promise<State> {
    const { database, user } = this.target.settings;
    const lines = async (sql: string): Promise<readonly string[]> =>
      (await this.target.sql(sql)).map((row) => row.join(' '));
    const state = new Map<string, readonly string[]>();
    for (const table of TABLES) {
      const columns = await lines(
        `SELECT column_name FROM information_schema.columns WHERE table_schema = '${database}' AND table_name = '${table}'`,
      );
      state.set(
        `rows of ${table}`,
        await lines(`SELECT id, MD5(CONCAT_WS('|', ${columns.join(', ')})) FROM ${table}`),
      );
      state.set(`definition of ${table}`, await lines(`SHOW CREATE TABLE ${table}`));
    }
    state.set(
      'triggers',
      await lines(`SELECT trigger_name, action_order, action_timing, event_manipulation, event_object_table,
      action_statement, definer, sql_mode FROM information_schema.triggers WHERE trigger_schema = '${database}'`),
    );
    state.set('grants', await lines(`SHOW GRANTS FOR ${user}@'%'`));
    return state;
  }

  async leftovers(): Promise<readonly string[]> {
    const { database, user } = this.target.settings;
    const found = await this.target.sql(
      `SELECT CONCAT('table ', table_name) FROM information_schema.tables WHERE table_schema = '${database}'
         AND table_name NOT IN (${TABLES.map((table) => `'${table}'`).join(', ')})
       UNION ALL SELECT CONCAT('session in ', info) FROM information_schema.processlist
         WHERE user = '${user}' AND command <> 'Sleep'`,
    );
    return found.map(([line]) => line ?? '');
  }

  private async wishOf(client: ChaosClient): Promise<object> {
    const { host, tcpPort, database, user, password } = this.target.settings;
    const connection = await client.create('/api/connections/', {
      ...{ version: '1.0', mask_type: 'database', db_type: 'mariadb', host, port: tcpPort, database, user },
      ...{ dbpassword: password, schema: '', is_read_only: false },
    });
    return {
      source_connection: connection,
      ruleset: await client.ruleset(TASKS),
      options: RUN_OPTIONS,
    };
  }
}
