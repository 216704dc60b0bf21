import type { KillableTarget } from '../../test/support/killable-target.js';
import type { ChaosClient } from './chaos-client.js';
import { differences, RUN_OPTIONS, type Load, type State } from './load.js';
import { AROUND_TABLES, createTables, DROP_TABLES, ROW_TABLES, TASKS } from './rewrite-tables.js';

/** One run that writes a table anew which has about everything that hangs on tables. */
export class RewriteLoad implements Load {
  readonly name = 'rewriting';
  private wish: object | null = null;
  private before: State = new Map();

  constructor(
    private readonly target: KillableTarget,
    private readonly rows: number,
  ) {}

  async prepare(): Promise<void> {
    await this.target.query(DROP_TABLES);
    await this.target.query(createTables(this.rows));
    this.before = await this.around();
  }

  async start(client: ChaosClient): Promise<readonly number[]> {
    this.wish ??= await this.wishOf(client);
    return [await client.create<number>('/api/runs/', this.wish)];
  }

  async state(client: ChaosClient, runIds: readonly number[]): Promise<State> {
    const state = new Map<string, readonly string[]>();
    for (const table of ROW_TABLES) {
      state.set(
        `rows of ${table}`,
        await this.lines(`SELECT id || ' ' || md5(t::text) AS line FROM ${table} AS t`),
      );
    }
    state.set('runs', await Promise.all(runIds.map((id) => shown(client, id))));
    return state;
  }

  async leftovers(runIds: readonly number[]): Promise<readonly string[]> {
    const found = await this.lines(`
      SELECT 'relation ' || oid::regclass AS line FROM pg_class WHERE relname LIKE 'vizard%'
      UNION ALL SELECT 'prepared transaction ' || gid FROM pg_prepared_xacts
      UNION ALL SELECT 'session of ' || application_name FROM pg_stat_activity
        WHERE application_name = ANY ('{${runIds.map((id) => `vizard run ${id}`).join(',')}}')`);
    return [...found, ...differences(this.before, await this.around())];
  }

  /** Everything that is not rows. */
  private async around(): Promise<State> {
    const state = new Map<string, readonly string[]>();
    for (const [name, sql] of Object.entries(AROUND_TABLES)) {
      state.set(name, await this.lines(sql));
    }
    return state;
  }

  private async lines(sql: string): Promise<readonly string[]> {
    return (await this.target.query<{ line: string }>(sql)).map(({ line }) => line);
  }

  private async wishOf(client: ChaosClient): Promise<object> {
    const connection = await client.create('/api/connections/', {
      ...{ version: '1.0', mask_type: 'database', db_type: 'postgres', ...this.target.address },
      ...{ schema: '', is_read_only: false },
    });
    return {
      ...{ source_connection: connection, ruleset: await client.ruleset(TASKS) },
      options: { ...RUN_OPTIONS, write_mode: 'rewrite' },
    };
  }
}

/** How it ended and what it counted. */
async function shown(client: ChaosClient, id: number): Promise<string> {
  const { status, progress } = await client.run(id);
  const counted = progress.tasks.map(({ path, rows_done, rows_masked, columns }) => [
    ...[path, rows_done, rows_masked],
    columns,
  ]);
  return `${status} ${JSON.stringify(counted)}`;
}
