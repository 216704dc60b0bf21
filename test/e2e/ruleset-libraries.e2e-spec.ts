import { RulesetValidationService } from '../../src/rulesets/ruleset-validation.service.js';
import type { ApiClient } from '../support/api-client.js';
import { connectionBody, type WireBody } from '../support/builders/connection.builder.js';
import { createRuleset, rulesetBody, VALID_RULESET } from '../support/builders/ruleset.builder.js';
import { buildUser } from '../support/builders/user.builder.js';
import { expectDetail } from '../support/expect-error.js';
import { installRoles, type RoleClients } from '../support/role-clients.js';
import { createTestApp, type TestApp } from '../support/test-app.js';
import { uniqueName } from '../support/unique-name.js';

const NOWHERE = '00000000-0000-4000-8000-000000000000';
const TEXT = 'version: "1.0"\nmasks:\n  hidden: { type: from_fixed, value: x }\n';
const BROKEN = 'version: "1.0"\nmasks:\n  hidden: { type: from_fixd, value: x }\n';

let target: TestApp;
let as: RoleClients;
let manager: ApiClient;

beforeAll(async () => {
  target = await createTestApp();
  as = await installRoles(target);
  manager = (await buildUser(target, as.admin, { roles: ['mask_builder', 'ruleset_library_managers'] }))
    .client;
});

afterAll(() => target.stop());

const ROOT = '/api/ruleset-libraries/';
const pathOf = (id: unknown): string => `${ROOT}${String(id)}/`;
const newName = (): string => uniqueName('lib').replaceAll(' ', '-');
const libraryBody = (changes: WireBody = {}): WireBody => ({
  name: newName(),
  namespace: 'estate/eu',
  config_yaml: TEXT,
  ...changes,
});
const createLibrary = async (body: WireBody = libraryBody()): Promise<WireBody> =>
  (await manager.post(ROOT, body).expect(201)).body as WireBody;
const importing = (library: WireBody, extra = ''): string => {
  const name =
    library.namespace === '' ? library.name : `${String(library.namespace)}/${String(library.name)}`;
  return `version: "1.0"
imports: [${String(name)}]
tasks:
  - type: mask_table
    table: customers
    key: id
    rules:
      - column: email
        masks: [{ $ref: "${String(name)}#masks/hidden" }]
${extra}`;
};
const rulesetOf = async (id: string): Promise<WireBody> =>
  (await as.builder.get(`/api/rulesets/${id}/`).expect(200)).body as WireBody;
const auditOf = async (name: unknown): Promise<string[]> => {
  const rows = await target.database.query<{ action: string }>(
    `SELECT action FROM audit_log WHERE category = 'library' AND description LIKE $1 ORDER BY id`,
    [`%${String(name)}"%`],
  );
  return rows.map(({ action }) => action);
};

describe('who may use ruleset libraries', () => {
  const reading = [ROOT, pathOf(NOWHERE), `${pathOf(NOWHERE)}rulesets/`];
  const writing = [
    ['post', ROOT],
    ['put', pathOf(NOWHERE)],
    ['patch', pathOf(NOWHERE)],
    ['delete', pathOf(NOWHERE)],
  ] as const;

  it.each(reading)('GET %s is for every user, not for API tokens', async (path) => {
    await as.anonymous.get(path).expect(401);
    await as.builderByApiToken.get(path).expect(403);
    expect((await as.runner.get(path)).status).toBe(path === ROOT ? 200 : 404);
  });

  it.each(writing)('%s %s is for library managers and administrators', async (method, path) => {
    await as.anonymous[method](path).expect(401);
    for (const refused of [as.builderByApiToken, as.runner, as.builder]) {
      await refused[method](path).expect(403);
    }
    expectDetail(await as.builder[method](path), 403, /ruleset_library_managers/);
    for (const allowed of [manager, as.admin]) {
      expect([400, 404]).toContain((await allowed[method](path)).status);
    }
  });
});

describe('POST /api/ruleset-libraries/', () => {
  it('stores a library under namespace and name', async () => {
    const body = libraryBody();
    const created = await createLibrary(body);
    expect(created).toEqual({
      ...body,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      is_valid: 'valid',
      validation_errors: [],
      validation_warnings: [],
      created: expect.stringMatching(/Z$/),
      modified: expect.stringMatching(/Z$/),
    });
    await expect(auditOf(body.name)).resolves.toEqual(['created']);
  });

  it('stores invalid content with the place of the fault', async () => {
    const created = await createLibrary(libraryBody({ config_yaml: BROKEN }));
    expect(created).toMatchObject({ is_valid: 'invalid', config_yaml: BROKEN });
    expect((created.validation_errors as WireBody[])[0]).toMatchObject({
      message: expect.stringContaining('from_fixd'),
      validation_error_type: 'ruleset',
      line_number: 3,
      column_number: 19,
    });
  });

  it('uses the default namespace when none is given', async () => {
    const created = await createLibrary(libraryBody({ namespace: undefined }));
    expect(created.namespace).toBe('');
    const id = await createRuleset(as.builder, rulesetBody({ config_yaml: importing(created) }));
    expect(await rulesetOf(id)).toMatchObject({ validation_status: 'valid' });
  });

  it.each<[string, WireBody, string]>([
    ['no name', { name: undefined }, 'name'],
    ['an empty name', { name: '' }, 'name'],
    ['a blank name', { name: '  ' }, 'name'],
    ['a slash in the name', { name: 'a/b' }, 'name'],
    ['.. and a slash in the name', { name: '../x' }, 'name'],
    ['a # in the name', { name: 'a#b' }, 'name'],
    ['NUL in the name', { name: 'a\0' }, 'name'],
    ['a control character in the name', { name: 'a\u0007' }, 'name'],
    ['a name that is too long', { name: 'x'.repeat(256) }, 'name'],
    ['a name that is no text', { name: 7 }, 'name'],
    ['a namespace with an empty part', { namespace: 'a//b' }, 'namespace'],
    ['a namespace with a leading slash', { namespace: '/a' }, 'namespace'],
    ['a namespace with a #', { namespace: 'a#b' }, 'namespace'],
    ['a namespace that is no text', { namespace: [] }, 'namespace'],
    ['no text', { config_yaml: undefined }, 'config_yaml'],
    ['a text of more than 1 MiB', { config_yaml: 'x'.repeat(1024 * 1024 + 1) }, 'config_yaml'],
  ])('refuses %s', async (_, changes, field) => {
    const { body } = await manager.post(ROOT, libraryBody(changes)).expect(400);
    expect(Object.keys(body as object)).toEqual([field]);
  });

  it('has one name once in each namespace', async () => {
    const body = libraryBody();
    await createLibrary(body);
    await createLibrary({ ...body, namespace: '' });
    const again = await manager.post(ROOT, body).expect(400);
    expect(again.body).toEqual({ name: [expect.stringContaining('exists already')] });
  });

  it('lets exactly one of ten parallel requests have a name', async () => {
    const body = libraryBody();
    const replies = await Promise.all(Array.from({ length: 10 }, () => manager.post(ROOT, body)));
    expect(replies.map(({ status }) => status).sort()).toEqual([
      201,
      ...Array.from({ length: 9 }, () => 400),
    ]);
    await expect(auditOf(body.name)).resolves.toEqual(['created']);
  });

  it('makes rulesets valid that waited for it', async () => {
    const body = libraryBody();
    const id = await createRuleset(as.builder, rulesetBody({ config_yaml: importing(body) }));
    expect(await rulesetOf(id)).toMatchObject({
      validation_status: 'invalid',
      validation_errors: [{ validation_error_type: 'library_missing', line_number: 2 }],
    });
    await createLibrary(body);
    expect(await rulesetOf(id)).toMatchObject({ validation_status: 'valid', validation_errors: [] });
  });
});

describe('GET /api/ruleset-libraries/', () => {
  it('pages and filters by name_exact and namespace_exact, without the text', async () => {
    const name = newName();
    for (const namespace of ['', 'a', 'b']) {
      await createLibrary(libraryBody({ name, namespace }));
    }
    const all = (await as.runner.get(`${ROOT}?name_exact=${name}&limit=2`).expect(200)).body as WireBody;
    expect(all).toMatchObject({ count: 3, previous: null });
    expect(all.next).toMatch(/^http:\/\/.*limit=2&offset=2$/);
    expect((all.results as WireBody[]).map((library) => library.namespace)).toEqual(['', 'a']);
    expect((all.results as WireBody[])[0]).not.toHaveProperty('config_yaml');
    const rest = await as.runner.get(new URL(String(all.next)).pathname + new URL(String(all.next)).search);
    expect(rest.body).toMatchObject({ next: null, results: [{ namespace: 'b' }] });
    const one = await as.runner.get(`${ROOT}?name_exact=${name}&namespace_exact=`).expect(200);
    expect(one.body).toMatchObject({ count: 1, results: [{ namespace: '' }] });
  });

  it.each(['limit=0', 'limit=x', 'offset=-1', 'limit=5000', 'name_exact=a&name_exact=b'])(
    'refuses ?%s',
    async (query) => {
      const { body } = await manager.get(`${ROOT}?${query}`).expect(400);
      expect(Object.keys(body as object)).toEqual([query.split('=', 1)[0]]);
    },
  );
});

describe('GET /api/ruleset-libraries/{id}/', () => {
  it('shows the text', async () => {
    const created = await createLibrary();
    expect((await as.runner.get(pathOf(created.id)).expect(200)).body).toEqual(created);
  });

  it.each([NOWHERE, '7', 'x'])('answers 404 for %s', async (id) => {
    await as.runner.get(pathOf(id)).expect(404);
    await manager.put(pathOf(id), libraryBody()).expect(404);
    await manager.patch(pathOf(id), {}).expect(404);
    await manager.delete(pathOf(id)).expect(404);
  });
});

describe('PUT /api/ruleset-libraries/{id}/', () => {
  it('judges the importing rulesets again, both ways', async () => {
    const library = await createLibrary();
    const id = await createRuleset(as.builder, rulesetBody({ config_yaml: importing(library) }));
    const { modified_time } = await rulesetOf(id);
    const broken = await manager.put(pathOf(library.id), libraryBody({ ...library, config_yaml: BROKEN }));
    expect(broken.body).toMatchObject({ id: library.id, is_valid: 'invalid', created: library.created });
    expect(await rulesetOf(id)).toMatchObject({
      is_valid: false,
      modified_time,
      validation_errors: [
        { validation_error_type: 'library_invalid', message: expect.stringContaining('line 3, column 19') },
      ],
    });
    await manager.put(pathOf(library.id), libraryBody({ ...library, config_yaml: TEXT })).expect(200);
    expect(await rulesetOf(id)).toMatchObject({ is_valid: true });
    await expect(auditOf(library.name)).resolves.toEqual(['created', 'modified', 'modified']);
  });

  it('finds a reference that leads nowhere any more', async () => {
    const library = await createLibrary();
    const id = await createRuleset(as.builder, rulesetBody({ config_yaml: importing(library) }));
    const config_yaml = TEXT.replace('hidden', 'other');
    await manager.put(pathOf(library.id), libraryBody({ ...library, config_yaml })).expect(200);
    expect(await rulesetOf(id)).toMatchObject({
      validation_errors: [{ validation_error_type: 'expansion', code: 'ref_key_not_found' }],
    });
  });

  it('does not rename a library that is imported', async () => {
    const library = await createLibrary();
    const body = libraryBody({ ...library, name: newName() });
    const id = await createRuleset(as.builder, rulesetBody({ config_yaml: importing(library) }));
    expectDetail(await manager.put(pathOf(library.id), body), 409, /renamed while rulesets import it/);
    await as.builder.delete(`/api/rulesets/${id}/`).expect(200);
    await manager.put(pathOf(library.id), body).expect(200);
  });

  it('has rulesets that are too long to wait for checked as jobs', async () => {
    const library = await createLibrary();
    const long = importing(library, '# a comment that makes it long\n'.repeat(40_000));
    const { id } = (await as.builder.post('/api/rulesets/', rulesetBody({ config_yaml: long })).expect(201))
      .body as { id: string };
    const validation = target.app.get(RulesetValidationService);
    await validation.validateStored(id);
    expect(await rulesetOf(id)).toMatchObject({ validation_status: 'valid' });
    await manager.put(pathOf(library.id), libraryBody({ ...library, config_yaml: BROKEN })).expect(200);
    expect(await rulesetOf(id)).toMatchObject({ validation_status: 'in_progress' });
    expectDetail(await manager.delete(pathOf(library.id)), 409, /rulesets import it/);
    await validation.validateStored(id);
    expect(await rulesetOf(id)).toMatchObject({ validation_status: 'invalid' });
  });
});

describe('PATCH /api/ruleset-libraries/{id}/', () => {
  it('checks the stored text again, and its importers', async () => {
    const library = await createLibrary();
    const id = await createRuleset(as.builder, rulesetBody({ config_yaml: importing(library) }));
    await target.database.query(`UPDATE ruleset_library SET validation_status = 'unknown' WHERE id = $1`, [
      library.id,
    ]);
    await target.database.query(`UPDATE ruleset SET validation_status = 'unknown' WHERE id = $1`, [id]);
    const { body } = await manager.patch(pathOf(library.id), {}).expect(200);
    expect(body).toEqual(library);
    expect(await rulesetOf(id)).toMatchObject({ validation_status: 'valid' });
  });
});

describe('DELETE /api/ruleset-libraries/{id}/', () => {
  it('removes a library that nothing imports', async () => {
    const library = await createLibrary();
    await manager.delete(pathOf(library.id)).expect(204);
    await manager.get(pathOf(library.id)).expect(404);
    await expect(auditOf(library.name)).resolves.toEqual(['created', 'deleted']);
  });

  it('answers 409 with the importers; forced, these become invalid at once', async () => {
    const library = await createLibrary();
    const body = rulesetBody({ config_yaml: importing(library) });
    const id = await createRuleset(as.builder, body);
    const refused = await manager.delete(pathOf(library.id));
    expectDetail(refused, 409, /cannot be deleted while rulesets import it/);
    expect((refused.body as { detail: string }).detail).toContain(String(body.name));
    await manager.delete(`${pathOf(library.id)}?force=false`).expect(409);
    await manager.delete(`${pathOf(library.id)}?force=true`).expect(204);
    expect(await rulesetOf(id)).toMatchObject({
      validation_status: 'invalid',
      validation_errors: [{ validation_error_type: 'library_missing' }],
    });
  });
});

describe('GET /api/ruleset-libraries/{id}/rulesets/', () => {
  it('pages the rulesets in use that import it, without their text', async () => {
    const library = await createLibrary();
    const ids = [];
    for (const letter of ['a', 'b', 'c']) {
      const name = `${letter} ${uniqueName('importer')}`;
      ids.push(await createRuleset(as.builder, rulesetBody({ name, config_yaml: importing(library) })));
    }
    await createRuleset(as.builder, rulesetBody({ config_yaml: VALID_RULESET }));
    await target.database.query('UPDATE ruleset SET archived_time = now() WHERE id = $1', [ids[2]]);
    const { body } = await as.runner.get(`${pathOf(library.id)}rulesets/?limit=1`).expect(200);
    expect(body).toMatchObject({ count: 2, results: [{ id: ids[0], is_valid: 'valid' }] });
    expect((body as { results: WireBody[] }).results[0]).not.toHaveProperty('config_yaml');
  });
});

describe('POST /api/runs/ with a ruleset that imports libraries', () => {
  const start = async (rulesetId: string): Promise<{ status: number; body: WireBody }> => {
    const { body } = await as.builder.post('/api/connections/', connectionBody()).expect(200);
    const connection = (body as WireBody).id;
    const run = { connection, mask_type: 'database', ruleset: rulesetId, name: 'x', options: {} };
    return as.builder.post('/api/runs/', run);
  };

  it('freezes the libraries as they are', async () => {
    const library = await createLibrary();
    const id = await createRuleset(as.builder, rulesetBody({ config_yaml: importing(library) }));
    const { status, body } = await start(id);
    expect(status).toBe(201);
    const [run] = await target.database.query('SELECT ruleset_sources FROM run WHERE id = $1', [body.id]);
    expect(run).toEqual({
      ruleset_sources: {
        locality: 'US',
        libraries: [{ namespace: library.namespace, name: library.name, text: TEXT }],
      },
    });
  });

  it('names the library at fault where clients look for it', async () => {
    const library = await createLibrary(libraryBody({ config_yaml: BROKEN }));
    const id = await createRuleset(as.builder, rulesetBody({ config_yaml: importing(library) }));
    const { status, body } = await start(id);
    expect(status).toBe(400);
    expect((body.ruleset as string[])[0]).toMatch(
      new RegExp(`^Cannot start run: Library "estate/eu/${String(library.name)}" `),
    );
  });
});
