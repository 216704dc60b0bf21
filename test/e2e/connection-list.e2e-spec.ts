/** Lists tell which secrets are set by names that are noted, not by opening what is sealed. */
import { ConnectionVault } from '../../src/connections/connection-vault.js';
import type { ConnectionSecrets } from '../../src/connections/connection-settings.js';
import { ApiClient } from '../support/api-client.js';
import { connectionBody, createConnection, type WireBody } from '../support/builders/connection.builder.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

let target: TestApp;
let admin: ApiClient;

beforeAll(async () => {
  target = await createTestApp();
  admin = await ApiClient.installAdmin(target);
});

afterAll(() => target.stop());

/** The marks of set secrets that the list shows for a connection. */
async function listedMarks(id: string): Promise<string[]> {
  const list = (await admin.get('/api/connections/').expect(200)).body as WireBody[];
  const connection = list.find((listed) => listed.id === id) ?? {};
  return Object.keys(connection).filter((name) => name.endsWith('_encrypted'));
}

async function notedNames(id: string): Promise<string[] | null> {
  const rows = await target.database.query<{ names: string[] | null }>(
    `SELECT secret_names AS names FROM connection WHERE id = $1
     AND secret_names_of = encode(sha256(convert_to(sealed_secrets, 'UTF8')), 'hex')`,
    [id],
  );
  return rows[0]?.names ?? null;
}

/** Secrets as a version stores them that knows of no names. */
async function storeSealedAlone(id: string, secrets: ConnectionSecrets): Promise<void> {
  const { sealedSecrets } = target.app.get(ConnectionVault).seal(id, secrets);
  await target.database.query('UPDATE connection SET sealed_secrets = $2 WHERE id = $1', [id, sealedSecrets]);
}

async function refuseNotes(isRefusing: boolean): Promise<void> {
  await target.database.query(
    isRefusing
      ? `ALTER TABLE connection ADD CONSTRAINT no_notes CHECK (secret_names IS NULL) NOT VALID`
      : 'ALTER TABLE connection DROP CONSTRAINT no_notes',
  );
}

describe('the list of connections', () => {
  it('opens no secrets whose names are noted', async () => {
    const id = await createConnection(
      admin,
      connectionBody({ engine_options: { ssl: 'require', key: '-----BEGIN PRIVATE KEY----- hush' } }),
    );
    expect(await notedNames(id)).toEqual(['password', 'engineOptions']);
    expect(await listedMarks(id)).toEqual(['password_encrypted', 'engine_options_encrypted']);
    await target.database.query(`UPDATE connection SET secret_names = '["sessionToken"]' WHERE id = $1`, [
      id,
    ]);
    expect(await listedMarks(id)).toEqual(['session_token_encrypted']);
  });

  it('follows every change of them', async () => {
    const id = await createConnection(admin, connectionBody({ dbpassword: undefined }));
    expect(await listedMarks(id)).toEqual([]);
    await admin.patch(`/api/connections/${id}/`, { dbpassword: 'open-sesame-4711' }).expect(200);
    expect(await notedNames(id)).toEqual(['password']);
    expect(await listedMarks(id)).toEqual(['password_encrypted']);
    await admin.patch(`/api/connections/${id}/`, { dbpassword: '' }).expect(200);
    expect(await listedMarks(id)).toEqual([]);
  });

  it('is right where a version without names has changed secrets, and notes their names', async () => {
    const id = await createConnection(admin);
    const path = `/api/connections/${id}/`;
    const { modified_time: before } = (await admin.get(path).expect(200)).body as WireBody;
    await storeSealedAlone(id, { password: 'a', accessToken: 'b' });
    expect(await notedNames(id)).toBeNull();
    expect(await listedMarks(id)).toEqual(['password_encrypted', 'access_token_encrypted']);
    expect(await notedNames(id)).toEqual(['password', 'accessToken']);
    await storeSealedAlone(id, {});
    expect(await listedMarks(id)).toEqual([]);
    expect((await admin.get(path).expect(200)).body).toMatchObject({ modified_time: before });
  });

  it('waits for nobody who holds a connection, and notes its names later', async () => {
    const ids = [await createConnection(admin), await createConnection(admin)];
    for (const id of ids) {
      await storeSealedAlone(id, { accessToken: 'b' });
    }
    await target.dataSource.transaction(async (manager) => {
      await manager.query('SELECT FROM connection WHERE id = $1 FOR UPDATE', [ids[0]]);
      expect(await listedMarks(ids[0]!)).toEqual(['access_token_encrypted']);
    });
    expect([await notedNames(ids[0]!), await notedNames(ids[1]!)]).toEqual([null, ['accessToken']]);
    await listedMarks(ids[0]!);
    expect(await notedNames(ids[0]!)).toEqual(['accessToken']);
  });

  it('is shown, too, where names cannot be noted', async () => {
    const id = await createConnection(admin);
    await storeSealedAlone(id, { accessToken: 'b' });
    await refuseNotes(true);
    expect(await listedMarks(id)).toEqual(['access_token_encrypted']);
    await refuseNotes(false);
    expect(await notedNames(id)).toBeNull();
  });
});
