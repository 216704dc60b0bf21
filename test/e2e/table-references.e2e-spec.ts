import { createConnection, type WireBody } from '../support/builders/connection.builder.js';
import { installRoles, type RoleClients } from '../support/role-clients.js';
import { createTestApp, type TestApp } from '../support/test-app.js';
import { uniqueName } from '../support/unique-name.js';

const ROOT = '/api/table-references/';
const NOWHERE = '00000000-0000-4000-8000-000000000000';
const DEFAULTS = { format: 'csv', delimiter: ',', encoding: 'utf-8', quotechar: '"', null_string: '' };

let target: TestApp;
let as: RoleClients;
let connection: string;
let files: string;

beforeAll(async () => {
  target = await createTestApp();
  as = await installRoles(target);
  connection = await createConnection(as.builder);
  files = await createConnection(as.builder, {
    ...{ version: '1.0', name: uniqueName('share'), mask_type: 'file', type: 'mounted_share_connection' },
    ...{ base_directory: 'data', is_file_mask_source: true },
  });
});

afterAll(() => target.stop());

const body = (changes: WireBody = {}): WireBody => ({
  ...{ name: uniqueName('table'), connection, source: 'crm.customers', ...changes },
});
const idOf = ({ body: made }: { body: unknown }): string => (made as { id: string }).id;

describe('GET and POST /api/table-references/, GET, PUT and DELETE /api/table-references/{id}/', () => {
  it('keep references for builders, show them to all, and fill in defaults', async () => {
    await as.runner.post(ROOT, body()).expect(403);
    const wish = body({ options: { delimiter: ';' } });
    const made = await as.builder.post(ROOT, wish).expect(201);
    const id = idOf(made);
    expect(made.body).toEqual({
      ...wish,
      ...{ id: expect.any(String) as string, options: { ...DEFAULTS, delimiter: ';' } },
      ...{ created: expect.stringMatching(/Z$/) as string, modified: expect.stringMatching(/Z$/) as string },
    });
    expect((await as.runner.get(`${ROOT}${id}/`).expect(200)).body).toEqual(made.body);
    expect((await as.runner.get(ROOT).expect(200)).body).toContainEqual(made.body);
    const changed = { ...(made.body as WireBody), source: 'crm.people', options: null };
    expect((await as.builder.put(`${ROOT}${id}/`, changed).expect(200)).body).toMatchObject({
      ...{ id, source: 'crm.people', options: DEFAULTS },
    });
    await as.runner.delete(`${ROOT}${id}/`).expect(403);
    await as.builder.delete(`${ROOT}${id}/`).expect(204);
    for (const method of ['get', 'delete'] as const) {
      await as.builder[method](`${ROOT}${id}/`).expect(404);
    }
    await as.builder.put(`${ROOT}${id}/`, body()).expect(404);
  });

  it('have one name once, also when several want it at the same time', async () => {
    const wish = body();
    const replies = await Promise.all([1, 2, 3, 4].map(() => as.builder.post(ROOT, wish)));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400]);
  });

  it('go with their connection', async () => {
    const other = await createConnection(as.builder);
    const id = idOf(await as.builder.post(ROOT, body({ connection: other })).expect(201));
    await as.builder.delete(`/api/connections/${other}/`).expect(204);
    await as.builder.get(`${ROOT}${id}/`).expect(404);
  });

  it.each<[WireBody, string]>([
    [{ name: ' ' }, 'name'],
    [{ connection: NOWHERE }, 'connection'],
    [{ connection: 'x' }, 'connection'],
    [{ source: '' }, 'source'],
    [{ table: 'x' }, 'table'],
    [{ options: 7 }, 'options'],
    [{ options: { format: 'xml' } }, 'options'],
    [{ options: { delimiter: '::' } }, 'options'],
    [{ options: { encoding: 'klingon-8' } }, 'options'],
    [{ options: { quotes: '"' } }, 'options'],
  ])('refuse %j', async (changes, field) => {
    const { body: reply } = await as.builder.post(ROOT, body(changes)).expect(400);
    expect(Object.keys(reply as object)).toEqual([field]);
  });

  it.each(['../x.csv', '/etc/passwd', 'a/../../b.csv'])('refuse the file %s', async (source) => {
    const { body: reply } = await as.builder.post(ROOT, body({ connection: files, source })).expect(400);
    expect(Object.keys(reply as object)).toEqual(['source']);
  });
});
