import { mysqlAdapter } from '../../src/adapters/databases/mysql/mysql-adapter.js';
import { connectFailure } from '../support/failing-connections.js';
import { freePort } from '../support/guarded-process.js';
import { startPeer } from '../support/silent-peer.js';

describe('a MySQL connection', () => {
  it('says that nothing listens there', async () => {
    const error = await connectFailure(mysqlAdapter, await freePort());
    expect(error).toMatchObject({ code: 'refused', transient: true });
    expect(error.message).toContain('nothing listens there');
  }, 60_000);

  it('says that what listens there does not greet, as a web server does not', async () => {
    const peer = await startPeer();
    const error = await connectFailure(mysqlAdapter, peer.port);
    expect(error).toMatchObject({ code: 'unreachable', transient: true });
    expect(error.message).toContain('does not greet as MySQL and MariaDB servers do');
    await peer.stop();
  }, 60_000);

  it('says that something closed the connection at once', async () => {
    const peer = await startPeer((socket) => socket.end());
    const error = await connectFailure(mysqlAdapter, peer.port);
    expect(error.message).toContain('closed the connection at once');
    await peer.stop();
  }, 60_000);
});
