import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mysqlAdapter } from '../../src/adapters/databases/mysql/mysql-adapter.js';
import type { MariadbTarget, TestMariadb } from '../support/mariadb.js';
import { describeWithMariadb, startMariadb } from '../support/mariadb.js';

describeWithMariadb('MySQL connections over TLS', () => {
  let folder: string;
  let server: TestMariadb;
  let target: MariadbTarget;

  const file = (name: string): string => join(folder, name);
  const pem = (name: string): string => readFileSync(file(name), 'utf8');
  const openssl = (...settings: string[]): void => {
    execFileSync('openssl', settings, { stdio: 'ignore', cwd: folder });
  };
  /** A certificate of our own authority, for the name `db.example`. */
  const issue = (name: string): void => {
    openssl(
      'req',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.csr`,
      '-subj',
      `/CN=${name}`,
    );
    openssl(
      ...['x509', '-req', '-in', `${name}.csr`, '-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial'],
      ...['-out', `${name}.pem`, '-days', '2', '-extfile', 'names.txt'],
    );
    chmodSync(file(`${name}.key`), 0o644);
  };
  const authority = (name: string): void =>
    openssl(
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', `${name}.key`, '-out', `${name}.pem`],
      ...['-days', '2', '-subj', `/CN=${name}`],
    );
  const outcome = async (engineOptions: Record<string, unknown>): Promise<string> => {
    try {
      const session = await mysqlAdapter.open({ ...target.settings, engineOptions }, 'tls');
      await session.close();
      return 'open';
    } catch (error) {
      expect(String((error as Error).stack)).not.toContain(target.settings.password);
      return (error as { code: string }).code;
    }
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vizard-test-tls-'));
    chmodSync(folder, 0o755);
    writeFileSync(file('names.txt'), 'subjectAltName=DNS:db.example\n');
    authority('ca');
    authority('stranger');
    issue('server');
    issue('client');
    server = await startMariadb([
      `--ssl-ca=${file('ca.pem')}`,
      `--ssl-cert=${file('server.pem')}`,
      `--ssl-key=${file('server.key')}`,
    ]);
    target = await server.createTarget();
  });

  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('encrypts where the server can, unless it is told not to', async () => {
    await target.sql(`ALTER USER ${target.settings.user} REQUIRE SSL`);
    expect(await outcome({})).toBe('open');
    expect(await outcome({ ssl: 'require' })).toBe('open');
    expect(await outcome({ ssl: false })).toBe('bad_credentials');
  });

  it('trusts the authority that it is given, and the name only where it is asked to look at it', async () => {
    expect(await outcome({ ssl: 'verify-ca', ca: pem('ca.pem') })).toBe('open');
    expect(await outcome({ ssl: 'verify-ca', ca: pem('stranger.pem') })).toBe('tls_untrusted');
    expect(await outcome({ ca: pem('ca.pem') })).toBe('tls_untrusted');
  });

  it('shows its own certificate to a server that asks for it', async () => {
    await target.sql(`ALTER USER ${target.settings.user} REQUIRE X509`);
    expect(await outcome({ ssl: 'require' })).toBe('bad_credentials');
    const own = { ca: pem('ca.pem'), cert: pem('client.pem'), key: pem('client.key') };
    expect(await outcome({ ssl: 'verify-ca', ...own })).toBe('open');
    await target.sql(`ALTER USER ${target.settings.user} REQUIRE NONE`);
  });

  it('says so when it must encrypt and the server cannot', async () => {
    const plain = await startMariadb();
    const { settings } = await plain.createTarget();
    const opened = mysqlAdapter.open({ ...settings, engineOptions: { ssl: true } }, 'tls');
    await expect(opened).rejects.toMatchObject({ code: 'tls_unavailable' });
    await plain.stop();
  });
});
