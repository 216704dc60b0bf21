import { createTasks, logOf, runToEnd } from '../support/builders/run.builder.js';
import { useRunStage } from '../support/run-stage.js';

const stage = useRunStage();

const visits = (joins: string, more = ''): string => `  - type: mask_table
    table: visits
    key: id
${more}    joins:
${joins}
    rules:
      - column: doctor
        masks:
          - type: from_column
            source_column: staff.name
      - if:
          - column: staff.rank
            equals: chief
        rules:
          - column: note
            hash_columns: [staff.no]
            masks:
              - type: from_random_number
                min: 100000
                max: 999999
`;

const join = (more = ''): string => `      - target_table: staff
        target_key: no
        source_table: visits
        source_key: staff_no
${more}`;

interface Visit {
  id: number;
  doctor: string | null;
  note: string;
}

async function createVisits(): Promise<void> {
  await stage.target.query(`
    DROP TABLE IF EXISTS visits, staff;
    CREATE TABLE staff (no int, name text, rank text, CONSTRAINT staff_key PRIMARY KEY (no));
    INSERT INTO staff VALUES (1, 'masked one', 'chief'), (2, 'masked two', 'nurse');
    CREATE TABLE visits (id int PRIMARY KEY, staff_no int, doctor text, note text);
    INSERT INTO visits SELECT n, CASE n % 3 WHEN 0 THEN NULL ELSE n % 3 END, 'real', 'old' FROM generate_series(1, 300) n`);
}

const read = (): Promise<Visit[]> => stage.target.query('SELECT id, doctor, note FROM visits ORDER BY id');

describe('joined tables', () => {
  beforeEach(createVisits);

  it('are read by from_column, conditions and hash columns, and rows without a partner left alone', async () => {
    const { admin, connection } = stage;
    const run = await runToEnd(admin, { connection, ruleset: await createTasks(admin, visits(join())) });
    expect(run).toMatchObject({ status: 'finished', progress: { rows_done: 200, rows_masked: 200 } });
    const rows = await read();
    expect(new Set(rows.map(({ id, doctor }) => `${id % 3} ${doctor}`))).toEqual(
      new Set(['0 real', '1 masked one', '2 masked two']),
    );
    const notes = rows.filter(({ id }) => id % 3 === 1).map(({ note }) => note);
    expect(new Set(notes).size).toBe(1);
    expect(notes[0]).toMatch(/^\d{6}$/);
    expect(rows.filter(({ id }) => id % 3 !== 1).every(({ note }) => note === 'old')).toBe(true);
  });

  it('give NULL by an outer join', async () => {
    const { admin, connection } = stage;
    const ruleset = await createTasks(admin, visits(join('        outer: true\n')));
    const run = await runToEnd(admin, { connection, ruleset });
    expect(run).toMatchObject({ status: 'finished', progress: { rows_done: 300 } });
    expect((await read()).filter(({ doctor }) => doctor === null)).toHaveLength(100);
  });

  it('are checked before the first write', async () => {
    const { admin, connection, target } = stage;
    await target.query(`ALTER TABLE staff DROP CONSTRAINT staff_key, ALTER no DROP NOT NULL;
      UPDATE staff SET no = NULL; ALTER TABLE staff ALTER no TYPE date USING NULL`);
    const wrong = await runToEnd(admin, { connection, ruleset: await createTasks(admin, visits(join())) });
    expect(wrong).toMatchObject({
      status: 'failed',
      error_message: expect.stringContaining('the joins are not usable'),
    });
    const missing = join().replace('target_table: staff', 'target_table: nowhere');
    const failed = await runToEnd(admin, { connection, ruleset: await createTasks(admin, visits(missing)) });
    expect(failed.error_message).toContain('there is no table nowhere to join to');
    const itself = join()
      .replace('target_table: staff', 'target_table: public.visits')
      .replace('key: no', 'key: id');
    const self = await runToEnd(admin, {
      connection,
      ruleset: await createTasks(
        admin,
        visits(itself)
          .replaceAll('staff.name', 'doctor')
          .replaceAll('staff.rank', 'note')
          .replaceAll('[staff.no]', '[id]'),
      ),
    });
    expect((await logOf(admin, self.id)).join('\n')).toContain('cannot be joined to itself');
    expect((await read()).every(({ doctor }) => doctor === 'real')).toBe(true);
  });
});
