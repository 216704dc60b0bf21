import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Logger } from '../../src/common/logging/logger.js';
import { isSecretName } from '../../src/common/logging/redact.js';
import { JobQueue } from '../../src/queue/job-queue.js';
import { ApiClient } from '../support/api-client.js';
import { connectionBody, createConnection } from '../support/builders/connection.builder.js';
import { createRuleset, rulesetBody } from '../support/builders/ruleset.builder.js';
import { SECRET_FIELDS } from '../support/leaks/told-secrets.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

const PLANTED = 'Planted-4711-secret';
const PLANTED_LINE = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC4711';
/** Named like secrets, without being any: texts of rulesets, marks of what is sealed, ids of files and of keys. */
const OPEN_FIELDS = /yaml$|_encrypted$|^access_key_id$|^snowflake_private_key$/;

let folder: string;
let target: TestApp;
let admin: ApiClient;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vizard-leaks-'));
  // What follows is kept apart from the records of the run, which must hold no secret.
  process.env.VIZARD_TEST_RECORDS = folder;
  target = await createTestApp();
  admin = await ApiClient.installAdmin(target);
});

afterAll(async () => {
  await target.stop();
  rmSync(folder, { recursive: true });
});

/** The check at the end of each run, on our own records. */
function leaks(): string[] {
  const module = pathToFileURL(join(process.cwd(), 'test', 'support', 'leaks', 'check-leaks.mjs')).href;
  const script = `import { findLeaks } from '${module}';
    process.stdout.write(JSON.stringify(await findLeaks(process.argv[1])));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script, folder], {
    encoding: 'utf8',
  });
  return (JSON.parse(output) as { leaks: string[] }).leaks;
}

/** Names of fields, wherever they stand in the API's document, that hold a text nobody else may read. */
function secretNames(part: unknown, found = new Set<string>()): Set<string> {
  if (typeof part === 'object' && part !== null) {
    const { properties = {} } = part as { properties?: Record<string, { type?: string; format?: string }> };
    for (const [name, { type, format }] of Object.entries(properties)) {
      if (type === 'string' && format === undefined && isSecretName(name) && !OPEN_FIELDS.test(name)) {
        found.add(name);
      }
    }
    Object.values(part).forEach((inner) => secretNames(inner, found));
  }
  return found;
}

describe('the check for secrets at the end of the tests', () => {
  it('knows every field of the API that holds a secret', () => {
    const document: unknown = JSON.parse(readFileSync(join(process.cwd(), 'openapi.json'), 'utf8'));
    const names = [...secretNames(document)];
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => SECRET_FIELDS[name] === undefined)).toEqual([]);
  });

  it('finds nothing where nothing was told', async () => {
    await createConnection(admin, connectionBody({ dbpassword: PLANTED }));
    const key = `-----BEGIN PRIVATE KEY-----\n${PLANTED_LINE}\n-----END PRIVATE KEY-----\n`;
    await createConnection(admin, connectionBody({ engine_options: { ssl: 'require', key } }));
    await admin.get('/api/users/me/').expect(200);
    expect(leaks()).toEqual([]);
  });

  it('names every place that tells a secret, and never the secret', async () => {
    const base64 = Buffer.from(`x${PLANTED}`).toString('base64');
    await createRuleset(admin, rulesetBody({ name: `about ${PLANTED}` }));
    await admin.get('/api/export/v1/').expect(200);
    target.app.get(Logger).info('Told', { note: base64 });
    target.app.get(Logger).info('Told', { note: PLANTED_LINE });
    await target.app.get(JobQueue).enqueue('release-worker', { workerId: PLANTED });
    const found = leaks();
    expect(found).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^answer POST \/api\/rulesets\/: connection password/),
        expect.stringMatching(/^answer GET \/api\/export\/v1\/: connection password/),
        expect.stringMatching(/^log of the API: connection password/),
        expect.stringMatching(/^log of the API: private key/),
        expect.stringMatching(/^queue release-worker: connection password/),
      ]),
    );
    expect(JSON.stringify(found)).not.toMatch(/Planted-|4711-secret|MIIEvQ|SC4711|eFBs/);
  });
});
