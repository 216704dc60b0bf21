import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { ApiClient } from '../support/api-client.js';
import type { WireBody } from '../support/builders/connection.builder.js';
import { createRuleset } from '../support/builders/ruleset.builder.js';
import { createConnection } from '../support/builders/connection.builder.js';
import { buildUser } from '../support/builders/user.builder.js';
import { expectDetail, expectFields } from '../support/expect-error.js';
import { IfmClient } from '../support/ifm-client.js';
import { MaskClient, storePlan } from '../support/mask-client.js';
import { createTestApp, type TestApp, type TestAppOptions } from '../support/test-app.js';

const LICENSE = '/api/license/';
const UPLOAD = '/api/license-upload/';
const CONTRACT = '/api/license/contract-type/';
const HEALTH = '/api/health-check/';
const DAY_MS = 86_400_000;
const INSTALLATION = {
  ...{ email: 'a@example.com', username: 'admin' },
  ...{ password: 'Correct-horse-7', re_password: 'Correct-horse-7' },
  allowed_hosts: ['127.0.0.1'],
};

let folder: string;
let publicKey: string;

/** The command that operators use. */
const command = (...parameters: string[]): string =>
  execFileSync(process.execPath, ['scripts/issue-license.mjs', ...parameters], { encoding: 'utf8' });
const issue = (claims: WireBody, key = join(folder, 'license-key.pem')): string =>
  command('issue', key, JSON.stringify({ name: 'Example Ltd', type: 'business', ...claims }));

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vizard-license-'));
  command('new-key', folder);
  publicKey = readFileSync(join(folder, 'license-key.pub.pem'), 'utf8');
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** One application in a licence mode, with its administrator. */
function inMode(env: () => NonNullable<TestAppOptions['env']>): {
  target: () => TestApp;
  admin: () => ApiClient;
} {
  let target: TestApp;
  let admin: ApiClient;
  beforeAll(async () => {
    target = await createTestApp({ env: env() });
    await ApiClient.anonymous(target)
      .post('/api/users/admin-install/', { ...INSTALLATION, contract_license_type: 'business' })
      .expect(201);
    admin = await ApiClient.login(target, 'admin', 'Correct-horse-7');
  });
  afterAll(() => target.stop());
  return { target: () => target, admin: () => admin };
}

describe('LICENSE_MODE=community', () => {
  const { target, admin } = inMode(() => ({}));

  it('GET /api/license/ shows an unlimited licence that never expires', async () => {
    await ApiClient.anonymous(target()).get(LICENSE).expect(401);
    const { client } = await buildUser(target(), admin());
    expect((await client.get(LICENSE).expect(200)).body).toEqual({
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Community',
      type: expect.any(String),
      is_expired: false,
      uploadable: false,
      expiry_date: null,
      days_until_expiry: 36_500,
      platform_name: 'vizard',
      version: '1',
      quota_tb: null,
      row_limit: null,
      maximum_node_count: null,
      switchable_license_metadata: null,
    });
  });

  it('POST /api/license-upload/ needs no file', async () => {
    const file = { field: 'license_file', name: 'l.lic', bytes: Buffer.from(issue({})) };
    expectDetail(await admin().upload(UPLOAD, file), 400, /needs no licence file/);
    await ApiClient.anonymous(target()).upload(UPLOAD, file).expect(401);
  });

  it('GET and PUT /api/license/contract-type/ answer 400', async () => {
    expectDetail(await admin().get(CONTRACT), 400, /not of the cloud contract type/);
    const wish = { contract_license_type: 'business' };
    expectDetail(await admin().put(CONTRACT, wish), 400, /not of the cloud contract type/);
  });
});

describe('LICENSE_MODE=file', () => {
  const { target, admin } = inMode(() => ({ LICENSE_MODE: 'file', LICENSE_PUBLIC_KEY: publicKey }));
  const send = (text: string): ReturnType<ApiClient['upload']> =>
    admin().upload(UPLOAD, { field: 'license_file', name: 'vizard.lic', bytes: Buffer.from(text) });
  const start = async (): Promise<{ status: number; body: unknown }> => {
    const [connection, ruleset] = [await createConnection(admin()), await createRuleset(admin())];
    return admin().post('/api/runs/', { name: 'r', connection, ruleset, options: {} });
  };

  it('without a licence shows none, and starts no run', async () => {
    expect((await admin().get(LICENSE).expect(200)).body).toMatchObject({
      uuid: '',
      is_expired: true,
      uploadable: true,
    });
    expect((await admin().get(HEALTH)).body).toMatchObject({
      license_expired: true,
      license_renewal_in_days: 0,
    });
    expectDetail((await start()) as never, 403, /There is no licence/);
    const plan = await storePlan(target(), '[{ masks: [{ type: from_fixed, value: x }] }]');
    expect((await (await MaskClient.login(target())).mask(plan, { data: ['a'] })).status).toBe(402);
  });

  it.each<[string, () => string, RegExp]>([
    ['a text', () => 'hello', /no licence/],
    ['nothing', () => '', /no licence/],
    ['binary', () => '\0\0.\0.\0', /no licence/],
    ['another token', () => 'eyJhbGciOiJIUzI1NiJ9.e30.c2ln', /no licence of this program/],
    [
      'an altered licence',
      () => {
        const [header, , signature] = issue({}).trim().split('.');
        const claims = Buffer.from('{"uuid":"x","name":"x","type":"x"}').toString('base64url');
        return `${header}.${claims}.${signature}`;
      },
      /altered/,
    ],
    [
      'a licence of another issuer',
      () => {
        const other = mkdtempSync(join(folder, 'other-'));
        command('new-key', other);
        return issue({}, join(other, 'license-key.pem'));
      },
      /issued by somebody else/,
    ],
    ['an expired licence', () => issue({ expires: '2020-01-01' }), /expired on 2020-01-01/],
    ['a senseless limit', () => issue({ row_limit: -1 }), /no sensible row_limit/],
  ])('refuses %s', async (_, make, reason) => {
    expect((await send(make()).expect(400)).body).toEqual({ license_file: [expect.stringMatching(reason)] });
  });

  it('takes a licence, keeps to it and tells how long it holds', async () => {
    const expires = new Date(Date.now() + 10 * DAY_MS).toISOString();
    const reply = await send(issue({ expires, quota_tb: 5, maximum_node_count: 3 })).expect(200);
    expect(reply.body).toMatchObject({
      name: 'Example Ltd',
      type: 'business',
      is_expired: false,
      days_until_expiry: 10,
      quota_tb: 5,
      row_limit: null,
      maximum_node_count: 3,
    });
    expect((await start()).status).toBe(201);
    expect((await admin().get(HEALTH)).body).toMatchObject({
      license_expired: false,
      license_renewal_in_days: 10,
    });
    const [last] = (await admin().get('/api/audit-logs/')).body as WireBody[];
    expect(last?.category).toBe('run');
  });

  it('masks in flight while a licence holds, and answers 402 without one and after it has expired', async () => {
    const plan = await storePlan(target(), '[{ masks: [{ type: from_fixed, value: x }] }]');
    const [client, ifm] = [
      await MaskClient.login(target()),
      await IfmClient.login(target(), { username: 'admin', password: 'Correct-horse-7' }),
    ];
    const statuses = async (): Promise<number[]> => [
      (await client.mask(plan, { data: ['a'] })).status,
      (await ifm.send('get', 'ruleset-plans/')).status,
    ];
    await send(issue({ expires: new Date(Date.now() + DAY_MS).toISOString() })).expect(200);
    expect(await statuses()).toEqual([200, 200]);
    let expires = new Date();
    // One that is over before it arrives is not taken.
    for (let [status, ms] = [400, 2_000]; status !== 200; ms *= 2) {
      expires = new Date(Date.now() + ms);
      ({ status } = await send(issue({ expires: expires.toISOString() })));
    }
    await sleep(Math.max(0, expires.getTime() - Date.now() + 100));
    expect(await statuses()).toEqual([402, 402]);
    const { body } = await client.mask(plan, { data: ['a'] });
    expect(body).toEqual({ error: expect.stringMatching(/licence expired on/) as string });
    await send(issue({ expires: new Date(Date.now() + DAY_MS).toISOString() })).expect(200);
    expect(await statuses()).toEqual([200, 200]);
  });

  it('tells of a limit that is exceeded', async () => {
    await send(issue({ row_limit: 0 })).expect(200);
    expect((await admin().get(HEALTH)).body).toMatchObject({ license_limit_breach: {} });
    const { id } = (await start()).body as { id: number };
    await target().database.query(
      `INSERT INTO run_task (run_id, ordinal, path, kind, title, status, splits, verifies) VALUES ($1, 0, '0', 'mask_table', 't', 'finished', false, false)`,
      [id],
    );
    await target().database.query(
      `INSERT INTO run_partition (run_id, task_id, kind, status, rows_written) SELECT $1, id, 'mask', 'finished', 7 FROM run_task WHERE run_id = $1`,
      [id],
    );
    expect((await admin().get(HEALTH).expect(200)).body).toMatchObject({
      license_limit_breach: {
        row_limit: {
          breach_type: 'row_limit',
          message: 'The licence allows 0 rows a month; 7 were masked this month.',
          created_date: expect.stringMatching(/Z$/),
        },
      },
    });
  });

  it('answers 500 on health checks once the stored licence is not valid', async () => {
    await target().database.query(`UPDATE license SET text = 'broken'`);
    await admin().get(HEALTH).expect(500);
  });
});

describe('POST /api/users/admin-install/ of installations from clouds', () => {
  it.each([
    ['marketplace', 'aws_ec2_instance_id', 'i-0123456789abcdef0'],
    ['cloud_contract', 'contract_license_type', 'enterprise'],
  ])('LICENSE_MODE=%s requires %s', async (mode, field, value) => {
    const target = await createTestApp({ env: { LICENSE_MODE: mode } });
    try {
      const anonymous = ApiClient.anonymous(target);
      const refused = await anonymous.post('/api/users/admin-install/', INSTALLATION);
      expectFields(refused, { [field]: /^Required for/ });
      await anonymous.post('/api/users/admin-install/', { ...INSTALLATION, [field]: value }).expect(201);
      expect((await anonymous.get('/api/app/check/').expect(200)).body).toMatchObject({
        ...{ installed: true, is_aws_marketplace: mode === 'marketplace' },
      });
    } finally {
      await target.stop();
    }
  });
});

describe('LICENSE_MODE=cloud_contract', () => {
  const { target, admin } = inMode(() => ({ LICENSE_MODE: 'cloud_contract' }));

  it('GET and PUT /api/license/contract-type/ show and set the type', async () => {
    expect((await admin().get(CONTRACT).expect(200)).body).toEqual({ contract_license_type: 'business' });
    const reply = await admin().put(CONTRACT, { contract_license_type: 'enterprise' }).expect(201);
    expect(reply.body).toEqual({ contract_license_type: 'enterprise' });
    expect((await admin().get(LICENSE)).body).toMatchObject({ type: 'enterprise', is_expired: false });
    const { client } = await buildUser(target(), admin());
    await client.put(CONTRACT, { contract_license_type: 'business' }).expect(403);
    for (const type of ['gold', '', 7, null]) {
      const refused = await admin().put(CONTRACT, { contract_license_type: type }).expect(400);
      expect(Object.keys(refused.body as object)).toEqual(['contract_license_type']);
    }
  });

  it('answers 404 while the type is not set', async () => {
    await target().database.query('UPDATE installation SET contract_license_type = NULL');
    expectDetail(await admin().get(CONTRACT), 404, /not set yet/);
  });
});
