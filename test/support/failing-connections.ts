import type { DatabaseAdapter, DatabaseError, DatabaseSettings } from '../../src/adapters/databases/index.js';
import { freePort } from './guarded-process.js';
import { startPeer } from './silent-peer.js';

const PASSWORD = 's3cret-Pass';

/** A connection to a port of this machine. */
export function peerSettings(port: number, engineOptions: Record<string, unknown> = {}): DatabaseSettings {
  return {
    ...{ host: '127.0.0.1', tcpPort: port, database: 'crm', user: 'masking', password: PASSWORD },
    ...{ schema: '', engineOptions, readOnly: false },
  };
}

/** Why a connection fails, which must not tell the password. */
export async function connectFailure(
  adapter: Pick<DatabaseAdapter, 'open'>,
  port: number,
  engineOptions: Record<string, unknown> = {},
): Promise<DatabaseError> {
  const error = await adapter.open(peerSettings(port, engineOptions), 'test').then(
    () => null,
    (thrown: unknown) => thrown as DatabaseError,
  );
  expect(error).not.toBeNull();
  expect(`${error?.message ?? ''}${String(error?.stack)}`).not.toContain(PASSWORD);
  return error!;
}

/** What every real driver must say where no server of its kind answers. */
export function failingConnections(adapter: Pick<DatabaseAdapter, 'open'>): void {
  it('says that nothing listens there', async () => {
    const error = await connectFailure(adapter, await freePort());
    expect(error).toMatchObject({ code: 'refused', transient: true });
    expect(error.message).toContain('nothing listens there');
  });

  it('gives up on a server that never says a word, in time', async () => {
    const peer = await startPeer();
    const before = Date.now();
    const error = await connectFailure(adapter, peer.port);
    expect(error).toMatchObject({ code: 'unreachable', transient: true });
    expect(error.message).toContain('no answer in time');
    expect(Date.now() - before).toBeLessThan(120_000);
    await peer.stop();
  });

  it('says that something closed the connection at once', async () => {
    const peer = await startPeer((socket) => socket.end());
    expect(await connectFailure(adapter, peer.port)).toMatchObject({ code: 'unreachable' });
    await peer.stop();
  });
}
