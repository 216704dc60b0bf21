import { setTimeout as sleep } from 'node:timers/promises';
import { MailDeliveryService } from '../../src/mail/mail-delivery.service.js';
import { MailOutboxService } from '../../src/mail/mail-outbox.service.js';
import { sendMail } from '../../src/adapters/mail/index.js';
import { ApiClient } from '../support/api-client.js';
import { buildUser } from '../support/builders/user.builder.js';
import { awaitRun, connectTo, createTasks, logOf } from '../support/builders/run.builder.js';
import { expectDetail } from '../support/expect-error.js';
import { startMailServer, type ReceivedMail, type TestMailServer } from '../support/mail-server.js';
import { installRoles, type RoleClients } from '../support/role-clients.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

const SETTINGS = '/api/settings/';
const TEST_MAIL = '/api/settings/test-mail/';
const PASSWORD = 'smtp-Pa55word-4711';
const LOGIN = { name: 'vizard', password: PASSWORD };

interface StoredMail {
  readonly id: string;
  readonly recipient: string;
  readonly sealed_text: string;
  readonly attempts: number;
}

let target: TestApp;
let as: RoleClients;
let mailbox: TestMailServer;

beforeAll(async () => {
  target = await createTestApp({ workers: 1 });
  as = await installRoles(target);
  mailbox = await startMailServer(LOGIN);
});

afterAll(async () => {
  await target.stop();
  await mailbox.stop();
});

const setUp = (changes: object = {}): Promise<unknown> =>
  as.admin
    .patch(SETTINGS, {
      smtp_host: '127.0.0.1',
      smtp_port: mailbox.port,
      smtp_security: 'none',
      smtp_username: LOGIN.name,
      smtp_password: PASSWORD,
      smtp_sender: 'masking@example.com',
      ...changes,
    })
    .expect(200);
const to =
  (address: string) =>
  (mail: ReceivedMail): boolean =>
    mail.to.includes(address);
const stored = (): Promise<StoredMail[]> => target.database.query('SELECT * FROM outgoing_mail');
const untilStored = async (fits: (mails: StoredMail[]) => boolean): Promise<void> => {
  const deadline = Date.now() + 500_000;
  while (!fits(await stored())) {
    expect(Date.now()).toBeLessThan(deadline);
    await sleep(25);
  }
};
const makeDue = (): Promise<unknown> =>
  target.database.query('UPDATE outgoing_mail SET next_try_time = now()');

describe('without a mail server', () => {
  it('nothing is sent, stored or promised', async () => {
    const { body } = await as.runner.get(SETTINGS).expect(200);
    expect(body).toMatchObject({
      ...{ smtp_host: '', smtp_port: 587, smtp_security: 'starttls' },
      ...{ smtp_username: '', smtp_has_password: false, smtp_sender: '' },
    });
    await buildUser(target, as.admin);
    expect(await stored()).toEqual([]);
    expect((await as.anonymous.get('/api/app/check/')).body).toMatchObject({ is_smtp_configured: false });
    expectDetail(await as.admin.post(TEST_MAIL), 400, /set smtp_host first/);
  });
});

describe('PATCH /api/settings/ of the mail server', () => {
  it('never shows the password again, and seals it', async () => {
    const { body } = await as.admin
      .patch(SETTINGS, {
        ...{ smtp_host: '127.0.0.1', smtp_port: mailbox.port, smtp_security: 'none' },
        ...{ smtp_username: LOGIN.name, smtp_password: PASSWORD, smtp_sender: 'masking@example.com' },
      })
      .expect(200);
    expect(body).toMatchObject({ smtp_host: '127.0.0.1', smtp_has_password: true });
    expect(JSON.stringify(body)).not.toContain(PASSWORD);
    const rows = await target.database.query('SELECT * FROM mail_setting');
    expect(JSON.stringify(rows)).not.toContain(PASSWORD);
    expect((await as.anonymous.get('/api/app/check/')).body).toMatchObject({ is_smtp_configured: true });
    const log = await as.admin.get('/api/audit-logs/');
    expect(log.text).toContain('smtp_password');
    expect(log.text).not.toContain(PASSWORD);
  });

  it('forgets the password when it would go to another server', async () => {
    await setUp();
    const kept = await as.admin.patch(SETTINGS, { smtp_sender: 'other@example.com', locality: 'AU' });
    expect(kept.body).toMatchObject({ smtp_has_password: true, smtp_sender: 'other@example.com' });
    const moved = await as.admin.patch(SETTINGS, { smtp_host: 'localhost' });
    expect(moved.body).toMatchObject({ smtp_has_password: false });
    await setUp();
    const removed = await as.admin.patch(SETTINGS, { smtp_password: '' });
    expect(removed.body).toMatchObject({ smtp_has_password: false });
  });

  it.each<[object, string]>([
    [{ smtp_host: 'a b' }, 'smtp_host'],
    [{ smtp_host: 'a\r\nQUIT' }, 'smtp_host'],
    [{ smtp_port: 0 }, 'smtp_port'],
    [{ smtp_port: 70_000 }, 'smtp_port'],
    [{ smtp_port: '25' }, 'smtp_port'],
    [{ smtp_security: 'ssl' }, 'smtp_security'],
    [{ smtp_username: 7 }, 'smtp_username'],
    [{ smtp_password: ['x'] }, 'smtp_password'],
    [{ smtp_sender: 'nobody' }, 'smtp_sender'],
    [{ smtp_sender: '' }, 'smtp_sender'],
  ])('refuses %j', async (changes, field) => {
    await setUp();
    const { body } = await as.admin.patch(SETTINGS, changes).expect(400);
    expect(Object.keys(body as object)).toEqual([field]);
  });
});

describe('POST /api/settings/test-mail/', () => {
  it('is for administrators', async () => {
    expect((await as.anonymous.post(TEST_MAIL)).status).toBe(401);
    for (const client of [as.builderByApiToken, as.runner, as.builder]) {
      expect((await client.post(TEST_MAIL)).status).toBe(403);
    }
  });

  it('sends a mail to the caller', async () => {
    await setUp();
    expect((await as.admin.post(TEST_MAIL)).status).toBe(204);
    expect(await mailbox.await(to('admin@example.com'))).toMatchObject({
      from: 'masking@example.com',
      login: LOGIN.name,
      raw: expect.stringContaining('Subject: Test mail of the masking service') as string,
    });
  });

  it.each(['169.254.169.254', '::ffff:169.254.169.254', '0xa9fea9fe', 'metadata.google.internal'])(
    'calls no mail server at %s',
    async (host) => {
      const server = { host, port: 25, security: 'none', login: null } as const;
      const mail = { sender: 'a@example.com', recipient: 'b@example.com', subject: 's', text: 't' };
      await expect(sendMail(server, mail)).rejects.toThrow(/link-local or metadata address: not allowed/);
    },
  );

  it('says what is wrong: the login, the certificate, the address', async () => {
    await setUp({ smtp_password: 'wrong-pass-4712' });
    const refused = await as.admin.post(TEST_MAIL);
    expectDetail(refused, 400, /did not take the mail: Invalid login: 535/);
    await setUp({ smtp_security: 'starttls' });
    expectDetail(await as.admin.post(TEST_MAIL), 400, /self-signed certificate|certificate/i);
    await setUp({ smtp_port: 1 });
    expectDetail(await as.admin.post(TEST_MAIL), 400, /127\.0\.0\.1:1 did not take the mail: .*ECONNREFUSED/);
    expect(refused.text).not.toContain('wrong-pass-4712');
  });
});

describe('temporary passwords', () => {
  it('come by mail when an account is made and when its password is reset', async () => {
    await setUp();
    const email = 'rosalind@example.org';
    const password = 'Temp-horse-9021';
    const made = await as.admin
      .post('/api/users/', { username: 'rosalind', email, password, re_password: password })
      .expect(201);
    const first = await mailbox.await(to(email));
    expect(first.raw).toContain('Subject: Your account of the masking service');
    expect(first.raw).toContain(`Temporary password: ${password}`);
    const { id } = made.body as { id: number };
    const reset = await as.admin.post(`/api/users/${id}/reset-password/`).expect(200);
    const given = (reset.body as { password: string }).password;
    const second = await mailbox.await((mail) => to(email)(mail) && mail !== first);
    expect(second.raw).toContain(`Temporary password: ${given}`);
    await ApiClient.login(target, 'rosalind', given);
    await untilStored((mails) => mails.length === 0);
  });
});

describe('results of runs', () => {
  it('come by mail to whoever asked for them, also of runs that fail', async () => {
    await setUp();
    await target.database.query('CREATE TABLE people (id int PRIMARY KEY, name text)');
    await target.database.query(`INSERT INTO people VALUES (1, 'Ada'), (2, 'Grace')`);
    const connection = await connectTo(as.builder, target.database);
    const mask = '    key: id\n    rules: [{column: name, masks: [{type: from_fixed, value: x}]}]\n';
    const order = async (table: string, is_user_subscribed: boolean): Promise<number> => {
      const ruleset = await createTasks(as.builder, `  - type: mask_table\n    table: ${table}\n${mask}`);
      const name = `Nightly\nBcc: evil@example.org ${table}`;
      const started = await as.admin
        .post('/api/runs/', { name, connection, ruleset, options: {}, is_user_subscribed })
        .expect(201);
      return (started.body as { id: number }).id;
    };
    const silent = await order('people', false);
    const good = await order('people', true);
    const bad = await order('nowhere', true);
    for (const id of [silent, good, bad]) {
      await awaitRun(as.admin, id);
    }
    const subject = (id: number) => (mail: ReceivedMail) =>
      mail.raw.includes(`\nRun ${id} "Nightly Bcc: evil@example.org`);
    const told = await mailbox.await(subject(good));
    expect(told.to).toEqual(['admin@example.com']);
    expect(told.raw).toContain(`Run ${good} finished (2 rows masked)`);
    expect(told.raw).not.toMatch(/^Bcc:/m);
    const failed = await mailbox.await(subject(bad));
    expect(failed.raw).toContain('failed');
    expect(mailbox.mails.some(subject(silent))).toBe(false);
    expect((await logOf(as.admin, good)).at(-1)).toContain('finished');
  });
});

describe('newly found sensitive columns', () => {
  it('are told to those who subscribed', async () => {
    await setUp();
    const user = await buildUser(target, as.admin);
    const { body } = await user.client
      .patch(`/api/users/${user.id}/`, { is_subscribed_to_sdd_updates: true })
      .expect(200);
    const { email } = body as { email: string };
    const outbox = target.app.get(MailOutboxService);
    const { manager } = target.dataSource;
    const columns = ['public.customers.email', 'public.customers.phone\nX: y'];
    const found = { connectionName: 'Shop', runId: 12, columns };
    expect(await outbox.postUncoveredColumns({ ...found, columns: [] }, manager)).toEqual([]);
    const posted = await outbox.postUncoveredColumns(found, manager);
    expect(posted).toHaveLength(1);
    await outbox.deliver(posted);
    const mail = await mailbox.await(
      (one) => to(email)(one) && one.raw.includes('on "Shop" that no ruleset masks'),
    );
    expect(mail.raw).toContain('- public.customers.email\n- public.customers.phone X: y');
  });
});

describe('a mail server that is away', () => {
  it('fails no request; the mail is sealed, tried again and in the end given up', async () => {
    // What was delivered last is forgotten a moment later.
    await untilStored((mails) => mails.length === 0);
    await setUp({ smtp_port: 1 });
    const made = await buildUser(target, as.admin);
    const [mail] = await stored();
    expect(mail?.sealed_text).toMatch(/^v1\./);
    expect(JSON.stringify(mail)).not.toContain(made.password);
    const delivery = target.app.get(MailDeliveryService);
    for (let attempt = 0; attempt < 6 && (await stored()).length > 0; attempt += 1) {
      await makeDue();
      await delivery.send(mail?.id ?? '');
      await delivery.send(mail?.id ?? '');
    }
    expect(await stored()).toEqual([]);
  });

  it('gets the mail later, and a final refusal ends it at once', async () => {
    await setUp();
    mailbox.refuseWith(451);
    const user = await buildUser(target, as.admin);
    await untilStored(([mail]) => mail?.attempts === 1);
    const { next } = (
      await target.database.query<{ next: Date }>('SELECT next_try_time AS next FROM outgoing_mail')
    )[0]!;
    expect(next.getTime()).toBeGreaterThan(Date.now() + 30_000);
    mailbox.refuseWith(null);
    await makeDue();
    await target.background.recovery.runOnce();
    await mailbox.await((mail) => mail.raw.includes(`Username: ${user.username}`));
    await untilStored((mails) => mails.length === 0);
    mailbox.refuseWith(550);
    const refused = await buildUser(target, as.admin);
    await untilStored((mails) => mails.length === 0);
    expect(mailbox.mails.some((mail) => mail.raw.includes(refused.username))).toBe(false);
  });
});
