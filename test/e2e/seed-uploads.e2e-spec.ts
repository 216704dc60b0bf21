import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { SeedFilesService } from '../../src/rulesets/seed-files.service.js';
import { connectionBody, type WireBody } from '../support/builders/connection.builder.js';
import { createRuleset, rulesetBody, VALID_RULESET } from '../support/builders/ruleset.builder.js';
import { buildUser } from '../support/builders/user.builder.js';
import { expectDetail } from '../support/expect-error.js';
import type { ApiClient } from '../support/api-client.js';
import { installRoles, type RoleClients } from '../support/role-clients.js';
import { createTestApp, type TestApp } from '../support/test-app.js';
import { uniqueName } from '../support/unique-name.js';

const ROOT = '/api/seeds/';
const CSV = 'place,code\nNorth,1\n"South, far",2\n';

let target: TestApp;
let as: RoleClients;

beforeAll(async () => {
  target = await createTestApp({ env: { MAX_UPLOAD_MB: '3' } });
  as = await installRoles(target);
});

afterAll(() => target.stop());

const newName = (): string => `${uniqueName('places').replaceAll(' ', '-')}.csv`;
const send = (
  content: string | Buffer,
  {
    name = newName(),
    as: client = as.builder,
    ...fields
  }: { name?: string; as?: ApiClient; [field: string]: unknown } = {},
): ReturnType<ApiClient['upload']> =>
  client.upload(
    ROOT,
    { field: 'seed_file', name, bytes: Buffer.from(content) },
    fields as Record<string, string>,
  );
const upload = async (content: string | Buffer, options: { name?: string } = {}): Promise<WireBody> =>
  (await send(content, options).expect(201)).body as WireBody;
const drawing = (name: string): string =>
  VALID_RULESET.replace(
    /type: from_fixed\n.*\n/,
    `type: from_file\n            seed_file: ${name}\n            seed_column: place\n`,
  );

describe('POST /api/seeds/', () => {
  it('stores a CSV file and tells its columns (decision D23)', async () => {
    const name = newName();
    const { body } = await send(CSV, { name: 'orig.csv', description: 'far away', as: as.builder }).expect(
      201,
    );
    expect(body).toMatchObject({ name: 'orig.csv', filename: 'orig.csv', description: 'far away' });
    const second = (
      await as.builder
        .upload(ROOT, { field: 'seed_file', name: 'other.csv', bytes: Buffer.from(CSV) }, { name })
        .expect(201)
    ).body as WireBody;
    expect(second).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name,
      filename: 'other.csv',
      seed_file: `seeds/${name}`,
      is_built_in: false,
      columns: ['place', 'code'],
      row_count: 2,
      created_date: expect.stringMatching(/^\d{4}-.*Z$/),
      modified_date: expect.any(String),
    });
    const list = (await as.runner.get(ROOT).expect(200)).body as WireBody[];
    expect(list).toContainEqual(second);
    expect((await as.runner.get(`${ROOT}${String(second.id)}/`).expect(200)).body).toEqual(second);
    expect(readdirSync(join(target.config.paths.dataDir, 'uploads'))).toEqual([]);
  });

  it('is for builders and administrators', async () => {
    await send(CSV, { as: as.anonymous }).expect(401);
    await send(CSV, { as: as.builderByApiToken }).expect(403);
    await send(CSV, { as: as.runner }).expect(403);
    await send(CSV, { as: as.admin }).expect(201);
  });

  it.each<[string, string | Buffer, RegExp]>([
    ['an empty file', '', /empty/],
    ['a header alone', 'a,b\n', /no row below the header/],
    ['a column without a name', 'a,\n1,2\n', /column has no name \(line 1\)/],
    ['two columns of one name', 'a,a\n1,2\n', /same name/],
    ['a ragged row', 'a,b\n1,2\n1\n', /1 cells instead of 2 \(line 3\)/],
    ['an open quote', 'a\n"secret-cell\n', /never closed/],
    ['another encoding', Buffer.from('a\nGr\xfc\xdfe\n', 'latin1'), /not valid UTF-8/],
    ['UTF-16', Buffer.from('\ufeffa\nb\n', 'utf16le'), /not valid UTF-8/],
  ])('refuses %s and shows no cell', async (_, content, reason) => {
    const { body } = await send(content).expect(400);
    expect(body).toEqual({ seed_file: [expect.stringMatching(reason)] });
    expect(JSON.stringify(body)).not.toContain('secret-cell');
  });

  it.each<[string, string, RegExp]>([
    ['a path', 'a/b.csv', /without a path/],
    ['a Windows path', 'a\\b.csv', /without a path/],
    ['..', '..', /without a path/],
    ['a control character', 'a\u0007.csv', /control characters/],
    ['a device of Windows', 'NUL.csv', /reserved/],
    ['256 characters', 'x'.repeat(256), /at most 255/],
    ['blanks only', '  ', /blank/],
    ['a built-in file’s name', 'last_names.csv', /comes with the program/],
    ['an alias’s name', 'DataMasque_lastNames.csv', /comes with the program/],
  ])('refuses the name %s', async (_, name, reason) => {
    const file = { field: 'seed_file', name: 'x.csv', bytes: Buffer.from(CSV) };
    const { body } = await as.builder.upload(ROOT, file, { name }).expect(400);
    expect(body).toEqual({ name: [expect.stringMatching(reason)] });
  });

  it('takes names with emoji, and files of other kinds as they are', async () => {
    expect(await upload(CSV, { name: 'größe 😀.csv' })).toMatchObject({ name: 'größe 😀.csv' });
    const blob = await upload(Buffer.from([0, 1, 2, 255]), { name: 'blank.png' });
    expect(blob).toMatchObject({ columns: [], row_count: 0 });
    const table = (await target.app.get(SeedFilesService).load(['blank.png'])).get('blank.png');
    expect(Buffer.from(table?.bytes ?? [])).toEqual(Buffer.from([0, 1, 2, 255]));
  });

  it('has each name once, also of ten parallel uploads', async () => {
    const name = newName();
    const replies = await Promise.all(Array.from({ length: 10 }, () => send(CSV, { name })));
    expect(replies.map(({ status }) => status).sort()).toEqual([
      201,
      ...Array.from({ length: 9 }, () => 400),
    ]);
    const [{ count }] = (await target.database.query<{ count: string }>(
      'SELECT count(*) FROM stored_chunk c WHERE NOT EXISTS (SELECT 1 FROM seed_file f WHERE f.id = c.file_id)',
    )) as [{ count: string }];
    expect(count).toBe('0');
  });

  it('answers 413 beyond MAX_UPLOAD_MB and keeps nothing', async () => {
    const response = await send(Buffer.alloc(3 * 1024 * 1024 + 1, 'a'));
    expectDetail(response, 413, /larger than 3 MB/);
    expect(readdirSync(join(target.config.paths.dataDir, 'uploads'))).toEqual([]);
  });

  it('streams a file of several pieces', async () => {
    const rows = Array.from({ length: 120_000 }, (_, n) => `Place ${n},${n}`);
    const file = await upload(`place,code\n${rows.join('\n')}\n`);
    expect(file.row_count).toBe(120_000);
    const table = (await target.app.get(SeedFilesService).load([String(file.name)])).get(String(file.name));
    expect(table?.column('place')?.[119_999]).toBe('Place 119999');
  });

  it.each<[string, () => ReturnType<ApiClient['post']>, object]>([
    ['JSON', () => as.builder.post(ROOT, {}), { seed_file: [expect.stringContaining('form')] }],
    [
      'a form without the file',
      () => as.builder.post(ROOT).field('name', 'x.csv'),
      { seed_file: [expect.stringContaining('required')] },
    ],
    [
      'the file in another part',
      () => as.builder.post(ROOT).attach('file', Buffer.from(CSV), 'a.csv'),
      { seed_file: [expect.stringContaining('exactly one file')] },
    ],
    [
      'two files',
      () =>
        as.builder
          .post(ROOT)
          .attach('seed_file', Buffer.from(CSV), 'a.csv')
          .attach('seed_file', Buffer.from(CSV), 'b.csv'),
      { seed_file: [expect.stringContaining('exactly one file')] },
    ],
    [
      'a form that is cut off',
      () =>
        as.builder
          .post(ROOT)
          .set('Content-Type', 'multipart/form-data; boundary=x')
          .send('--x\r\nContent-Disposition: form-data; name="seed_file"; filename="a.csv"\r\n\r\na'),
      { detail: expect.stringContaining('cut off or malformed') },
    ],
    [
      'a form without a boundary',
      () => as.builder.post(ROOT).set('Content-Type', 'multipart/form-data').send('x'),
      { detail: expect.stringContaining('cut off or malformed') },
    ],
  ])('refuses %s', async (_, call, expected) => {
    const { body } = await call().expect(400);
    expect(body).toEqual(expected);
  });

  it('makes rulesets valid that waited for the file', async () => {
    const name = newName();
    const id = await createRuleset(as.builder, rulesetBody({ config_yaml: drawing(name) }));
    const status = async (): Promise<unknown> =>
      ((await as.runner.get(`/api/rulesets/${id}/`)).body as WireBody).validation_status;
    expect(await status()).toBe('invalid');
    const file = await upload(CSV, { name });
    expect(await status()).toBe('valid');
    await as.builder.delete(`${ROOT}${String(file.id)}/?force=true`).expect(204);
    expect(await status()).toBe('invalid');
  });

  it('makes libraries and their importers valid that waited for the file', async () => {
    const { client } = await buildUser(target, as.admin, {
      roles: ['mask_builder', 'ruleset_library_managers'],
    });
    const name = newName();
    const config_yaml = `version: "1.0"\nmasks:\n  draw: { type: from_file, seed_file: ${name}, seed_column: place }\n`;
    const library = { name: uniqueName('l').replaceAll(' ', '-'), namespace: '', config_yaml };
    const { id } = (await client.post('/api/ruleset-libraries/', library).expect(201)).body as WireBody;
    const text = VALID_RULESET.replace('tasks:', `imports: [${library.name}]\ntasks:`).replace(
      /- type: from_fixed\n.*\n/,
      `- { $ref: "${library.name}#masks/draw" }\n`,
    );
    const ruleset = await createRuleset(client, rulesetBody({ config_yaml: text }));
    await upload(CSV, { name });
    const shown = await client.get(`/api/ruleset-libraries/${String(id)}/`);
    expect(shown.body).toMatchObject({ is_valid: 'valid' });
    expect((await client.get(`/api/rulesets/${ruleset}/`)).body).toMatchObject({ is_valid: true });
  });
});

describe('DELETE /api/seeds/{id}/', () => {
  it('removes the file and its content', async () => {
    const { id, name } = await upload(CSV);
    await as.runner.delete(`${ROOT}${String(id)}/`).expect(403);
    await as.builder.delete(`${ROOT}${String(id)}/`).expect(204);
    await as.builder.get(`${ROOT}${String(id)}/`).expect(404);
    await as.builder.delete(`${ROOT}${String(id)}/`).expect(404);
    expect(await target.database.query('SELECT 1 FROM stored_chunk WHERE file_id = $1', [id])).toEqual([]);
    const audit = await target.database.query<{ action: string }>(
      `SELECT action FROM audit_log WHERE category = 'seed' AND description = $1 ORDER BY id`,
      [`Seed file "${String(name)}"`],
    );
    expect(audit.map(({ action }) => action)).toEqual(['created', 'deleted']);
  });

  it('answers 409 for a built-in file', async () => {
    const list = (await as.runner.get(ROOT)).body as WireBody[];
    const builtIn = list.find((seed) => seed.is_built_in === true);
    expectDetail(await as.builder.delete(`${ROOT}${String(builtIn?.id)}/`), 409, /came with the program/);
  });

  it('answers 409 while an unfinished run draws from it', async () => {
    const { id, name } = await upload(CSV);
    const ruleset = await createRuleset(as.builder, rulesetBody({ config_yaml: drawing(String(name)) }));
    const connection = ((await as.builder.post('/api/connections/', connectionBody())).body as WireBody).id;
    const run = await as.builder
      .post('/api/runs/', { name: 'r', connection, ruleset, options: {} })
      .expect(201);
    expectDetail(await as.builder.delete(`${ROOT}${String(id)}/`), 409, /draws from this seed file/);
    await target.database.query(`UPDATE run SET status = 'finished' WHERE id = $1`, [
      (run.body as WireBody).id,
    ]);
    await as.builder.delete(`${ROOT}${String(id)}/?force=true`).expect(204);
  });

  it('answers 409 while rulesets or libraries name it, and by force makes them invalid', async () => {
    const { id, name } = await upload(CSV);
    const config_yaml = drawing(String(name));
    const longer = drawing(`other-${String(name)}`);
    await createRuleset(as.builder, rulesetBody({ config_yaml: longer }));
    const other = rulesetBody({ config_yaml });
    const ruleset = await createRuleset(as.builder, other);
    const refused = await as.builder.delete(`${ROOT}${String(id)}/`);
    expectDetail(
      refused,
      409,
      `The seed file cannot be deleted while others name it: ruleset "${String(other.name)}". To delete it all the same, add ?force=true.`,
    );
    await as.builder.delete(`${ROOT}${String(id)}/?force=false`).expect(409);
    await as.builder.delete(`${ROOT}${String(id)}/?force=true`).expect(204);
    expect((await as.builder.get(`/api/rulesets/${ruleset}/`)).body).toMatchObject({ is_valid: false });
  });

  it.each(['x', '7', '00000000-0000-4000-8000-000000000000'])('answers 404 for %s', async (id) => {
    await as.builder.delete(`${ROOT}${id}/`).expect(404);
  });
});
