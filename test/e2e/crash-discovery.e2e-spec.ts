import { setTimeout as sleep } from 'node:timers/promises';
import {
  awaitRun,
  connectTo,
  isOver,
  logOf,
  showRun,
  type WireRun,
} from '../support/builders/run.builder.js';
import type { WireBody } from '../support/builders/connection.builder.js';
import { useFileStage } from '../support/file-stage.js';
import { killOneAtWork } from '../support/kill-worker.js';
import { createTargetDatabase, type TestDatabase } from '../support/test-database.js';

const stage = useFileStage();
const FILES = 300;
const TABLES = 400;

/** Kills whoever works on the run when it has stored what it found in files or tables; false: it was over before. */
async function killAtWork(id: number, table: string): Promise<boolean> {
  while (!isOver(await showRun(stage.admin, id))) {
    const stored = await stage.app.database.query(`SELECT 1 FROM ${table} WHERE run_id = ${id} LIMIT 1`);
    if (stored.length > 0 && (await killOneAtWork(stage.app, id))) {
      return true;
    }
    await sleep(5);
  }
  return false;
}

/** The number of a run whose worker was killed: one that is over too soon is followed by another. */
async function startKilled(path: string, body: WireBody, table: string): Promise<number> {
  for (;;) {
    const id = await started(path, body);
    if (await killAtWork(id, table)) {
      return id;
    }
  }
}

async function started(path: string, body: WireBody): Promise<number> {
  return ((await stage.admin.post(path, body).expect(201)).body as WireRun).id;
}

/** Without what every run has for itself. */
function bare(results: unknown): unknown {
  return JSON.parse(
    JSON.stringify(results, (key, value: unknown) => (key === 'id' ? undefined : value)),
  ) as unknown;
}

describe('workers that are killed while they discover', () => {
  it('go on where they were with files, and find what an undisturbed discovery finds', async () => {
    const pair = await stage.pair();
    const rows = Array.from({ length: 400 }, (_, row) => `${row},p${row}@example.com,note ${row}`).join('\n');
    for (let file = 0; file < FILES; file += 1) {
      pair.source.put(`f${file}.csv`, `id,c${file % 3},note\n${rows}\n`);
    }
    const wishes = { connection: pair.sourceId, in_data_discovery: { enabled: true, row_sample_size: 400 } };
    const results = async (id: number): Promise<unknown> =>
      bare((await stage.admin.get(`/api/runs/${id}/file-discovery-results/`).expect(200)).body);
    const calm = await started('/api/run-file-data-discovery/', wishes);
    expect((await awaitRun(stage.admin, calm)).status).toBe('finished');
    const disturbed = await startKilled('/api/run-file-data-discovery/', wishes, 'discovery_file');
    const early = await results(disturbed);
    expect(isOver(await showRun(stage.admin, disturbed)) ? [] : early).toEqual([]);
    const run = await awaitRun(stage.admin, disturbed);
    expect(run.status).toBe('finished');
    expect((await logOf(stage.admin, disturbed)).join('\n')).toContain('a worker was lost');
    const [found, expected] = [await results(disturbed), await results(calm)] as {
      files: { path: string }[];
    }[][];
    expect(found).toHaveLength(3);
    const sorted = (groups: typeof found): unknown =>
      groups!.map((group) => ({
        ...group,
        files: [...group.files].sort((a, b) => (a.path < b.path ? -1 : 1)),
      }));
    expect(sorted(found)).toEqual(sorted(expected));
  });

  it('go on where they were with tables, and find what an undisturbed discovery finds', async () => {
    const target: TestDatabase = await createTargetDatabase();
    try {
      for (let table = 0; table < TABLES; table += 1) {
        await target.query(`CREATE TABLE t${table} (id int PRIMARY KEY, email text, c7 text);
          INSERT INTO t${table} SELECT n, 'a', 'p' || n || '@example.com' FROM generate_series(1, 20) n`);
      }
      const wishes = {
        connection: await connectTo(stage.admin, target),
        in_data_discovery: { enabled: true },
      };
      const results = async (id: number): Promise<unknown> =>
        bare((await stage.admin.get(`/api/schema-discovery/v2/${id}/?limit=1000`).expect(200)).body);
      const calm = await started('/api/schema-discovery/', wishes);
      expect((await awaitRun(stage.admin, calm)).status).toBe('finished');
      const expected = (await results(calm)) as { count: number; results: unknown };
      expect(expected.count).toBe(3 * TABLES);
      const disturbed = await startKilled('/api/schema-discovery/', wishes, 'discovery_table');
      expect((await awaitRun(stage.admin, disturbed)).status).toBe('finished');
      const found = (await results(disturbed)) as typeof expected;
      expect(found.count).toBe(expected.count);
      expect(found.results).toEqual(expected.results);
    } finally {
      await target.drop();
    }
  });
});
