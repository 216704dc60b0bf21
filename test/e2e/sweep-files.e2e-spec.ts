import pg from 'pg';
import type { DataSource } from 'typeorm';
import type { FileAccess } from '../../src/runs/files/file-access.js';
import { SweepFiles } from '../../src/runs/files/sweep-files.js';
import type { Run } from '../../src/runs/run.entity.js';

it('sweeps for every lane that left parts, also where its files ended well at another try', async () => {
  const client = new pg.Client(process.env.VIZARD_TEST_SERVER);
  await client.connect();
  await client.query(`CREATE TEMP TABLE run_partition (id int, run_id int, leaves_parts boolean);
    CREATE TEMP TABLE run_file (id int, run_id int, partition_id int, path text, status text);
    INSERT INTO run_partition VALUES (1, 7, true), (2, 7, false), (3, 7, true), (4, 7, false), (5, 8, true);
    INSERT INTO run_file VALUES (1, 7, 1, 'a.csv', 'finished'), (2, 7, 2, 'b.csv', 'working'),
      (3, 7, 2, 'c.csv', 'finished'), (4, 7, 4, 'd.csv', 'finished'), (5, 7, 1, 'e.csv', 'failed')`);
  const swept: unknown[] = [];
  const dataSource = {
    query: async (sql: string, values: unknown[]) => (await client.query(sql, values)).rows as unknown,
  } as DataSource;
  const access = {
    sweep: (_: Run, lanes: readonly unknown[]) => Promise.resolve(swept.push(...lanes)),
  } as unknown as FileAccess;
  await new SweepFiles(dataSource, access).sweep({ id: 7, options: {} } as Run);
  expect(swept).toEqual([
    { id: 1, paths: ['e.csv'] },
    { id: 2, paths: ['b.csv'] },
    { id: 3, paths: [] },
  ]);
  await client.end();
});
