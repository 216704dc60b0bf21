import { load } from 'js-yaml';
import type { Test } from 'supertest';
import { connectionBodyTo, createConnection, type WireBody } from '../support/builders/connection.builder.js';
import { storeDiscovery } from '../support/builders/discovery.builder.js';
import { makeZip } from '../support/make-zip.js';
import { installRoles, type RoleClients } from '../support/role-clients.js';
import { createTestApp, type TestApp } from '../support/test-app.js';
import { unzip } from '../support/unzip.js';
import { createTargetDatabase, type TestDatabase } from '../support/test-database.js';

const SYNC = '/api/generate-ruleset/';
const ASYNC = '/api/async-generate-ruleset/';
const CONFIGS = '/api/ruleset-generation-configs/';
const NOWHERE = '00000000-0000-4000-8000-000000000000';
const SELECTED = { public: { people: ['name', 'email'] } };
const HEADER = 'Selected,Table schema,Table name,Column name,Data Type';
const REPORT = `${HEADER}\r\ntrue,public,people,name,text\r\nfalse,public,people,age,integer\r\n`;

let app: TestApp;
let as: RoleClients;
let target: TestDatabase;
let connection: string;
let undiscovered: string;

beforeAll(async () => {
  [app, target] = await Promise.all([createTestApp({ workers: 1 }), createTargetDatabase()]);
  as = await installRoles(app);
  connection = await createConnection(as.builder, connectionBodyTo(target));
  undiscovered = await createConnection(as.builder, { ...connectionBodyTo(target), name: 'undiscovered' });
  const id = { columnName: 'id', dataType: 'bigint', valueKind: 'integer', nullable: false };
  const key = { name: 'pk', columns: ['id'] };
  await storeDiscovery(app, connection, [
    {
      ...{ tableName: 'people', primaryKey: key },
      columns: [
        id,
        { columnName: 'name', label: 'full_name' },
        { columnName: 'email', label: 'email', nullable: false },
        { columnName: 'age', dataType: 'integer', valueKind: 'integer' },
      ],
    },
    {
      ...{ tableName: 'visits', primaryKey: key },
      columns: [id, { ...id, columnName: 'person_id' }, { columnName: 'notes', label: 'free_text' }],
      foreignKeys: [
        {
          name: 'fk',
          columns: ['person_id'],
          references: { schema: 'public', table: 'people', columns: ['id'] },
        },
      ],
    },
  ]);
});

afterAll(async () => {
  await app.stop();
  await target.drop();
});

async function settled(id = connection): Promise<WireBody> {
  for (;;) {
    const { body } = await as.builder.get(`${ASYNC}${id}/`).expect(200);
    const shown = body as WireBody;
    if (shown.status !== 'queued' && shown.status !== 'running') {
      return shown;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** A generation that no worker has taken yet. */
async function plantUnfinished(status: 'queued' | 'running'): Promise<void> {
  await app.database.query(`DELETE FROM generation`);
  await app.database.query(
    `INSERT INTO generation (id, connection_id, status, status_message, wish)
     VALUES (gen_random_uuid(), '${connection}', '${status}', 'Waiting', '{"selection": [], "configId": null, "targetBytes": null}')`,
  );
}

const upload = (
  id: string,
  bytes: Buffer | string,
  fields: Readonly<Record<string, string>> = {},
  version = '',
): Test =>
  as.builder.upload(
    `${ASYNC}${version}${id}/from-csv/`,
    { field: 'csv_or_zip_file', name: 'ruleset.csv', bytes: Buffer.from(bytes) },
    fields,
  );

describe('POST /api/generate-ruleset/ and POST /api/generate-ruleset/v1/', () => {
  it('is for builders and administrators', async () => {
    const body = { connection, selected_columns: SELECTED };
    await as.anonymous.post(`${SYNC}v2/`, body).expect(401);
    await as.runner.post(`${SYNC}v2/`, body).expect(403);
    await as.admin.post(`${SYNC}v2/`, body).expect(201);
  });

  it.each(['', 'v1/'])('%s gives the YAML as one JSON text', async (version) => {
    const { body, type } = await as.builder
      .post(`${SYNC}${version}`, { connection, selected_columns: SELECTED })
      .expect(201);
    expect(type).toBe('application/json');
    expect(load(body as string)).toMatchObject({
      version: '1.0',
      skip_defaults: [null, ''],
      tasks: [{ type: 'mask_table' }],
    });
  });

  it('v2/ gives plain YAML that is a valid ruleset', async () => {
    const { text, type } = await as.builder
      .post(`${SYNC}v2/`, { connection, selected_columns: SELECTED })
      .expect(201);
    expect(type).toBe('text/plain');
    const stored = await as.builder
      .post('/api/rulesets/', { name: 'generated', config_yaml: text })
      .expect(201);
    expect(stored.body).toMatchObject({ is_valid: true });
    expect(load(text)).toMatchObject({
      tasks: [{ table: 'public.people', key: 'id', hash_columns: [{ column_name: 'email' }] }],
    });
  });

  it('takes hash columns of one’s own', async () => {
    const hash_columns = { public: { people: { table: ['id'], columns: { email: null } } } };
    const { text } = await as.builder
      .post(`${SYNC}v2/`, { connection, selected_columns: SELECTED, hash_columns })
      .expect(201);
    expect(load(text)).toMatchObject({
      tasks: [{ hash_columns: ['id'], rules: [{ column: 'name' }, { column: 'email', hash_columns: [] }] }],
    });
  });

  it('leaves foreign keys out and masks the key that they follow', async () => {
    const selected_columns = { public: { visits: ['person_id'] } };
    const { text } = await as.builder.post(`${SYNC}v2/`, { connection, selected_columns }).expect(201);
    expect(load(text)).toMatchObject({
      tasks: [{ table: 'public.people', rules: [{ column: 'id', masks: [{ type: 'imitate_unique' }] }] }],
    });
  });

  it('needs a schema discovery report', async () => {
    const { body } = await as.builder
      .post(`${SYNC}v2/`, { connection: undiscovered, selected_columns: SELECTED })
      .expect(400);
    expect((body as WireBody).detail).toMatch(/no schema discovery report/);
  });

  it.each([
    [{ connection: NOWHERE, selected_columns: SELECTED }, 'connection', /object does not exist/],
    [{ selected_columns: SELECTED }, 'connection', /required/],
    [{}, 'selected_columns', /required/],
    [{ selected_columns: [] }, 'selected_columns', /keys are schemas/],
    [{ selected_columns: { public: ['people'] } }, 'selected_columns.public', /keys are tables/],
    [{ selected_columns: { public: { people: 'name' } } }, 'selected_columns.public.people', /list of names/],
    [{ selected_columns: {} }, 'selected_columns', /at least one column/],
    [
      { selected_columns: { public: { gone: ['x'] } } },
      'selected_columns',
      /public\.gone\.x cannot be masked: discovery has not seen it/,
    ],
    [
      { selected_columns: SELECTED, hash_columns: { public: { people: { rows: 1 } } } },
      'hash_columns.public.people.rows',
      /Only table and columns/,
    ],
  ])('refuses %j at %s', async (given, field, message) => {
    const sent = field === 'connection' ? given : { connection, ...given };
    const { body } = await as.builder.post(`${SYNC}v2/`, sent).expect(400);
    expect((body as Record<string, string[]>)[field]?.[0]).toMatch(message);
  });
});

describe('ruleset generation configs', () => {
  interface WireConfig {
    readonly name: string;
    readonly created: string;
    readonly modified: string;
  }
  interface WirePage {
    readonly count: number;
    readonly results: WireConfig[];
  }
  const YAML =
    'version: "1.0"\nlabels:\n  email:\n    masks: [{ type: from_fixed, value: nobody@example.com }]\n';

  it('say which masks v3/ gives to labels', async () => {
    const { body } = await as.builder.post(CONFIGS, { name: 'house style', config_yaml: YAML }).expect(201);
    const { id } = body as { id: string };
    expect(body).toMatchObject({ is_valid: 'valid', validation_errors: [] });
    const { text } = await as.builder
      .post(`${SYNC}v3/`, { connection, selected_columns: SELECTED, rg_config: id })
      .expect(201);
    expect(text).toContain('value: nobody@example.com');
    const builtIn = await as.builder
      .post(`${SYNC}v3/`, { connection, selected_columns: SELECTED, rg_config: null })
      .expect(201);
    expect(builtIn.text).not.toContain('nobody@example.com');
    await as.builder.post(CONFIGS, { name: 'house style', config_yaml: YAML }).expect(400);
    expect((await as.runner.get(`${CONFIGS}?name_exact=house%20style`).expect(200)).body).toMatchObject({
      count: 1,
      results: [{ id }],
    });
    const invalid = {
      name: 'house style',
      config_yaml: 'version: "1.0"\nlabels:\n  email:\n    masks: [{ type: imitat }]\n',
    };
    const changed = (await as.builder.put(`${CONFIGS}${id}/`, invalid).expect(200)).body as WireConfig;
    expect(changed).toMatchObject({
      is_valid: 'invalid',
      validation_errors: [
        { code: 'unknown_mask', line_number: 4, column_number: 21, message: expect.any(String) as string },
      ],
    });
    expect(Date.parse(changed.modified)).toBeGreaterThan(Date.parse(changed.created));
    const refused = await as.builder
      .post(`${SYNC}v3/`, { connection, selected_columns: SELECTED, rg_config: id })
      .expect(400);
    expect(refused.body).toEqual({
      rg_config: ['The ruleset generation config "house style" is not valid.'],
    });
    await as.builder.delete(`${CONFIGS}${id}/`).expect(204);
    const gone = await as.builder
      .post(`${SYNC}v3/`, { connection, selected_columns: SELECTED, rg_config: id })
      .expect(400);
    expect((gone.body as { rg_config: string[] }).rg_config[0]).toMatch(/object does not exist/);
  });

  it('are listed by pages and by name', async () => {
    for (const name of ['paged a', 'paged b', 'paged c']) {
      await as.builder.post(CONFIGS, { name, config_yaml: YAML }).expect(201);
    }
    const all = (await as.runner.get(CONFIGS).expect(200)).body as WirePage;
    const { body } = await as.runner.get(`${CONFIGS}?limit=1&offset=1`).expect(200);
    expect(body).toEqual({
      count: all.count,
      next: expect.stringContaining('offset=2'),
      previous: expect.stringContaining('limit=1'),
      results: [all.results[1]],
    });
    expect(all.results.map(({ name }) => name)).toEqual(all.results.map(({ name }) => name).sort());
  });

  it('begin with defaults that are valid', async () => {
    const { text } = await as.runner.get(`${CONFIGS}defaults/`).expect(200);
    const { body } = await as.builder
      .post(CONFIGS, { name: 'from the defaults', config_yaml: text })
      .expect(201);
    expect(body).toMatchObject({ is_valid: 'valid', validation_errors: [] });
  });
});

describe('async generation of selected columns', () => {
  it('is queued, runs and finishes with the ruleset in the result', async () => {
    const started = await as.builder
      .post(`${ASYNC}${connection}/`, { selected_columns: SELECTED })
      .expect(201);
    expect(started.body).toMatchObject({ connection, status: 'queued', error_message: null });
    const result = await settled();
    expect(result).toMatchObject({
      status: 'finished',
      status_message: 'Generated rules for 1 table.',
      error_message: null,
    });
    const sync = await as.builder.post(`${SYNC}v2/`, { connection, selected_columns: SELECTED }).expect(201);
    expect(result.generated_ruleset).toBe(sync.text);
    const download = await as.builder
      .get(`${ASYNC}${connection}/download-rulesets/`)
      .redirects(0)
      .expect(303);
    expect(download.headers.location).toBe(`${ASYNC}${connection}/`);
  });

  it('finishes with warnings where columns stay unmasked', async () => {
    const selected_columns = { public: { people: ['name', 'gone'] } };
    await as.builder.post(`${ASYNC}v2/${connection}/`, { selected_columns, rg_config: null }).expect(201);
    const result = await settled();
    expect(result).toMatchObject({
      status: 'finished_with_warnings',
      status_message: expect.stringMatching(/1 selected column is not masked/) as string,
    });
    expect(result.generated_ruleset).toContain('NOT MASKED: public.people.gone');
  });

  it('fails with the reason where nothing can be masked', async () => {
    await as.builder
      .post(`${ASYNC}${connection}/`, { selected_columns: { public: { gone: ['x'] } } })
      .expect(201);
    expect(await settled()).toMatchObject({
      status: 'failed',
      error_message: expect.stringMatching(/discovery has not seen it/) as string,
    });
    await as.builder.get(`${ASYNC}${connection}/download-rulesets/`).expect(404);
    await as.builder.delete(`${ASYNC}${connection}/`).expect(204);
  });

  it('gives 404 for an unknown connection, and where nothing was generated', async () => {
    await as.builder.post(`${ASYNC}${NOWHERE}/`, { selected_columns: SELECTED }).expect(404);
    await as.builder.get(`${ASYNC}${NOWHERE}/`).expect(404);
    await as.builder.delete(`${ASYNC}${NOWHERE}/`).expect(404);
    await upload(NOWHERE, REPORT).expect(404);
    await as.builder.get(`${ASYNC}${undiscovered}/`).expect(404);
    await as.builder.post(`${ASYNC}${undiscovered}/`, { selected_columns: SELECTED }).expect(400);
  });

  it('DELETE cancels what is under way (200), and deletes what has finished (204)', async () => {
    await plantUnfinished('queued');
    await as.builder.get(`${ASYNC}${connection}/download-rulesets/`).expect(409);
    const { body } = await as.builder.delete(`${ASYNC}${connection}/`).expect(200);
    expect(body).toMatchObject({ status: 'cancelled' });
    await as.builder.post(`${ASYNC}${connection}/`, { selected_columns: SELECTED }).expect(201);
    await settled();
    await as.builder.delete(`${ASYNC}${connection}/`).expect(204);
    await as.builder.get(`${ASYNC}${connection}/`).expect(404);
  });

  it('takes up again what lost its worker', async () => {
    await plantUnfinished('running');
    await app.database.query(
      `UPDATE generation SET modified_time = now() - interval '1 hour', wish = '{"selection": [{"schema": "public", "table": "people", "columns": ["name"]}], "configId": null, "targetBytes": null}'`,
    );
    await app.background.recovery.runOnce();
    expect(await settled()).toMatchObject({ status: 'finished' });
  });
});

describe('POST /api/async-generate-ruleset/v2/{connection_id}/from-csv/', () => {
  const archive = async (): Promise<{ name: string; text: string }[]> => {
    const response = await as.builder
      .get(`${ASYNC}${connection}/download-rulesets/`)
      .responseType('blob')
      .expect(200)
      .expect('content-disposition', /^attachment; filename=".+\.zip"$/);
    return unzip(response.body as Buffer);
  };

  it('gives a zip of rulesets, one at least', async () => {
    const started = await upload(connection, REPORT).expect(201);
    expect(started.body).toMatchObject({ status: 'queued' });
    const result = await settled();
    expect(result).toMatchObject({ status: 'finished' });
    expect(result).not.toHaveProperty('generated_ruleset');
    const [file, ...others] = await archive();
    expect(others).toEqual([]);
    expect(file?.name).toMatch(/^\d{8}_001_TABLE_people_to_TABLE_people\.yml$/);
    expect(load(file!.text)).toMatchObject({ tasks: [{ rules: [{ column: 'name' }] }] });
  });

  it('takes a zip of CSVs that a spreadsheet has saved, and splits by target_size_bytes', async () => {
    const zip = await makeZip([
      { name: 'part-1.csv', bytes: `\uFEFF${REPORT.replaceAll(',', ';')}` },
      {
        name: 'part-2.csv',
        bytes: 'Column name,Selected,Table name,Table schema\nnotes,YES,visits,public\n',
      },
      { name: 'readme.txt', bytes: 'no report' },
    ]);
    await upload(connection, zip, { target_size_bytes: '1', rg_config: '' }, 'v2/').expect(201);
    expect(await settled()).toMatchObject({
      status: 'finished',
      status_message: 'Generated rules for 2 tables.',
    });
    const files = await archive();
    expect(files.map(({ name }) => name.slice(9))).toEqual([
      '001_TABLE_people_to_TABLE_people.yml',
      '002_TABLE_visits_to_TABLE_visits.yml',
    ]);
  });

  it('refuses while another one is under way, unless force_run cancels it', async () => {
    await plantUnfinished('running');
    await upload(connection, REPORT).expect(409);
    await as.builder.post(`${ASYNC}${connection}/`, { selected_columns: SELECTED }).expect(409);
    await upload(connection, REPORT, { force_run: 'true' }).expect(201);
    expect(await settled()).toMatchObject({ status: 'finished' });
  });

  it.each([
    ['a file that is no report', 'a,b\n1,2\n', {}, ['csv_or_zip_file', /no column "Selected"/]],
    [
      'a report with nothing selected',
      `${HEADER}\nfalse,public,people,name,text\n`,
      {},
      ['csv_or_zip_file', /No row is selected/],
    ],
    [
      'a size that is none',
      REPORT,
      { target_size_bytes: 'big' },
      ['target_size_bytes', /whole number of bytes/],
    ],
    ['a flag that is none', REPORT, { force_run: 'perhaps' }, ['force_run', /true or false/]],
    ['an unknown config', REPORT, { rg_config: NOWHERE }, ['rg_config', /object does not exist/]],
  ])('refuses %s', async (_, bytes, fields, [field, message]) => {
    const { body } = await upload(connection, bytes, fields as Record<string, string>).expect(400);
    expect((body as Record<string, string[]>)[field as string]?.[0]).toMatch(message as RegExp);
  });

  it('refuses a form without a file', async () => {
    const { body } = await as.builder
      .post(`${ASYNC}${connection}/from-csv/`)
      .field('force_run', 'true')
      .expect(400);
    expect(body).toHaveProperty('csv_or_zip_file');
  });
});
