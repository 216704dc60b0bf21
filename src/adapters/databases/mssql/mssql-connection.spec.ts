import { mssqlAdapter } from './mssql-adapter.js';
import { connectFailure, failingConnections } from '../../../../test/support/failing-connections.js';
import { startPeer } from '../../../../test/support/silent-peer.js';
import { answerPrelogin, ENCRYPTION, refuseLogin } from '../../../../test/support/tds-peer.js';

/** The real driver against peers on loopback; no SQL Server is there to be asked. */
describe('SQL Server connections that fail', () => {
  failingConnections(mssqlAdapter);

  it('says that something else answers there', async () => {
    const peer = await startPeer((socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'));
    expect(await connectFailure(mssqlAdapter, peer.port)).toMatchObject({ code: 'unreachable' });
    await peer.stop();
  }, 60_000);

  it('passes on why the server lets nobody in', async () => {
    const peer = await startPeer((socket) => {
      answerPrelogin(socket, ENCRYPTION.notSupported, () => {
        refuseLogin(socket, 18456, "Login failed for user 'masking'.");
      });
    });
    const error = await connectFailure(mssqlAdapter, peer.port, { ssl: 'prefer' });
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
      expect(await connectFailure(mssqlAdapter, peer.port, options)).toMatchObject({
        code: 'tls_unavailable',
      });
    }
    expect(logins).toBe(0);
    await peer.stop();
  });

  it('says so when the server wants TLS and it was switched off', async () => {
    const peer = await startPeer((socket) => {
      answerPrelogin(socket, ENCRYPTION.required);
    });
    expect(await connectFailure(mssqlAdapter, peer.port, { ssl: false })).toMatchObject({
      code: 'tls_required',
    });
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
    const error = await connectFailure(mssqlAdapter, 1, options);
    expect(error.code).toBe('bad_options');
    expect(error.message).toContain(said);
  });
});
