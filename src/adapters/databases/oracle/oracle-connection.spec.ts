import {
  connectFailure,
  failingConnections,
  peerSettings,
} from '../../../../test/support/failing-connections.js';
import { oracleAdapter } from './oracle-adapter.js';
import { connectDescriptor, readOracleOptions } from './oracle-options.js';

/** The real driver against peers on loopback; no Oracle is there to be asked. */
describe('Oracle connections that fail', () => {
  failingConnections(oracleAdapter);

  it.each([
    [{ ssl: 'sometimes' }, '"ssl" must be'],
    [{ sid: 'a', service_name: 'b' }, 'not both'],
    [{ wallet: 'no ewallet.pem' }, 'ewallet.pem'],
    [{ colour: 'red' }, 'there is no option "colour"'],
    [{ sid: 'a)(HOST=evil' }, 'must not hold quotes, parentheses'],
  ])('refuses the engine options %p', async (options, said) => {
    const error = await connectFailure(oracleAdapter, 1, options);
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
    const asked = { ...peerSettings(1521), ...(serviceName === undefined ? {} : { serviceName }) };
    expect(connectDescriptor(asked, readOracleOptions(options))).toContain(part);
  });
});
