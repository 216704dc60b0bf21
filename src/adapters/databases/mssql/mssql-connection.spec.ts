import { freePort } from '../../../../test/support/guarded-process.js';
import { mssqlAdapter } from './mssql-adapter.js';
import type { DatabaseError, DatabaseSettings } from '../index.js';
import { startPeer } from '../../../../test/support/silent-peer.js';
import { answerPrelogin, ENCRYPTION, refuseLogin } from '../../../../test/support/tds-peer.js';

/** The real driver against peers on loopback; no SQL Server is there to be asked. */
describe('SQL Server connections that fail', () => {
  const settings = (port: number, engineOptions: Record<string, unknown> = {}): DatabaseSettings => ({
    ...{ host: '127.0.0.1', tcpPort: port, database: 'crm', user: 'masking', password: 's3cret-Pass' },
    ...{ schema: '', engineOptions, readOnly: false },
  });

  async function failure(port: number, engineOptions: Record<string, unknown> = {}): Promise<DatabaseError> {
    const error = await mssqlAdapter.open(settings(port, engineOptions), 'test').then(
      () => null,
      (thrown: unknown) => thrown as DatabaseError,
    );
    expect(error).not.toBeNull();
    expect(`${error?.message ?? ''}${String(error?.stack)}`).not.toContain('s3cret-Pass');
    return error!;
  }

  it('says that nothing listens there', async () => {
    const error = await failure(await freePort());
    expect(error).toMatchObject({ code: 'refused', transient: true });
    expect(error.message).toContain('nothing listens there');
  });

  it('gives up on a server that never says a word, in time', async () => {
    const peer = await startPeer();
    const before = Date.now();
    const error = await failure(peer.port);
    expect(error).toMatchObject({ code: 'unreachable', transient: true });
    expect(error.message).toContain('no answer in time');
    expect(Date.now() - before).toBeLessThan(30_000);
    await peer.stop();
  }, 60_000);

  it('says that something closed the connection at once', async () => {
    const peer = await startPeer((socket) => socket.end());
    expect(await failure(peer.port)).toMatchObject({ code: 'unreachable' });
    await peer.stop();
  });

  it('says that something else answers there', async () => {
    const peer = await startPeer((socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'));
    expect(await failure(peer.port)).toMatchObject({ code: 'unreachable' });
    await peer.stop();
  }, 60_000);

  it('passes on why the server lets nobody in', async () => {
    const peer = await startPeer((socket) => {
      answerPrelogin(socket, ENCRYPTION.notSupported, () => {
        refuseLogin(socket, 18456, "Login failed for user 'masking'.");
      });
    });
    const error = await failure(peer.port, { ssl: 'prefer' });
    expect(error).toMatchObject({ code: 'bad_credentials', engineCode: '18456', transient: false });
    await peer.stop();
  });

  it('never sends the password where it must encrypt and the server cannot', async () => {
    let logins = 0;
    const peer = await startPeer((socket) => {
      answerPrelogin(socket, ENCRYPTION.notSupported, () => {
        logins += 1;
      });
    });
    for (const options of [{ ssl: true }, { ssl: 'verify-full' }, { encrypt: true }]) {
      expect(await failure(peer.port, options)).toMatchObject({ code: 'tls_unavailable' });
    }
    expect(logins).toBe(0);
    await peer.stop();
  });

  it('says so when the server wants TLS and it was switched off', async () => {
    const peer = await startPeer((socket) => {
      answerPrelogin(socket, ENCRYPTION.required);
    });
    expect(await failure(peer.port, { ssl: false })).toMatchObject({ code: 'tls_required' });
    await peer.stop();
  });

  it.each([
    [{ ssl: 'sometimes' }, '"ssl" must be'],
    [{ ssl: true, encrypt: true }, 'say the same'],
    [{ ssl: 'verify-ca' }, '"verify-ca" is not possible'],
    [{ encrypt: 'strict', trust_server_certificate: true }, 'always checks the certificate'],
    [{ colour: 'red' }, 'there is no option "colour"'],
    [{ instance_name: 5 }, '"instance_name" must be a text'],
  ])('refuses the engine options %p', async (options, said) => {
    const error = await failure(1, options);
    expect(error.code).toBe('bad_options');
    expect(error.message).toContain(said);
  });
});
