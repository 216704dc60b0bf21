import {
  awaitRun,
  createTasks,
  logOf,
  runToEnd,
  showRun,
  startRun,
} from '../support/builders/run.builder.js';
import type { WireRun } from '../support/builders/run.builder.js';
import type { WireBody } from '../support/builders/connection.builder.js';
import { useRunStage } from '../support/run-stage.js';
import { unzip } from '../support/unzip.js';
import request from 'supertest';

interface WireMatch {
  readonly label?: string;
  readonly flagged_by: string;
  readonly hit_ratio: number | null;
  readonly categories: readonly string[];
}

interface WireResult {
  readonly id: number;
  readonly schema: string;
  readonly table: string;
  readonly column: string;
  readonly data: Readonly<Record<string, unknown>> & { readonly discovery_matches: readonly WireMatch[] };
}

interface WirePage {
  readonly count: number;
  readonly next: string | null;
  readonly results: readonly WireResult[];
  readonly table_metadata: Readonly<Record<string, Readonly<Record<string, WireBody>>>>;
}

describe('schema discovery', () => {
  const stage = useRunStage();

  async function discover(wishes: WireBody = {}): Promise<WireRun> {
    const { body } = await stage.admin
      .post('/api/schema-discovery/', { connection: stage.connection, ...wishes })
      .expect(201);
    return awaitRun(stage.admin, (body as WireRun).id);
  }

  async function pageOf(runId: number, query = 'limit=1000'): Promise<WirePage> {
    return (await stage.admin.get(`/api/schema-discovery/v2/${runId}/?${query}`).expect(200))
      .body as WirePage;
  }

  async function labels(runId: number, schema = 'public'): Promise<Record<string, string | undefined>> {
    const { results } = await pageOf(runId);
    return Object.fromEntries(
      results
        .filter((result) => result.schema === schema)
        .map((result) => [
          `${result.table}.${result.column}`,
          result.data.discovery_matches.map(({ label }) => label ?? 'harmless').join('+') || undefined,
        ]),
    );
  }

  beforeAll(async () => {
    await stage.target.query(`
      CREATE TABLE customers (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, email varchar(80) UNIQUE, c7 text,
        status text, region_code char(2), balance numeric(10, 2), tag text, blob bytea);
      CREATE UNIQUE INDEX customers_tag ON customers (tag);
      CREATE TABLE orders (customer_id int, line int, shop int, created timestamptz, card text,
        PRIMARY KEY (customer_id, line),
        CONSTRAINT orders_customer FOREIGN KEY (customer_id) REFERENCES customers (id));
      CREATE TABLE parcels (order_customer int, order_line int,
        CONSTRAINT parcels_order FOREIGN KEY (order_line, order_customer) REFERENCES orders (line, customer_id));
      INSERT INTO customers (email, c7, status, tag)
        SELECT 'p' || n || '@example.com', 'x' || n || '@example.org', 'open', 'K-' || n FROM generate_series(1, 40) n;
      INSERT INTO orders SELECT n, 1, n, now(), '4111 1111 1111 1111' FROM generate_series(1, 20) n;
      CREATE VIEW people AS SELECT email, c7 FROM customers;
      CREATE MATERIALIZED VIEW people_kept AS SELECT c7 FROM customers;
      CREATE TABLE events (id int, at date, ip text) PARTITION BY RANGE (at);
      CREATE TABLE events_2024 PARTITION OF events FOR VALUES FROM ('2024-01-01') TO ('2025-01-01');
      CREATE SCHEMA other; CREATE TABLE other.staff (surname text);`);
  });

  describe('POST /api/schema-discovery/', () => {
    it('needs a user token', async () => {
      await request(stage.app.server).post('/api/schema-discovery/').send({}).expect(401);
    });

    it.each([
      [{}, 'connection'],
      [{ connection: 'c' }, 'connection'],
      [{ schema: ['public'] }, 'schema'],
      [{ custom_keywords: 'a' }, 'custom_keywords'],
      [{ custom_keywords: ['a(?=b)'] }, 'custom_keywords'],
      [{ in_data_discovery: { enabled: 'yes' } }, 'in_data_discovery'],
      [{ in_data_discovery: { enabled: true, row_sample_size: 0 } }, 'in_data_discovery'],
      [{ in_data_discovery: { enabled: true, custom_rules: [{ pattern: '(a' }] } }, 'in_data_discovery'],
      [{ in_data_discovery: { enabled: true, custom_rules: [{}] } }, 'in_data_discovery'],
      [{ in_data_discovery: { rows: 1 } }, 'in_data_discovery'],
      [{ in_data_discovery: { safe_data_preview: { string_level: 'x' } } }, 'in_data_discovery'],
    ])('refuses %j and names the field', async (wishes, field) => {
      const connection =
        'connection' in wishes || field === 'connection' ? {} : { connection: stage.connection };
      const { body } = await stage.admin
        .post('/api/schema-discovery/', { ...connection, ...wishes })
        .expect(400);
      expect(Object.keys(body as object)).toEqual([field]);
    });

    it('makes a run of its own and remembers it with the connection', async () => {
      const run = await discover();
      expect(run).toMatchObject({
        status: 'finished',
        mask_type: 'database',
        ruleset: null,
        ruleset_name: '$auto_schema_discovery',
        source_connection: stage.connection,
      });
      const { body } = await stage.admin.get(`/api/connections/${stage.connection}/`).expect(200);
      expect(body).toMatchObject({
        last_discovery_run_id: String(run.id),
        last_discovery_run_date: run.created_time,
      });
      expect((await logOf(stage.admin, run.id)).join('\n')).toMatch(/6 tables with \d+ columns/);
    });

    it('flags by names, and by values when asked to', async () => {
      const byName = await labels((await discover()).id);
      expect(byName).toMatchObject({ 'customers.email': 'email', 'events.ip': 'ip_address' });
      expect(byName['customers.c7']).toBeUndefined();

      const byValue = await labels((await discover({ in_data_discovery: { enabled: true } })).id);
      expect(byValue).toMatchObject({
        'customers.email': 'email',
        'customers.c7': 'email',
        'people_kept.c7': 'email',
        'orders.card': 'card_number',
      });
      expect(byValue['customers.status']).toBeUndefined();
      expect(byValue['people.c7']).toBeUndefined();
    });

    it('looks at row_sample_size rows of each table, the first ones', async () => {
      await stage.target.query(`CREATE SCHEMA sampled; CREATE TABLE sampled.late (c1 text);
        INSERT INTO sampled.late SELECT 'open' FROM generate_series(1, 5);
        INSERT INTO sampled.late SELECT 'p' || n || '@example.com' FROM generate_series(1, 20) n;`);
      const found = async (rows: number): Promise<string | undefined> => {
        const wishes = { enabled: true, row_sample_size: rows };
        const run = await discover({ schemas: ['sampled'], in_data_discovery: wishes });
        return (await labels(run.id, 'sampled'))['late.c1'];
      };
      expect(await found(5)).toBeUndefined();
      expect(await found(25)).toBe('email');
    });

    it('heeds custom, non-sensitive and ignored wishes', async () => {
      const { id } = await discover({
        custom_keywords: ['region code'],
        ignored_keywords: ['card'],
        disable_built_in_keywords: true,
        in_data_discovery: {
          enabled: true,
          custom_rules: [{ name: 'Key card', pattern: 'K-\\d+' }],
          non_sensitive_rules: [{ pattern: '.*@example.com' }],
        },
      });
      const { results } = await pageOf(id);
      const found = (column: string): readonly WireMatch[] =>
        results.find((result) => result.column === column)!.data.discovery_matches;
      expect(found('region_code')).toMatchObject([
        { categories: ['Custom'], flagged_by: 'Metadata Discovery', hit_ratio: null },
      ]);
      expect(found('tag')).toMatchObject([{ label: 'key_card', categories: ['Custom'], hit_ratio: 100 }]);
      expect(found('email')).toMatchObject([
        { categories: ['Custom Non-Sensitive'], flagged_by: 'In-Data Discovery' },
      ]);
      expect(found('email')[0]).not.toHaveProperty('label');
      expect(found('card')).toEqual([]);
    });

    it('tells about values by numbers that show none of them', async () => {
      const { id } = await discover({
        in_data_discovery: { enabled: true, safe_data_preview: { enabled: true, string_level: 'patterns' } },
      });
      const { results } = await pageOf(id);
      const preview = (column: string): unknown =>
        results.find((result) => result.column === column)!.data.safe_data_preview;
      expect(preview('email')).toMatchObject({
        kind: 'string',
        statistics_common: { count_row: 40, count_null: 0, count_distinct: 40 },
        statistics_kind: { patterns: { top: [{ pattern: 'a99@aaaaaaa.aaa', count: 31 }, { count: 9 }] } },
      });
      expect(JSON.stringify(preview('email'))).not.toContain('example');
      expect(preview('blob')).toBeNull();
      expect((await pageOf((await discover()).id)).results[0]!.data.safe_data_preview).toBeNull();
    });

    it('heeds the keywords of the settings unless they are switched off', async () => {
      const settings = (keywords: string[]): Promise<unknown> =>
        stage.admin.patch('/api/settings/', { global_custom_keywords: keywords }).expect(200);
      await settings(['balance']);
      expect((await labels((await discover()).id))['customers.balance']).toBe('balance');
      const off = await discover({ disable_global_custom_keywords: true });
      expect((await labels(off.id))['customers.balance']).toBeUndefined();
      await settings([]);
      const ignore = { global_ignored_keywords: ['email'] };
      await stage.admin.patch('/api/settings/', ignore).expect(200);
      expect((await labels((await discover()).id))['customers.email']).toBeUndefined();
      const all = await discover({ disable_global_ignored_keywords: true });
      expect((await labels(all.id))['customers.email']).toBe('email');
      await stage.admin.patch('/api/settings/', { global_ignored_keywords: [] }).expect(200);
    });

    it('looks at the schemas that are named, and at no other', async () => {
      const { id } = await discover({ schemas: ['other'] });
      expect(await labels(id, 'other')).toEqual({ 'staff.surname': 'last_name' });
      expect(await labels(id)).toEqual({});
      const missing = await discover({ schemas: ['Other'] });
      expect(missing).toMatchObject({
        status: 'failed',
        error_message: expect.stringContaining('"Other"') as string,
      });
      expect(await labels(id, 'other')).toEqual({ 'staff.surname': 'last_name' });
    });
  });

  describe('POST /api/schema-discovery/v2/', () => {
    it('needs a user token', async () => {
      await request(stage.app.server).post('/api/schema-discovery/v2/').send({}).expect(401);
    });

    it('discovers what is built in where no config is named', async () => {
      const { body } = await stage.admin
        .post('/api/schema-discovery/v2/', {
          connection: stage.connection,
          discovery_config: null,
          schemas: ['other'],
        })
        .expect(201);
      const run = await awaitRun(stage.admin, (body as WireRun).id);
      expect(run.ruleset_name).toMatch(/^\$auto_schema_discovery/);
      expect(await labels(run.id, 'other')).toEqual({ 'staff.surname': 'last_name' });
      expect(await labels(run.id)).toEqual({});
    });

    it('refuses a config that is not there, and no connection', async () => {
      const config = '00000000-0000-4000-8000-000000000000';
      const { body } = await stage.admin
        .post('/api/schema-discovery/v2/', { connection: stage.connection, discovery_config: config })
        .expect(400);
      expect((body as { discovery_config: string[] }).discovery_config[0]).toContain('object does not exist');
      await stage.admin.post('/api/schema-discovery/v2/', { discovery_config: null }).expect(400);
    });
  });

  describe('GET /api/schema-discovery/v2/{run}/', () => {
    it('pages columns with their keys', async () => {
      const run = await discover();
      const first = await pageOf(run.id, 'limit=3');
      expect(first.results).toHaveLength(3);
      expect(first.next).toContain('offset=3');
      const { results, count, table_metadata: tables } = await pageOf(run.id);
      expect(results).toHaveLength(count);
      const data = (table: string, column: string): WireResult['data'] =>
        results.find((result) => result.table === table && result.column === column)!.data;
      expect(data('customers', 'id')).toMatchObject({
        data_type: 'integer',
        constraint: 'Primary',
        constraint_columns: ['id'],
        pk_constraint_name: 'customers_pkey',
        referencing_foreign_keys: [
          { name: 'orders_customer', referencing_column: 'public.orders.customer_id' },
        ],
      });
      expect(data('customers', 'email')).toMatchObject({
        max_length: 80,
        constraint: 'Unique',
        uk_constraint_name: 'customers_email_key',
        unique_index_names: ['customers_email_key'],
      });
      expect(data('customers', 'tag')).toMatchObject({
        uk_constraint_name: null,
        unique_index_names: ['customers_tag'],
      });
      expect(data('customers', 'balance')).toMatchObject({
        numeric_precision: 10,
        numeric_scale: 2,
        constraint: '',
      });
      expect(data('parcels', 'order_line').foreign_keys).toEqual([
        { name: 'parcels_order', referenced_column: 'public.orders.line' },
      ]);
      expect(tables.public?.parcels).toMatchObject({
        primary_keys: [],
        foreign_keys: [{ columns: ['order_line', 'order_customer'] }],
      });
      expect(tables.public?.events).toMatchObject({ kind: 'partitioned_table' });
      expect(Object.keys(tables.public!)).not.toContain('events_2024');
    });

    it('answers 400 for another run and 404 for none', async () => {
      const ruleset = await createTasks(stage.admin, '- {type: run_sql, sql: SELECT 1}');
      const other = await runToEnd(stage.admin, { connection: stage.connection, ruleset });
      await stage.admin.get(`/api/schema-discovery/v2/${other.id}/`).expect(400);
      await stage.admin.get('/api/schema-discovery/v2/2000000/').expect(404);
    });
  });

  describe('GET /api/schema-discovery/{connection}/', () => {
    it('shows everything in one document', async () => {
      const run = await discover({ custom_keywords: ['shop'] });
      const { body } = await stage.admin.get(`/api/schema-discovery/${stage.connection}/`).expect(200);
      const { data, last_sdd_run: last } = body as { data: WireBody; last_sdd_run: WireBody };
      expect(last).toMatchObject({ id: run.id, status: 'finished' });
      expect(data).toMatchObject({ sd_version: '1.0', options: { custom_keywords: ['shop'] } });
      const [schema] = data.schemas as { name: string; tables: { name: string; columns: WireBody[] }[] }[];
      expect(schema?.name).toBe('public');
      const email = schema?.tables
        .find(({ name }) => name === 'customers')
        ?.columns.find(({ name }) => name === 'email');
      expect(email).toMatchObject({
        categories: ['PII'],
        is_unique_key: true,
        is_primary_key: false,
        ruleset_match: true,
        in_data_result: [],
        foreign_keys: [],
      });
    });

    it('answers 404 for an unknown connection', async () => {
      await stage.admin.get('/api/schema-discovery/00000000-0000-4000-8000-000000000000/').expect(404);
    });
  });

  describe('GET /api/runs/{id}/db-discovery-results/report/', () => {
    it('is a zip of numbered files above 100,000 columns', async () => {
      const { id } = await discover({ schemas: ['other'] });
      await stage.app.database.query(
        `INSERT INTO discovery_result (run_id, table_id, ordinal, column_name, data_type, value_kind, nullable, writable, matches)
         SELECT run_id, id, n, 'c' || n, 'text', 'text', true, true, '[]' FROM discovery_table, generate_series(1000, 100999) AS n
         WHERE run_id = $1`,
        [id],
      );
      const { headers, body } = await stage.admin
        .get(`/api/runs/${id}/db-discovery-results/report/`)
        .responseType('blob')
        .expect(200);
      expect(headers['content-type']).toBe('application/zip');
      const files = await unzip(body as Buffer);
      expect(files.map(({ name }) => name)).toEqual([
        `discovery-results-${id}-001.csv`,
        `discovery-results-${id}-002.csv`,
      ]);
      expect(files[1]?.text.split('\r\n')).toHaveLength(3);
      await stage.admin.delete(`/api/runs/${id}/db-discovery-results/`).expect(204);
    });

    it('is a CSV with and without a selection, until the results are deleted', async () => {
      const { id } = await discover();
      const { text } = await stage.admin.get(`/api/runs/${id}/db-discovery-results/report/`).expect(200);
      const lines = text.split('\r\n');
      expect(lines[0]).toBe(
        'Selected,Table schema,Table name,Column name,Data Type,Constraint,Foreign Keys,Max Length,Numeric Precision,Numeric Scale,Reason for flag,Flagged by,Data classifications',
      );
      expect(lines).toContain(
        'true,public,customers,email,character varying(80),Unique(email),,80,,,E-mail address,Metadata Discovery,PII',
      );
      expect(lines).toContain(
        'false,public,orders,customer_id,integer,"Primary(customer_id, line); Foreign(customer_id)","[[""orders_customer"",""public.customers.id""]]",,10,0,,,',
      );
      const plain = await stage.admin
        .get(`/api/runs/${id}/db-discovery-results/report/?include_selection_column=false`)
        .expect(200);
      expect(plain.text.split(',')[0]).toBe('Table schema');
      await stage.admin
        .get(`/api/runs/${id}/db-discovery-results/report/?include_selection_column=x`)
        .expect(400);
      await stage.admin.delete(`/api/runs/${id}/db-discovery-results/`).expect(204);
      await stage.admin.get(`/api/runs/${id}/db-discovery-results/report/`).expect(404);
      expect((await pageOf(id)).count).toBe(0);
    });
  });

  describe('tasks of rulesets', () => {
    it('run_data_discovery reports which sensitive columns the ruleset masks', async () => {
      const ruleset = await createTasks(
        stage.admin,
        `- type: run_data_discovery
- type: mask_table
  table: customers
  key: id
  rules:
    - column: EMAIL
      masks: [{type: from_fixed, value: x}]
`,
      );
      const run = await awaitRun(
        stage.admin,
        await startRun(stage.admin, { connection: stage.connection, ruleset, options: { dry_run: true } }),
      );
      expect(run).toMatchObject({ status: 'finished', has_sdd_report: true });
      const { text } = await stage.admin.get(`/api/runs/${run.id}/sdd-report/`).expect(200);
      expect(text.split('\r\n')).toEqual(
        expect.arrayContaining([
          'Table schema,Table name,Column name,Reason for flag,Data classifications,Coverage,Task line number',
          'public,customers,email,E-mail address,PII,Covered,8',
          'public,events,ip,Internet address,PII,Not covered,',
        ]),
      );
    });

    it('run_schema_discovery heeds the options of the run', async () => {
      const ruleset = await createTasks(
        stage.admin,
        '- {type: run_schema_discovery, custom_keywords: [balance]}',
      );
      const options = {
        custom_keywords: ['region code'],
        ignored_keywords: ['balance'],
        disable_built_in_keywords: true,
      };
      const run = await runToEnd(stage.admin, { connection: stage.connection, ruleset, options });
      expect(run.options).toMatchObject(options);
      const found = await labels(run.id);
      expect(found['customers.region_code']).toBe('region_code');
      expect(found['customers.balance']).toBeUndefined();
      expect(found['customers.email']).toBeUndefined();
      const elsewhere = await runToEnd(stage.admin, {
        connection: stage.connection,
        ruleset,
        options: { schemas: ['other'] },
      });
      expect(await labels(elsewhere.id, 'other')).toEqual({ 'staff.surname': 'last_name' });
      const { body } = await stage.admin.get(`/api/schema-discovery/${stage.connection}/`).expect(200);
      expect((body as { data: WireBody }).data.options).toMatchObject({
        custom_keywords: ['balance'],
        schemas: ['other'],
      });
    });

    it('run_schema_discovery does what a discovery does', async () => {
      const ruleset = await createTasks(stage.admin, '- {type: run_schema_discovery, schemas: [other]}');
      const run = await runToEnd(stage.admin, { connection: stage.connection, ruleset });
      expect(await labels(run.id, 'other')).toEqual({ 'staff.surname': 'last_name' });
      const { body } = await stage.admin.get(`/api/connections/${stage.connection}/`).expect(200);
      expect(body).toMatchObject({ last_discovery_run_id: String(run.id) });
      await stage.admin.get(`/api/runs/${run.id}/sdd-report/`).expect(404);
      expect((await showRun(stage.admin, run.id)).has_sdd_report).toBe(false);
    });
  });
});
