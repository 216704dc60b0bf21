import { setTimeout as sleep } from 'node:timers/promises';

import { RulesetUsage } from '../../src/rulesets/ruleset-usage.js';
import { RulesetValidationService } from '../../src/rulesets/ruleset-validation.service.js';
import { RulesetsService } from '../../src/rulesets/rulesets.service.js';
import { ApiClient } from '../support/api-client.js';
import type { WireBody } from '../support/builders/connection.builder.js';
import {
  createRuleset,
  INVALID_RULESET,
  rulesetBody,
  VALID_RULESET,
} from '../support/builders/ruleset.builder.js';
import { installRoles, type RoleClients } from '../support/role-clients.js';
import { createTestApp, type TestApp } from '../support/test-app.js';
import { uniqueName } from '../support/unique-name.js';

const NOWHERE = '00000000-0000-4000-8000-000000000000';
const ENUM_CLIENT = 'datamasque-python/1.2.5 (Python/3.12.1; Linux/6.1)';
/** Long enough to be checked as a job. */
const LONG_RULESET = `${VALID_RULESET}${'# a comment that makes it long\n'.repeat(2_100)}`;

let target: TestApp;
let as: RoleClients;

beforeAll(async () => {
  target = await createTestApp();
  as = await installRoles(target);
});

afterAll(async () => {
  await target.stop();
});

const pathOf = (id: string): string => `/api/rulesets/${id}/`;
const auditOf = async (name: string): Promise<string[]> => {
  const rows = await target.database.query<{ action: string }>(
    `SELECT action FROM audit_log WHERE category = 'ruleset' AND description LIKE $1 ORDER BY id`,
    [`%"${name}"%`],
  );
  return rows.map(({ action }) => action);
};
const countOf = async (name: unknown): Promise<number> =>
  (await target.database.query(`SELECT 1 FROM ruleset WHERE name = $1 AND archived_time IS NULL`, [name]))
    .length;

describe('who may use rulesets', () => {
  const reading: [string, string][] = [
    ['get', '/api/rulesets/'],
    ['get', '/api/v2/rulesets/'],
    ['get', pathOf(NOWHERE)],
    ['get', '/api/masks/'],
  ];
  const writing: [string, string][] = [
    ['post', '/api/rulesets/'],
    ['post', '/api/rulesets/?upsert=true'],
    ['put', pathOf(NOWHERE)],
    ['delete', pathOf(NOWHERE)],
  ];

  it.each([...reading, ...writing])(
    '%s %s answers 401 to strangers and 403 to API tokens',
    async (method, path) => {
      const call = method as 'get' | 'post' | 'put' | 'delete';
      await as.anonymous[call](path).expect(401);
      await as.builderByApiToken[call](path).expect(403);
    },
  );

  it.each(writing)('%s %s answers 403 to runners', async (method, path) => {
    const call = method as 'post' | 'put' | 'delete';
    const reply = await (call === 'delete' ? as.runner.delete(path) : as.runner[call](path, rulesetBody()));
    expect(reply.status).toBe(403);
  });

  it('lets runners list and read what builders and administrators write', async () => {
    for (const writer of [as.builder, as.admin]) {
      const id = await createRuleset(writer);
      await as.runner.get(pathOf(id)).expect(200);
      const { body } = await as.runner.get('/api/rulesets/').expect(200);
      expect((body as WireBody[]).map((item) => item.id)).toContain(id);
    }
  });
});

describe('POST /api/rulesets/', () => {
  it('stores a valid ruleset', async () => {
    const body = rulesetBody();
    const response = await as.builder.post('/api/rulesets/', body).expect(201);
    expect(response.body).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: body.name,
      config_yaml: VALID_RULESET,
      mask_type: 'database',
      is_valid: true,
      validation_status: 'valid',
      validation_errors: [],
      validation_warnings: [],
    });
    await expect(auditOf(String(body.name))).resolves.toEqual(['created']);
  });

  it('is for databases unless it says otherwise', async () => {
    const response = await as.builder
      .post('/api/rulesets/', rulesetBody({ mask_type: undefined }))
      .expect(201);
    expect(response.body).toMatchObject({ mask_type: 'database' });
  });

  it('stores an invalid ruleset and says what is wrong and where', async () => {
    const response = await as.builder
      .post('/api/rulesets/', rulesetBody({ config_yaml: INVALID_RULESET }))
      .expect(201);
    expect(response.body).toMatchObject({
      is_valid: false,
      validation_status: 'invalid',
      config_yaml: INVALID_RULESET,
    });
    const [first] = (response.body as { validation_errors: WireBody[] }).validation_errors;
    expect(first).toMatchObject({
      message: expect.stringContaining('mask_tabel'),
      validation_error_type: 'ruleset',
      severity: 'error',
      line_number: 3,
      column_number: expect.any(Number),
    });
  });

  it.each([
    '',
    ': : :\n\t- [',
    'just a text',
    '[]',
    '&a [*a]',
    '\ufeffversion: "1.0"\n',
    'version: 1.0\ntasks: []\n',
  ])('stores the text %j, whatever it is worth', async (config_yaml) => {
    const response = await as.builder.post('/api/rulesets/', rulesetBody({ config_yaml })).expect(201);
    expect(response.body).toMatchObject({ config_yaml, validation_status: 'invalid' });
    expect((response.body as { validation_errors: WireBody[] }).validation_errors.length).toBeGreaterThan(0);
  });

  it.each<[string, WireBody, string]>([
    ['no name', { name: undefined }, 'name'],
    ['a name that is null', { name: null }, 'name'],
    ['an empty name', { name: '' }, 'name'],
    ['a blank name', { name: ' \u00a0 ' }, 'name'],
    ['a name with a line end', { name: 'a\nb' }, 'name'],
    ['a name with an escape character', { name: 'a\u001bb' }, 'name'],
    ['a name with NUL', { name: 'a\0b' }, 'name'],
    ['a broken name', { name: 'a\ud800' }, 'name'],
    ['a name that is too long', { name: 'x'.repeat(256) }, 'name'],
    ['a name that is a number', { name: 5 }, 'name'],
    ['no text', { config_yaml: undefined }, 'config_yaml'],
    ['a text that is an object', { config_yaml: {} }, 'config_yaml'],
    ['a text with NUL', { config_yaml: 'a\0' }, 'config_yaml'],
    ['a text of more than 10 MiB', { config_yaml: 'x'.repeat(10 * 1024 * 1024 + 1) }, 'config_yaml'],
    ['an unknown type', { mask_type: 'files' }, 'mask_type'],
  ])('refuses %s', async (_, changes, field) => {
    const response = await as.builder.post('/api/rulesets/', rulesetBody(changes)).expect(400);
    expect(response.body).toEqual({ [field]: [expect.any(String)] });
  });

  it.each([
    '"; DROP TABLE ruleset; --',
    '../../etc/passwd',
    '<b>x</b>',
    '😀 größer',
    'x'.repeat(240),
    "o'hara %_",
  ])('takes the name %s', async (hostile) => {
    const name = `${hostile} ${uniqueName('')}`.slice(-255);
    const id = await createRuleset(as.builder, rulesetBody({ name }));
    expect((await as.runner.get(pathOf(id)).expect(200)).body).toMatchObject({ name });
  });

  it('has one name once for databases and once for files', async () => {
    const body = rulesetBody();
    await createRuleset(as.builder, body);
    await createRuleset(as.builder, { ...body, mask_type: 'file' });
    const response = await as.builder.post('/api/rulesets/', body).expect(400);
    expect(response.body).toEqual({ name: [expect.stringContaining('exists already')] });
  });

  it('lets exactly one of 20 parallel requests have a name', async () => {
    const body = rulesetBody();
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => as.builder.post('/api/rulesets/', body)),
    );
    const statuses = replies.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 400)].sort());
    await expect(countOf(body.name)).resolves.toBe(1);
    await expect(auditOf(String(body.name))).resolves.toEqual(['created']);
  });
});

describe('POST /api/rulesets/?upsert=true', () => {
  it('creates with 201, overwrites with 200, under one id and per type', async () => {
    const body = rulesetBody();
    const created = await as.builder.post('/api/rulesets/?upsert=true', body).expect(201);
    const changed = await as.builder
      .post('/api/rulesets/?upsert=true', { ...body, config_yaml: INVALID_RULESET })
      .expect(200);
    expect(changed.body).toMatchObject({
      id: (created.body as WireBody).id,
      is_valid: 'invalid',
      config_yaml: INVALID_RULESET,
    });
    const other = await as.builder
      .post('/api/rulesets/?upsert=true', { ...body, mask_type: 'file' })
      .expect(201);
    expect((other.body as WireBody).id).not.toBe((created.body as WireBody).id);
    await expect(auditOf(String(body.name))).resolves.toEqual(['created', 'modified', 'created']);
  });

  it('never makes two of one name, however many ask at once', async () => {
    const body = rulesetBody();
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        as.builder.post('/api/rulesets/?upsert=true', {
          ...body,
          config_yaml: `${VALID_RULESET}# ${index}\n`,
        }),
      ),
    );
    const statuses = replies.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 200)).toHaveLength(19);
    expect(new Set(replies.map(({ body: reply }) => (reply as WireBody).id)).size).toBe(1);
    await expect(countOf(body.name)).resolves.toBe(1);
  });
});

describe('the form of is_valid (decision D2)', () => {
  it('is a boolean for ordinary clients and the status for those that cannot read one', async () => {
    const id = await createRuleset(as.builder);
    const validity = async (path: string, agent?: string): Promise<unknown> => {
      const call = as.builder.get(path);
      const { body } = await (agent === undefined ? call : call.set('User-Agent', agent)).expect(200);
      const item = Array.isArray(body)
        ? (body as WireBody[]).find((entry) => entry.id === id)
        : (body as WireBody);
      return item?.is_valid;
    };
    await expect(validity(pathOf(id))).resolves.toBe(true);
    await expect(validity('/api/rulesets/')).resolves.toBe(true);
    await expect(validity(pathOf(id), ENUM_CLIENT)).resolves.toBe('valid');
    await expect(validity('/api/rulesets/', ENUM_CLIENT)).resolves.toBe('valid');
    await expect(validity('/api/v2/rulesets/')).resolves.toBe('valid');
  });

  it('is the status where the query of a creation has upsert', async () => {
    const yes = await as.builder.post('/api/rulesets/?upsert=true', rulesetBody()).expect(201);
    expect(yes.body).toMatchObject({ is_valid: 'valid', validation_status: 'valid' });
    const no = await as.builder.post('/api/rulesets/?upsert=false', rulesetBody()).expect(201);
    expect(no.body).toMatchObject({ is_valid: 'valid' });
  });
});

describe('GET /api/rulesets/, GET /api/v2/rulesets/ and GET /api/rulesets/{id}/', () => {
  it('lists bare lists, the second without the text', async () => {
    const id = await createRuleset(as.builder, rulesetBody({ config_yaml: INVALID_RULESET }));
    const one = (await as.runner.get('/api/rulesets/').expect(200)).body as WireBody[];
    expect(one.find((item) => item.id === id)).toMatchObject({
      config_yaml: INVALID_RULESET,
      is_valid: false,
    });
    const two = (await as.runner.get('/api/v2/rulesets/').expect(200)).body as WireBody[];
    const item = two.find((entry) => entry.id === id);
    expect(item).toMatchObject({
      is_valid: 'invalid',
      validation_errors: [expect.objectContaining({ line_number: 3 })],
    });
    expect(item).not.toHaveProperty('config_yaml');
  });

  it.each([NOWHERE, '5', 'x', '..%2f'])('answers 404 for the id %s', async (id) => {
    await as.runner.get(pathOf(id)).expect(404);
  });
});

describe('PUT /api/rulesets/{id}/', () => {
  it('gives new content and a new verdict under the same id', async () => {
    const body = rulesetBody({ mask_type: 'file', config_yaml: INVALID_RULESET });
    const id = await createRuleset(as.builder, body);
    const name = uniqueName('renamed');
    const response = await as.builder
      .put(pathOf(id), { name, config_yaml: INVALID_RULESET.replace('tabel', 'tible') })
      .expect(200);
    expect(response.body).toMatchObject({ id, name, mask_type: 'file', is_valid: false });
    expect((response.body as { validation_errors: WireBody[] }).validation_errors[0]?.message).toContain(
      'mask_tible',
    );
    await expect(auditOf(name)).resolves.toEqual(['modified']);
  });

  it('refuses the name of another ruleset, unknown ids and missing fields', async () => {
    const [one, other] = [rulesetBody(), rulesetBody()];
    await createRuleset(as.builder, one);
    const id = await createRuleset(as.builder, other);
    await as.builder.put(pathOf(id), { ...other, name: one.name }).expect(400);
    await as.builder.put(pathOf(NOWHERE), other).expect(404);
    await as.builder.put(pathOf(id), {}).expect(400);
  });
});

describe('DELETE /api/rulesets/{id}/', () => {
  it('removes what nothing refers to', async () => {
    const body = rulesetBody();
    const id = await createRuleset(as.builder, body);
    await as.builder.delete(pathOf(id)).expect(200);
    await as.builder.delete(pathOf(id)).expect(404);
    await expect(target.database.query('SELECT 1 FROM ruleset WHERE id = $1', [id])).resolves.toHaveLength(0);
    await expect(auditOf(String(body.name))).resolves.toEqual(['created', 'deleted']);
  });

  it('archives what runs refer to, out of sight, and frees its name', async () => {
    const body = rulesetBody();
    const id = await createRuleset(as.builder, body);
    target.app.get(RulesetUsage).register({
      refersTo: (rulesetId) => Promise.resolve(rulesetId === id),
      reasonToKeepSeedFile: () => Promise.resolve(null),
    });
    expect((await as.builder.delete(pathOf(id)).expect(200)).body).toEqual({ id, archived: true });
    await as.builder.get(pathOf(id)).expect(404);
    await expect(target.app.get(RulesetsService).forRun(id)).resolves.toBeNull();
    await expect(target.database.query('SELECT 1 FROM ruleset WHERE id = $1', [id])).resolves.toHaveLength(1);
    await createRuleset(as.builder, body);
  });
});

describe('a ruleset too long to wait for', () => {
  it('answers in_progress, is checked by the job, and a late verdict on an older text is dropped', async () => {
    const validation = target.app.get(RulesetValidationService);
    const body = rulesetBody({ config_yaml: LONG_RULESET });
    const response = await as.builder.post('/api/rulesets/?upsert=true', body).expect(201);
    expect(response.body).toMatchObject({ is_valid: 'in_progress', validation_errors: [] });
    const id = String((response.body as WireBody).id);
    expect((await as.runner.get(pathOf(id)).expect(200)).body).toMatchObject({
      is_valid: false,
      validation_status: 'in_progress',
    });
    await validation.validateStored(id);
    expect((await as.runner.get(pathOf(id)).expect(200)).body).toMatchObject({
      is_valid: true,
      validation_status: 'valid',
    });

    await as.builder.put(pathOf(id), { ...body, config_yaml: INVALID_RULESET }).expect(200);
    await validation.validateStored(id);
    expect((await as.runner.get(pathOf(id)).expect(200)).body).toMatchObject({
      validation_status: 'invalid',
    });
  });

  it('ends as unknown when its check keeps failing, and starts afresh with a new text', async () => {
    const validation = target.app.get(RulesetValidationService);
    const body = rulesetBody({ config_yaml: LONG_RULESET });
    const id = await createRuleset(as.builder, body);
    await target.database.query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RAISE 'refused'; END$$;
      CREATE TRIGGER refuse BEFORE UPDATE ON ruleset FOR EACH ROW
      WHEN (NEW.validation_status = 'valid') EXECUTE FUNCTION refuse()`);
    await expect(validation.validateStored(id)).rejects.toThrow('refused');
    await expect(validation.validateStored(id)).rejects.toThrow('refused');
    expect((await as.runner.get(pathOf(id)).expect(200)).body).toMatchObject({
      validation_status: 'in_progress',
    });
    await validation.validateStored(id);
    await target.database.query('DROP FUNCTION refuse CASCADE');
    expect((await as.runner.get(pathOf(id)).expect(200)).body).toMatchObject({
      is_valid: false,
      validation_status: 'unknown',
      validation_errors: [{ code: 'check_failed', line_number: 1, column_number: 1 }],
    });
    await as.builder.put(pathOf(id), { ...body, config_yaml: `${LONG_RULESET}# new\n` }).expect(200);
    await validation.validateStored(id);
    expect((await as.runner.get(pathOf(id)).expect(200)).body).toMatchObject({ validation_status: 'valid' });
  });

  it('ends as unknown when its check brought down the worker each time', async () => {
    const id = await createRuleset(as.builder, rulesetBody({ config_yaml: LONG_RULESET }));
    await target.database.query('UPDATE ruleset SET validation_attempts = 3 WHERE id = $1', [id]);
    await target.app.get(RulesetValidationService).validateStored(id);
    expect((await as.runner.get(pathOf(id)).expect(200)).body).toMatchObject({
      validation_status: 'unknown',
    });
  });

  it.each([
    ['NUL', '"a\\0b"', 'a\\u0000b'],
    ['half a surrogate pair', '"a\\ud800b"', 'a\\ud800b'],
  ])('is invalid with a place for a key with %s, long or short', async (_, key, shown) => {
    for (const filling of ['', '# a comment that makes it long\n'.repeat(2_100)]) {
      const config_yaml = `${VALID_RULESET}${key}: 1\n${filling}`;
      const id = await createRuleset(as.builder, rulesetBody({ config_yaml }));
      await target.app.get(RulesetValidationService).validateStored(id);
      const { body } = await as.runner.get(pathOf(id)).expect(200);
      expect(body).toMatchObject({ validation_status: 'invalid' });
      const line = VALID_RULESET.split('\n').length;
      const place = expect.objectContaining({ line_number: line, column_number: 1 });
      expect((body as WireBody).validation_errors).toContainEqual(place);
      expect(JSON.stringify((body as WireBody).validation_errors)).toContain(
        JSON.stringify(shown).slice(1, -1),
      );
    }
  });

  it('is found again when its job was lost', async () => {
    const id = await createRuleset(as.builder, rulesetBody({ config_yaml: LONG_RULESET }));
    await target.database.query(
      `UPDATE ruleset SET modified_time = now() - interval '1 hour' WHERE id = $1`,
      [id],
    );
    await expect(target.app.get(RulesetValidationService).recover()).resolves.toBeUndefined();
  });
});

describe('a ruleset too long to wait for, with a worker', () => {
  it('gets its verdict in the worker process', async () => {
    const withWorker = await createTestApp({ workers: 1 });
    try {
      const admin = await ApiClient.installAdmin(withWorker);
      const id = await createRuleset(admin, rulesetBody({ config_yaml: LONG_RULESET }));
      let status = 'in_progress';
      for (let attempt = 0; status === 'in_progress' && attempt < 900; attempt++) {
        await sleep(100);
        status = ((await admin.get(pathOf(id)).expect(200)).body as { validation_status: string })
          .validation_status;
      }
      expect(status).toBe('valid');
    } finally {
      await withWorker.stop();
    }
  });
});

describe('GET /api/masks/', () => {
  it('describes the masks', async () => {
    const { body } = await as.runner.get('/api/masks/').expect(200);
    const listed = body as WireBody[];
    expect(listed.filter((mask) => mask.is_extension === false)).toHaveLength(39);
    expect(listed.filter((mask) => (mask.choices as string[]).length === 0)).toEqual([]);
    const [date, file] = ['from_random_date', 'from_file'].map((name) =>
      listed.find((mask) => mask.name === name),
    );
    expect(date).toMatchObject({
      ...{ family: 'date', role: 'source', accepts: ['all'], gives: 'date', uses_randomness: true },
      ...{ summary: expect.any(String), example: expect.any(String), traits: expect.any(Array) },
      parameters: expect.arrayContaining([expect.objectContaining({ name: 'min', required: true })]),
    });
    const parameters = file?.parameters as WireBody[];
    expect(parameters.find(({ name }) => name === 'seed_file')).toEqual({
      ...{
        name: 'seed_file',
        type: 'seed file',
        required: true,
        default: null,
        constraints: expect.any(String),
      },
      ...{ description: expect.any(String), aliases: [], fields: [] },
    });
  });
});
