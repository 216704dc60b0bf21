import { startEngine, type TestEngine } from '../support/ai-engine.js';
import { awaitRun, createTasks, logOf, runToEnd, startRun } from '../support/builders/run.builder.js';
import { useRunStage } from '../support/run-stage.js';

const stage = useRunStage();
let engine: TestEngine;

beforeAll(async () => {
  engine = await startEngine();
});

afterAll(() => engine.stop());

const tasks = (table: string, key: string): string => `  - type: mask_table
    table: ${table}
    key: ${key}
    rules:
      - column: note
        masks:
          - type: unstructured_text
            matchers:
              ai_detect:
                - {label: SHIP, annotation_config: {guidelines: names of ships, valid_examples: [Ark]}}
            masks:
              - {label: SHIP, masks: [{type: from_fixed, value: '[ship]'}]}
`;

const create = (table: string, rows: number): Promise<unknown> =>
  stage.target.query(`CREATE TABLE ${table} AS SELECT n AS id,
    CASE n % 3 WHEN 0 THEN 'The Nautilus ' ELSE 'Boat ' END || n % 10 AS note FROM generate_series(1, ${rows}) AS n`);

const notesOf = async (table: string): Promise<(string | undefined)[]> =>
  (await stage.target.query<{ note: string }>(`SELECT note FROM ${table} ORDER BY id`)).map(
    ({ note }) => note,
  );

const expected = (rows: number): string[] =>
  Array.from({ length: rows }, (_, n) => `${(n + 1) % 3 === 0 ? 'The [ship]' : 'Boat'} ${(n + 1) % 10}`);

const setEngine = (url: string): Promise<unknown> =>
  stage.admin.patch('/api/settings/', { dm_ai_engine_url: url }).expect(200);

describe('a run whose masks ask an AI engine', () => {
  it('masks what the engine of the settings finds, page by page, and without a key too', async () => {
    const { admin, connection } = stage;
    await setEngine(engine.url);
    for (const [table, key] of [
      ['ships', 'id'],
      ['loose_ships', 'ctid'],
    ] as const) {
      await create(table, 60);
      const ruleset = await createTasks(admin, tasks(table, key));
      const run = await runToEnd(admin, { connection, ruleset, options: { batch_size: 25 } });
      expect(run).toMatchObject({ status: 'finished', progress: { rows_masked: 60 } });
      expect(await notesOf(table)).toEqual(expected(60));
    }
    expect(engine.asked.length).toBeLessThan(200);
  });

  it('fails, without what was sent, when the engine refuses', async () => {
    const { admin, connection } = stage;
    engine.isBroken = true;
    await create('refused_ships', 10);
    const ruleset = await createTasks(admin, tasks('refused_ships', 'id'));
    const run = await runToEnd(admin, { connection, ruleset });
    engine.isBroken = false;
    expect(run.status).toBe('failed');
    expect(run.error_message).toContain('AI engine answered with status 400');
    const told = JSON.stringify([run, await logOf(admin, run.id)]);
    expect(told).not.toContain('Nautilus');
    expect((await notesOf('refused_ships'))[2]).toBe('The Nautilus 3');
  });

  it('waits for an engine that is away, and ends its wait when it is cancelled', async () => {
    const { admin, connection } = stage;
    await setEngine('http://127.0.0.1:9');
    await create('waiting_ships', 10);
    const ruleset = await createTasks(admin, tasks('waiting_ships', 'id'));
    const id = await startRun(admin, { connection, ruleset });
    await awaitRun(admin, id, (run) => run.progress.tasks.some(({ status }) => status === 'running'));
    await admin.post(`/api/runs/${id}/cancel/`, {}).expect(201);
    expect(await awaitRun(admin, id)).toMatchObject({ status: 'cancelled' });
  });
});
