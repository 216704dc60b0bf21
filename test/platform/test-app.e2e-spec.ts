import request from 'supertest';
import { createTestApp, type TestApp } from '../support/test-app.js';

describe('the application as tests boot it', () => {
  let target: TestApp;
  beforeAll(async () => {
    target = await createTestApp();
  });
  afterAll(() => target.stop());

  it('has a migrated database of its own', async () => {
    const rows = await target.database.query<{ name: string }>('SELECT current_database() AS name');
    expect(rows).toEqual([{ name: target.database.name }]);
    const own = await target.dataSource.query<{ name: string }[]>('SELECT current_database() AS name');
    expect(own).toEqual(rows);
    await expect(target.database.query('SELECT 1 FROM schema_migration')).resolves.not.toHaveLength(0);
  });

  it('answers over HTTP', async () => {
    await request(target.server).get('/api/no-such-route/').expect(404);
  });
});
