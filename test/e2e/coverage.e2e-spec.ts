import request from 'supertest';
import {
  awaitRun,
  createTasks,
  logOf,
  runToEnd,
  startRun,
  type WireRun,
} from '../support/builders/run.builder.js';
import { useRunStage } from '../support/run-stage.js';

interface WireColumn {
  readonly schema: string;
  readonly table: string;
  readonly column: string;
  readonly data_type?: string;
  readonly lines?: number[];
  readonly is_covered?: boolean;
  readonly discovery_matches?: { label: string }[];
}

interface WireCoverage {
  readonly discovery_run: number;
  readonly discovered_time: string;
  readonly is_covered: boolean;
  readonly sensitive_count: number;
  readonly uncovered: WireColumn[];
  readonly gone: WireColumn[];
  readonly new: WireColumn[];
}

describe('coverage', () => {
  const stage = useRunStage();
  let ruleset: string;
  let complete: string;

  const names = (columns: readonly WireColumn[]): string[] =>
    columns.map(({ table, column }) => `${table}.${column}`).sort();
  const show = async (id: string): Promise<WireCoverage> =>
    (await stage.admin.get(`/api/connections/${stage.connection}/coverage/?ruleset=${id}`).expect(200))
      .body as WireCoverage;
  const discover = async (): Promise<WireRun> => {
    const { body } = await stage.admin
      .post('/api/schema-discovery/', { connection: stage.connection })
      .expect(201);
    return awaitRun(stage.admin, (body as WireRun).id);
  };
  const rule = (column: string): string => `{column: ${column}, masks: [{type: from_fixed, value: x}]}`;

  beforeAll(async () => {
    await stage.target.query(`
      CREATE TABLE customers (id int PRIMARY KEY, email text UNIQUE, iban text, state text);
      CREATE TABLE logins (id int PRIMARY KEY, email text REFERENCES customers (email), ip_address text);
      CREATE TABLE bin (id int PRIMARY KEY, surname text);
      INSERT INTO customers VALUES (1, 'a@example.com', 'GB33BUKB20201555555555', 'open');
      CREATE VIEW people AS SELECT email FROM customers;`);
    const tasks = (more: string): string => `- {type: truncate_table, table: bin}
- type: mask_table
  table: customers
  key: id
  rules: [{column: EMAIL, masks: [{type: imitate_unique}]}, ${more}]
`;
    ruleset = await createTasks(stage.admin, tasks(rule('nickname')));
    complete = await createTasks(
      stage.admin,
      `${tasks(rule('iban'))}- {type: mask_table, table: logins, key: id, rules: [${rule('ip_address')}]}\n`,
    );
  });

  describe('GET /api/connections/{id}/coverage/', () => {
    it('needs a token, a discovery, a ruleset and a connection', async () => {
      const path = `/api/connections/${stage.connection}/coverage/`;
      await request(stage.app.server).get(`${path}?ruleset=${ruleset}`).expect(401);
      await stage.admin.get(`${path}?ruleset=${ruleset}`).expect(404);
      await discover();
      await stage.admin.get(path).expect(400);
      const nowhere = '00000000-0000-4000-8000-000000000000';
      await stage.admin.get(`${path}?ruleset=${nowhere}`).expect(400);
      await stage.admin.get(`/api/connections/${nowhere}/coverage/?ruleset=${ruleset}`).expect(404);
    });

    it('lists what the ruleset leaves: keys, references and emptied tables are not left', async () => {
      const found = await show(ruleset);
      expect(names(found.uncovered)).toEqual(['customers.iban', 'logins.ip_address']);
      const match = {
        categories: ['PII', 'PCI'],
        description: expect.any(String),
        score: expect.any(Number),
      };
      expect(found.uncovered[0]).toMatchObject({
        data_type: 'text',
        discovery_matches: [{ label: 'iban', flagged_by: 'Metadata Discovery', hit_ratio: null, ...match }],
      });
      expect(new Date(found.discovered_time).toISOString()).toBe(found.discovered_time);
      expect(found).toMatchObject({ is_covered: false, sensitive_count: 5, new: [] });
      expect(found.gone).toEqual([{ schema: 'public', table: 'customers', column: 'nickname', lines: [7] }]);
      expect(await show(complete)).toMatchObject({ is_covered: true, uncovered: [], gone: [], new: [] });
    });

    it('tells of drift: columns that came and went since the discovery', async () => {
      await stage.target.query(`
        ALTER TABLE customers ADD phone_number text, ADD loyalty int, DROP iban;
        CREATE TABLE guests (passport_no text); DROP TABLE bin`);
      const found = await show(complete);
      expect(names(found.new)).toEqual(['customers.loyalty', 'customers.phone_number', 'guests.passport_no']);
      expect(found.new.find(({ column }) => column === 'loyalty')?.data_type).toBe('integer');
      expect(names(found.gone)).toEqual(['bin.id', 'bin.surname', 'customers.iban']);
      expect(found.gone.find(({ column }) => column === 'iban')?.lines).toEqual([7]);
      expect(names(found.uncovered)).toEqual(['customers.phone_number', 'guests.passport_no']);
      await stage.target.query(`
        ALTER TABLE customers DROP phone_number, DROP loyalty, ADD iban text;
        DROP TABLE guests; CREATE TABLE bin (id int PRIMARY KEY, surname text)`);
    });
  });

  describe('the option require_coverage', () => {
    const order = (wish: string, chosen = complete): Parameters<typeof startRun>[1] => ({
      connection: stage.connection,
      ruleset: chosen,
      options: { dry_run: true, require_coverage: wish },
    });

    it('warns, or keeps the run from starting', async () => {
      await stage.target.query('ALTER TABLE customers ADD passport_no text');
      expect((await runToEnd(stage.admin, order('off'))).status).toBe('finished');
      const warned = await awaitRun(stage.admin, await startRun(stage.admin, order('warn')));
      expect(warned).toMatchObject({
        status: 'finished_with_warnings',
        options: { require_coverage: 'warn' },
      });
      expect((await logOf(stage.admin, warned.id)).join('\n')).toContain(
        '[not_covered] the ruleset leaves the sensitive column "public"."customers"."passport_no" as it is',
      );
      const failed = await awaitRun(stage.admin, await startRun(stage.admin, order('fail')));
      expect(failed).toMatchObject({
        status: 'failed',
        error_message: expect.stringContaining('"passport_no" as it is') as string,
      });
      await stage.target.query('ALTER TABLE customers DROP passport_no');
      expect((await runToEnd(stage.admin, order('fail'))).status).toBe('finished');
    });
  });

  it('columns flagged for the first time that no ruleset masks are told by mail, once', async () => {
    const mails = (): Promise<{ recipient: string }[]> =>
      stage.app.database.query('SELECT recipient FROM outgoing_mail');
    await stage.admin
      .patch('/api/settings/', {
        ...{ smtp_host: '127.0.0.1', smtp_port: 9, smtp_security: 'none', smtp_sender: 'm@example.com' },
      })
      .expect(200);
    const me = (await stage.admin.get('/api/users/me/').expect(200)).body as { id: number; email: string };
    await stage.admin.patch(`/api/users/${me.id}/`, { is_subscribed_to_sdd_updates: true }).expect(200);
    await stage.target.query('CREATE TABLE patients (ssn text)');
    await discover();
    expect(await mails()).toEqual([{ recipient: me.email }]);
    await discover();
    expect(await mails()).toHaveLength(1);
    await stage.target.query('CREATE TABLE twins (id int PRIMARY KEY, email text)');
    await createTasks(
      stage.admin,
      `- {type: mask_table, table: twins, key: id, rules: [${rule('email')}]}\n`,
    );
    await discover();
    expect(await mails()).toHaveLength(1);
  });
});
