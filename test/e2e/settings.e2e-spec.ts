import { gunzipSync } from 'node:zlib';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { extract } from 'tar-stream';

import { LogFile } from '../../src/common/logging/log-file.js';
import { Logger } from '../../src/common/logging/logger.js';
import type { WireBody } from '../support/builders/connection.builder.js';
import { createRuleset, rulesetBody, VALID_RULESET } from '../support/builders/ruleset.builder.js';
import { installRoles, type RoleClients } from '../support/role-clients.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

const ROOT = '/api/settings/';
const LOGS = '/api/logs/download/';

let target: TestApp;
let as: RoleClients;

beforeAll(async () => {
  target = await createTestApp({ env: { AI_ENGINE_URL: 'http://from-env:1' } });
  as = await installRoles(target);
});

afterAll(() => target.stop());

describe('GET /api/settings/', () => {
  it('shows every user what is set at first', async () => {
    await as.anonymous.get(ROOT).expect(401);
    await as.builderByApiToken.get(ROOT).expect(403);
    expect((await as.runner.get(ROOT).expect(200)).body).toMatchObject({
      locality: 'US',
      dm_ai_engine_url: 'http://from-env:1',
      global_custom_keywords: [],
      global_ignored_keywords: [],
      allowed_hosts: ['127.0.0.1', 'localhost'],
    });
  });
});

describe('PATCH /api/settings/', () => {
  it('is for administrators', async () => {
    await as.anonymous.patch(ROOT, {}).expect(401);
    for (const client of [as.builderByApiToken, as.runner, as.builder]) {
      await client.patch(ROOT, { locality: 'NZ' }).expect(403);
    }
  });

  it('changes what is given, and writes names to the audit log', async () => {
    await as.admin.patch(ROOT, { locality: 'AU' }).expect(200);
    const { body } = await as.admin
      .patch(ROOT, {
        dm_ai_engine_url: 'http://ai:8000/x',
        global_custom_keywords: [' loyalty ', 'loyalty', ''],
        global_ignored_keywords: ['file_name'],
        smtp_has_password: false,
      })
      .expect(200);
    expect(body).toMatchObject({
      locality: 'AU',
      dm_ai_engine_url: 'http://ai:8000/x',
      global_custom_keywords: ['loyalty'],
      global_ignored_keywords: ['file_name'],
    });
    await as.admin.patch(ROOT, { dm_ai_engine_url: '', locality: null }).expect(200);
    expect((await as.runner.get(ROOT)).body).toMatchObject({
      locality: 'AU',
      dm_ai_engine_url: 'http://from-env:1',
    });
    const [last] = (await as.admin.get('/api/audit-logs/')).body as WireBody[];
    expect(last).toMatchObject({
      category: 'settings',
      action: 'modified',
      description: 'Changed settings: dm_ai_engine_url',
    });
  });

  it('gives rulesets their locality', async () => {
    const config_yaml = VALID_RULESET.replace('hidden@example.com', '{{ locality }}').replace(
      'table: customers',
      "table: 't_{{ locality }}'",
    );
    await as.admin.patch(ROOT, { locality: 'NZ' }).expect(200);
    const id = await createRuleset(as.builder, rulesetBody({ config_yaml }));
    expect((await as.builder.get(`/api/rulesets/${id}/`)).body).toMatchObject({ is_valid: true });
    const preview = await as.builder.post('/api/rulesets/preview/', {
      config_yaml,
      records: [{ id: 1, email: 'x' }],
    });
    expect(JSON.stringify(preview.body)).toContain('t_NZ');
  });

  it('has rulesets judged again that mention the locality, by themselves or through a library', async () => {
    await as.admin.patch(ROOT, { locality: 'US' }).expect(200);
    const seed = (locality: string): string =>
      VALID_RULESET.replace(
        /masks:[\s\S]*$/,
        `masks: [{ type: from_file, seed_file: 'towns_${locality}.csv', seed_column: town }]\n`,
      );
    const csv = { field: 'seed_file', name: 'towns_US.csv', bytes: Buffer.from('town\nBoston\n') };
    await as.builder.upload('/api/seeds/', csv, { name: csv.name }).expect(201);
    const id = await createRuleset(as.builder, rulesetBody({ config_yaml: seed('{{ locality }}') }));
    const fixed = await createRuleset(as.builder, rulesetBody({ config_yaml: seed('US') }));
    const valid = async (one: string): Promise<unknown> =>
      ((await as.builder.get(`/api/rulesets/${one}/`)).body as WireBody).is_valid;
    expect([await valid(id), await valid(fixed)]).toEqual([true, true]);
    await as.admin.patch(ROOT, { locality: 'NZ' }).expect(200);
    expect([await valid(id), await valid(fixed)]).toEqual([false, true]);
    await as.admin.patch(ROOT, { locality: 'US' }).expect(200);
    expect(await valid(id)).toBe(true);
  });

  it('changes the hosts at once, but never so that the caller is locked out', async () => {
    const name = 'masking.example.com';
    expect((await as.admin.get(ROOT).set('Host', name)).status).toBe(400);
    const hosts = ['127.0.0.1', name];
    await as.admin.patch(ROOT, { allowed_hosts: hosts }).expect(200);
    const reply = await as.admin.get(ROOT).set('Host', name).expect(200);
    const wish = { allowed_hosts: ['elsewhere.example.com'] };
    const { body } = await as.admin.patch(ROOT, wish).set('Host', name).expect(400);
    expect(body).toEqual({ allowed_hosts: [expect.stringContaining('lock yourself out')] });
    expect(reply.body).toMatchObject({ allowed_hosts: hosts });
  });

  it.each<[WireBody, string]>([
    [{ locality: '' }, 'locality'],
    [{ locality: 'US: {x}' }, 'locality'],
    [{ locality: 7 }, 'locality'],
    [{ dm_ai_engine_url: 'ftp://x' }, 'dm_ai_engine_url'],
    [{ dm_ai_engine_url: 'http://user:pw@x' }, 'dm_ai_engine_url'],
    [{ dm_ai_engine_url: 7 }, 'dm_ai_engine_url'],
    [{ global_custom_keywords: 'a' }, 'global_custom_keywords'],
    [{ global_ignored_keywords: [1] }, 'global_ignored_keywords'],
    [{ global_ignored_keywords: ['x'.repeat(256)] }, 'global_ignored_keywords'],
    [{ allowed_hosts: [] }, 'allowed_hosts'],
    [{ localty: 'US' }, 'localty'],
    [{ allowed_hosts: ['a b'] }, 'allowed_hosts'],
  ])('refuses %j', async (body, field) => {
    const reply = await as.admin.patch(ROOT, body).expect(400);
    expect(Object.keys(reply.body as object)).toEqual([field]);
  });
});

describe('GET /api/logs/download/', () => {
  it('is for administrators', async () => {
    await as.anonymous.get(LOGS).expect(401);
    for (const client of [as.builderByApiToken, as.runner, as.builder]) {
      await client.get(LOGS).expect(403);
    }
  });

  it('packs the recent lines of every process, without secrets', async () => {
    const folder = target.config.paths.logsDir;
    const silent = { write: (): void => undefined };
    const logger = Logger.create({ level: 'info', format: 'pretty' }, silent, new LogFile(folder, 'api'));
    logger.info('Started', { password: 'pw-4711', err: new Error('at postgres://u:pw-4712@h/db') });
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'other.txt'), 'not a log');
    const { body, headers } = await as.admin.get(`${LOGS}?log_service=application`).buffer(true).expect(200);
    expect(headers['content-type']).toBe('application/gzip');
    expect(headers['content-disposition']).toMatch(/filename=".*\.tar\.gz"/);
    const files = await unpack(body as Buffer);
    expect([...files.keys()]).toEqual(['logs/api.log']);
    expect(JSON.parse(files.get('logs/api.log') ?? '')).toMatchObject({ level: 'info', msg: 'Started' });
    expect(files.get('logs/api.log')).not.toMatch(/pw-471/);
  });

  it('refuses other logs', async () => {
    expect((await as.admin.get(`${LOGS}?log_service=nginx`).expect(400)).body).toEqual({
      log_service: [expect.any(String)],
    });
  });
});

async function unpack(archive: Buffer): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const reader = extract();
  reader.end(gunzipSync(archive));
  for await (const entry of reader) {
    const pieces: Buffer[] = [];
    for await (const piece of entry) {
      pieces.push(piece as Buffer);
    }
    files.set(entry.header.name, Buffer.concat(pieces).toString('utf8'));
  }
  return files;
}
