import { setTimeout as sleep } from 'node:timers/promises';
import { ApiClient } from '../support/api-client.js';
import {
  awaitRun,
  connectTo,
  createTasks,
  logOf,
  runToEnd,
  startRun,
  type WireRun,
} from '../support/builders/run.builder.js';
import type { WireBody } from '../support/builders/connection.builder.js';
import { createTestApp, type TestApp } from '../support/test-app.js';
import { createTargetDatabase, type TestDatabase } from '../support/test-database.js';
import { createRole } from '../support/test-role.js';

let app: TestApp;
let admin: ApiClient;
let target: TestDatabase;
let connection: string;

beforeAll(async () => {
  [app, target] = await Promise.all([createTestApp({ workers: 2 }), createTargetDatabase()]);
  admin = await ApiClient.installAdmin(app);
  connection = await connectTo(admin, target);
});

afterAll(async () => {
  await app.stop();
  await target.drop();
});

interface KeyTask {
  readonly columns: readonly string[];
  readonly mask?: string;
  readonly key?: string;
  readonly more?: string;
}

function maskKeys(
  table: string,
  { columns, mask = 'imitate_unique', key = 'id', more = '' }: KeyTask,
): string {
  const rules = columns.map((column) => `      - {column: ${column}, masks: [{type: ${mask}}]}\n`);
  return `  - type: mask_table\n    table: ${table}\n    key: ${key}\n${more}    rules:\n${rules.join('')}`;
}

async function run(tasks: string, options: WireBody = {}, by = connection): Promise<WireRun> {
  const ruleset = await createTasks(admin, tasks);
  return runToEnd(admin, { connection: by, ruleset, options });
}

async function expectFinished(tasks: string, status = 'finished'): Promise<string> {
  const done = await run(tasks);
  const log = (await logOf(admin, done.id)).join('\n');
  expect({ status: done.status, log: done.status === status ? '' : log }).toEqual({ status, log: '' });
  return log;
}

async function expectRefusal(tasks: string, ...reasons: (string | RegExp)[]): Promise<void> {
  const done = await run(tasks);
  const log = (await logOf(admin, done.id)).join('\n');
  expect({ status: done.status, log }).toEqual({ status: 'failed', log });
  expect(done.error_message).toMatch(/Nothing was changed\.$/);
  reasons.forEach((reason) => expect(log).toMatch(reason));
}

/** All rows as texts, with the constraints of a schema: what must be as before. */
async function constraints(schema: string): Promise<unknown> {
  return target.query(
    `SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid), convalidated
     FROM pg_constraint WHERE connamespace = '${schema}'::regnamespace ORDER BY 1, 2`,
  );
}

async function one<T>(sql: string): Promise<T> {
  const [row] = await target.query<{ value: T }>(`SELECT ${sql} AS value`);
  return row!.value;
}

describe('a primary key', () => {
  it('is masked with everything that refers to it, over several levels, schemas and to itself', async () => {
    await target.query(`CREATE SCHEMA shop; CREATE SCHEMA hr;
      CREATE TABLE hr.staff (id int PRIMARY KEY, boss int REFERENCES hr.staff, name text);
      CREATE TABLE shop.manager (id int PRIMARY KEY REFERENCES hr.staff, level int);
      CREATE TABLE shop.visit (n serial PRIMARY KEY, host bigint REFERENCES hr.staff,
        guest int REFERENCES hr.staff DEFERRABLE, led_by int REFERENCES shop.manager ON UPDATE CASCADE);
      INSERT INTO hr.staff SELECT n, nullif(n / 4, 0), 'name ' || n FROM generate_series(1, 900) n;
      INSERT INTO shop.manager SELECT n, n % 5 FROM generate_series(1, 300) n;
      INSERT INTO shop.visit (host, guest, led_by)
        SELECT n, CASE WHEN n % 3 > 0 THEN 901 - n END, n % 300 + 1 FROM generate_series(1, 900) n`);
    const before = [await constraints('hr'), await constraints('shop')];
    const shape = `(SELECT md5(string_agg(concat_ws(',', v.n, s.name, b.name, g.name, m.level, ms.name), ';' ORDER BY v.n))
      FROM shop.visit v JOIN hr.staff s ON s.id = v.host LEFT JOIN hr.staff b ON b.id = s.boss
      LEFT JOIN hr.staff g ON g.id = v.guest JOIN shop.manager m ON m.id = v.led_by JOIN hr.staff ms ON ms.id = m.id)`;
    const joined = await one<string>(shape);
    const log = await expectFinished(maskKeys('hr.staff', { columns: ['id'] }));
    expect(log).toMatch(
      /key "hr"."staff"."id": 900 values, 5 references followed, \d+ rows written in 3 tables, 5 joins verified/,
    );
    expect(await one(shape)).toBe(joined);
    expect(await one<string>(`(SELECT count(*) FROM hr.staff WHERE name <> 'name ' || id)`)).not.toBe('0');
    expect([await constraints('hr'), await constraints('shop')]).toEqual(before);
  });

  it('gets the same values in every table, run and database for one secret, and other columns are masked first', async () => {
    await target.query(`
      CREATE TABLE first_ids (id int PRIMARY KEY, uuid uuid UNIQUE, note text);
      INSERT INTO first_ids SELECT n, md5(n::text)::uuid, 'note ' || n FROM generate_series(1, 50) n;
      CREATE TABLE second_ids AS SELECT id AS member, uuid, note FROM first_ids;
      ALTER TABLE second_ids ADD PRIMARY KEY (member); CREATE UNIQUE INDEX ON second_ids (uuid)`);
    const task = (table: string, key: string): string =>
      maskKeys(table, { columns: [key], key }) +
      `      - {column: uuid, masks: [{type: imitate_uuid}]}\n      - {column: note, hash_columns: [${key}], masks: [{type: imitate}]}\n`;
    const options = { run_secret: 'the same secret for every run here' };
    const first = await run(task('first_ids', 'id'), options);
    expect(first.status).toBe('finished');
    expect(first.progress).toMatchObject({ rows_done: 50, rows_masked: 50 });
    expect((await run(task('second_ids', 'member'), options)).status).toBe('finished');
    expect(
      await one(
        `(SELECT count(*)::int FROM first_ids f JOIN second_ids s ON s.member = f.id AND s.uuid = f.uuid AND s.note = f.note)`,
      ),
    ).toBe(50);
    expect(await one(`(SELECT count(*)::int FROM first_ids WHERE note = 'note ' || id)`)).toBe(0);
  });

  it('of several columns is followed column by column, also where references make a circle', async () => {
    await target.query(`
      CREATE TABLE tenant (id int PRIMARY KEY, chief int);
      CREATE TABLE person (tenant int REFERENCES tenant, no varchar(10), label text, PRIMARY KEY (tenant, no));
      CREATE TABLE badge (id int PRIMARY KEY, tenant int, no varchar(10), label text,
        FOREIGN KEY (no, tenant) REFERENCES person (no, tenant) MATCH FULL, UNIQUE (tenant, no));
      INSERT INTO tenant SELECT n, n FROM generate_series(1, 9) n;
      ALTER TABLE tenant ADD UNIQUE (chief);
      ALTER TABLE person ADD chief int REFERENCES tenant (chief);
      INSERT INTO person SELECT t, 'P-' || n, t || ':' || n, t FROM generate_series(1, 9) t, generate_series(1, 60) n;
      INSERT INTO badge SELECT row_number() OVER (), tenant, no, label FROM person;
      ALTER TABLE tenant ADD first_badge int;
      UPDATE tenant SET first_badge = (SELECT min(id) FROM badge WHERE badge.tenant = tenant.id);
      ALTER TABLE tenant ADD FOREIGN KEY (first_badge) REFERENCES badge (id)`);
    const good = `(SELECT count(*)::int FROM badge b JOIN person p USING (tenant, no, label)
      JOIN tenant t ON t.id = p.tenant AND t.chief = p.chief)`;
    expect(await one(good)).toBe(540);
    await expectFinished(
      maskKeys('tenant', { columns: ['id', 'chief'] }) +
        maskKeys('person', { columns: ['no'], key: '[tenant, no]' }) +
        maskKeys('badge', { columns: ['id'] }),
    );
    expect(await one(good)).toBe(540);
    expect(
      await one(
        `(SELECT count(*)::int FROM tenant t JOIN badge b ON b.id = first_badge AND b.tenant = t.id)`,
      ),
    ).toBe(9);
    expect(await one(`(SELECT count(DISTINCT no)::int FROM person WHERE no ~ '^[A-Z]-[0-9]+$')`)).toBe(60);
  });
});

describe('mask_unique_key', () => {
  it('numbers a key anew, with declared and additional references', async () => {
    await target.query(`
      CREATE TABLE members (ref varchar(12) PRIMARY KEY, name text);
      CREATE TABLE loans (id int PRIMARY KEY, member varchar(12) REFERENCES members, name text);
      CREATE TABLE archive (borrower text, name text);
      INSERT INTO members SELECT 'old' || n, 'name ' || n FROM generate_series(1, 40) n;
      INSERT INTO loans SELECT n, 'old' || n % 40 + 1, 'name ' || n % 40 + 1 FROM generate_series(1, 90) n;
      INSERT INTO archive SELECT 'old' || n, 'name ' || n FROM generate_series(35, 45) n`);
    const task = (more: string): string => `  - type: mask_unique_key\n    table: members\n${more}`;
    const log = await expectFinished(
      task(`    target_key: [{column: ref, format: "M{[0-9],6}"}]
    additional_cascades:
      - {table: archive, columns: [{source: ref, target: borrower}]}\n`),
      'finished_with_warnings',
    );
    expect(log).toMatch(/45 values, 2 references followed/);
    expect(
      await one(`(SELECT count(*)::int FROM loans l JOIN members m ON m.ref = l.member AND m.name = l.name)`),
    ).toBe(90);
    expect(
      await one(
        `(SELECT count(*)::int FROM archive a JOIN members m ON m.ref = a.borrower AND m.name = a.name)`,
      ),
    ).toBe(6);
    expect(await one(`(SELECT count(*)::int FROM archive WHERE borrower ~ '^M[0-9]{6}$')`)).toBe(11);
    await expectFinished(task('    key: ref\n'), 'finished_with_warnings');
    expect(await one(`(SELECT array_agg(DISTINCT ref::int)::text FROM members)`)).toBe(
      `{${Array.from({ length: 40 }, (_, index) => index + 1).join(',')}}`,
    );
    expect(
      await one(`(SELECT count(*)::int FROM loans l JOIN members m ON m.ref = l.member AND m.name = l.name)`),
    ).toBe(90);
    await expectRefusal(
      task('    key: ref\n    format: "{[0-9],1}"\n'),
      /The format has 10 texts, too few for the 40 rows/,
    );
    await expectRefusal(task('    key: name\n'), /"public"."members"."name" is no primary or unique key/);
  });

  it('numbers a key of several columns as one', async () => {
    await target.query(`
      CREATE TABLE pairs (a int, b varchar(10), PRIMARY KEY (a, b));
      CREATE TABLE pair_uses (n int PRIMARY KEY, b varchar(10), a int, FOREIGN KEY (a, b) REFERENCES pairs);
      INSERT INTO pairs SELECT n % 3, 'b' || n FROM generate_series(1, 30) n;
      INSERT INTO pair_uses SELECT substr(b, 2)::int, b, a FROM pairs`);
    await expectFinished(
      `  - type: mask_unique_key\n    table: pairs\n    target_key: [{column: a}, {column: b, format: "X{[0-9],3}"}]\n`,
      'finished_with_warnings',
    );
    expect(
      await one(`(SELECT count(*)::int FROM pair_uses JOIN pairs USING (a, b) WHERE b ~ '^X' AND a > 0)`),
    ).toBe(30);
  });
});

describe('unique columns that nothing refers to', () => {
  it('are masked by every unique mask, in place', async () => {
    await target.query(`
      CREATE TABLE plates (id int PRIMARY KEY, plate text UNIQUE, badge text UNIQUE, code varchar(5), digit int UNIQUE);
      CREATE UNIQUE INDEX ON plates (upper(code)) WHERE id > 2;
      INSERT INTO plates SELECT n, 'p' || n, 'NZ' || n, 'c' || n, n FROM generate_series(0, 9) n;
      INSERT INTO plates VALUES (10, NULL, NULL, NULL, NULL)`);
    const rules = `  - type: mask_table
    table: plates
    key: id
    skip_defaults: []
    rules:
      - {column: plate, masks: [{type: from_unique, format: "{[A-Z],2}"}]}
      - {column: badge, masks: [{type: from_unique_imitate, retain_prefix_length: 2}]}
      - {column: code, masks: [{type: imitate_unique}]}
      - {column: digit, skip: [4, 7], masks: [{type: imitate_unique}]}
`.replace('    skip_defaults: []\n', '');
    await expectFinished(rules, 'finished_with_warnings');
    const rows = await target.query<{
      id: number;
      plate: string;
      badge: string;
      code: string;
      digit: number;
    }>('SELECT * FROM plates ORDER BY id');
    expect(rows.at(-1)).toEqual({ id: 10, plate: null, badge: null, code: null, digit: null });
    const masked = rows.slice(0, -1);
    masked.forEach((row) => {
      expect(row.plate).toMatch(/^[A-Z]{2}$/);
      expect(row.badge).toMatch(/^NZ\d$/);
      expect(row.code).toMatch(/^[a-z]\d$/);
    });
    expect(masked.map(({ digit }) => digit).sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect([masked[4]?.digit, masked[7]?.digit]).toEqual([4, 7]);
  });
});

describe('before anything is written', () => {
  beforeAll(() =>
    target.query(`
      CREATE TABLE owner (id int PRIMARY KEY, code text UNIQUE, kind text);
      CREATE TABLE pet (id int PRIMARY KEY, owner int CONSTRAINT pet_owner REFERENCES owner, tag text);
      CREATE TABLE toy (id int PRIMARY KEY, owner int REFERENCES owner);
      CREATE TABLE twin (id int PRIMARY KEY);
      CREATE TABLE both_ways (id int CONSTRAINT to_owner REFERENCES owner CONSTRAINT to_twin REFERENCES twin);
      INSERT INTO owner VALUES (1, 'A', 'x'); INSERT INTO pet VALUES (1, 1, 't')`),
  );

  it('a rule on a column that follows a key is refused, with the list', async () => {
    await target.query('ALTER TABLE both_ways DROP CONSTRAINT to_twin');
    await expectRefusal(
      maskKeys('pet', { columns: ['owner'], mask: 'imitate' }) + maskKeys('owner', { columns: ['id'] }),
      /column "public"."pet"."owner" follows the key "public"."owner"."id", which is masked at line \d+, and may not be masked directly/,
      'Columns that may not be masked because they follow this key: "public"."both_ways"."id", "public"."pet"."owner", "public"."toy"."owner"',
    );
    await target.query('ALTER TABLE both_ways ADD CONSTRAINT to_twin FOREIGN KEY (id) REFERENCES twin');
  });

  it('so is a unique mask on a column that refers to others', async () => {
    await expectRefusal(
      maskKeys('pet', { columns: ['owner'] }),
      /"public"."pet"."owner" refers to "public"."owner"."id" by the foreign key "pet_owner" of "public"."pet": mask that instead/,
    );
    await expectRefusal(
      maskKeys('owner', { columns: ['id'] }),
      /"public"."both_ways"."id" follows "public"."owner"."id", but refers to "public"."twin"."id" as well/,
    );
  });

  it('conditions, a second rule and masks that cannot be followed are refused', async () => {
    await expectRefusal(
      maskKeys('owner', { columns: ['code'], more: '    where: id > 0\n' }),
      /the task has a where condition/,
    );
    await expectRefusal(maskKeys('owner', { columns: ['code', 'code'] }), /the column has another rule/);
    await expectRefusal(
      maskKeys('pet', { columns: ['owner'], mask: 'from_unique_imitate' }),
      /the rule's only mask must be imitate_unique/,
    );
    await expectRefusal(
      `  - type: parallel\n    tasks:\n${(maskKeys('owner', { columns: ['code', 'id'] }) + maskKeys('pet', { columns: ['tag'], mask: 'imitate' })).replace(/^/gm, '    ').trimEnd()}\n`,
      /"public"."pet" is also changed by the parallel branch/,
    );
  });

  it('missing rights are told', async () => {
    const role = await createRole(target, ['GRANT SELECT, UPDATE ON ALL TABLES IN SCHEMA public TO']);
    const poor = await connectTo(admin, target, role.credentials);
    const ruleset = await createTasks(admin, maskKeys('owner', { columns: ['code'] }));
    const done = await runToEnd(admin, { connection: poor, ruleset });
    expect(done.error_message).toMatch(/the database user does not own "public"."owner"/);
    await role.drop();
  });

  it('a dry run writes nothing', async () => {
    const done = await run(maskKeys('owner', { columns: ['code'] }), { dry_run: true });
    expect(done.status).toBe('finished');
    expect(await target.query('SELECT code FROM owner')).toEqual([{ code: 'A' }]);
    expect((await logOf(admin, done.id)).join()).toMatch(/are not masked in a dry run/);
  });
});

describe('a run that does not get through', () => {
  beforeAll(() =>
    target.query(`
      CREATE TABLE held (id int PRIMARY KEY);
      CREATE TABLE holds (id int REFERENCES held, even int CHECK (even % 2 = 0));
      INSERT INTO held SELECT generate_series(10, 99); INSERT INTO holds SELECT id, 2 FROM held`),
  );

  it('because it is cancelled leaves keys and constraints as they were', async () => {
    await target.query(`
      CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN PERFORM pg_sleep(60); RETURN NEW; END$$;
      CREATE TRIGGER slow BEFORE UPDATE ON holds FOR EACH ROW EXECUTE FUNCTION slow()`);
    const before = [await constraints('public'), await target.query('SELECT * FROM holds ORDER BY id')];
    const ruleset = await createTasks(admin, maskKeys('held', { columns: ['id'] }));
    const id = await startRun(admin, { connection, ruleset });
    for (let at = 0; at === 0;) {
      await sleep(20);
      at = await one<number>(
        `(SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'UPDATE%holds%' AND state = 'active' AND pid <> pg_backend_pid())`,
      );
    }
    await admin.post(`/api/runs/${id}/cancel/`).expect(201);
    const done = await awaitRun(admin, id);
    expect(done.status).toBe('cancelled');
    await target.query('DROP TRIGGER slow ON holds');
    expect([await constraints('public'), await target.query('SELECT * FROM holds ORDER BY id')]).toEqual(
      before,
    );
    expect(await target.query(`SELECT relname FROM pg_class WHERE relname LIKE 'vizard%'`)).toEqual([]);
  });

  it('because a trigger keeps a row leaves everything as it was', async () => {
    await target.query(`
      CREATE FUNCTION keep() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN IF OLD.id BETWEEN 50 AND 59 THEN RETURN NULL; END IF; RETURN NEW; END$$;
      CREATE TRIGGER keep BEFORE UPDATE ON holds FOR EACH ROW EXECUTE FUNCTION keep()`);
    const before = [await constraints('public'), await target.query('SELECT * FROM holds ORDER BY id')];
    const done = await run(maskKeys('held', { columns: ['id'] }));
    expect(done.status).toBe('failed');
    expect(done.error_message).toMatch(/rows of "public"."holds" were updated: a trigger kept the others/);
    expect([await constraints('public'), await target.query('SELECT * FROM holds ORDER BY id')]).toEqual(
      before,
    );
  });
});
