import { freePort } from '../../../../test/support/guarded-process.js';
import { startPeer } from '../../../../test/support/silent-peer.js';
import type { DatabaseError, DatabaseSettings } from '../index.js';
import { oracleAdapter } from './oracle-adapter.js';
import { connectDescriptor, readOracleOptions } from './oracle-options.js';

/** The real driver against peers on loopback; no Oracle is there to be asked. */
describe('Oracle connections that fail', () => {
  const settings = (port: number, engineOptions: Record<string, unknown> = {}): DatabaseSettings => ({
    ...{ host: '127.0.0.1', tcpPort: port, database: 'crm', user: 'masking', password: 's3cret-Pass' },
    ...{ schema: '', engineOptions, readOnly: false },
  });

  async function failure(port: number, engineOptions: Record<string, unknown> = {}): Promise<DatabaseError> {
    const error = await oracleAdapter.open(settings(port, engineOptions), 'test').then(
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
  }, 60_000);

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
  }, 60_000);

  it.each([
    [{ ssl: 'sometimes' }, '"ssl" must be'],
    [{ sid: 'a', service_name: 'b' }, 'not both'],
    [{ wallet: 'no ewallet.pem' }, 'ewallet.pem'],
    [{ colour: 'red' }, 'there is no option "colour"'],
    [{ sid: 'a)(HOST=evil' }, 'must not hold quotes, parentheses'],
  ])('refuses the engine options %p', async (options, said) => {
    const error = await failure(1, options);
    expect(error.code).toBe('bad_options');
    expect(error.message).toContain(said);
  });

  it.each([
    [{}, undefined, '(CONNECT_DATA=(SERVICE_NAME=crm))'],
    [{}, 'crm.example', '(CONNECT_DATA=(SERVICE_NAME=crm.example))'],
    [{ sid: 'XE' }, 'crm.example', '(CONNECT_DATA=(SID=XE))'],
    [{ ssl: true }, undefined, '(PROTOCOL=TCPS)'],
    [{ ssl: 'require' }, undefined, '(SSL_SERVER_DN_MATCH=NO)'],
    [{ wallet: '-----BEGIN CERTIFICATE-----' }, undefined, '(SSL_SERVER_DN_MATCH=YES)'],
    [{ ssl: true, server_cert_dn: 'CN=db' }, undefined, '(SSL_SERVER_CERT_DN="CN=db")'],
  ])('asks with %p and the service %p', (options, serviceName, part) => {
    const asked = { ...settings(1521), ...(serviceName === undefined ? {} : { serviceName }) };
    expect(connectDescriptor(asked, readOracleOptions(options))).toContain(part);
  });
});
