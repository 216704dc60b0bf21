import request from 'supertest';
import { ApiClient } from '../support/api-client.js';
import { expectDetail } from '../support/expect-error.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const;
const UUID = '00000000-0000-4000-8000-000000000000';

let target: TestApp;
let admin: ApiClient;
let paths: Document['paths'];

beforeAll(async () => {
  target = await createTestApp();
  admin = await ApiClient.installAdmin(target);
  ({ paths } = (await request(target.server).get('/api/openapi.json')).body as Document);
});

afterAll(() => target.stop());

describe('a known path with another method', () => {
  it('answers 405 and names the methods that it takes, on every path of the document', async () => {
    const wrong: string[] = [];
    for (const path of Object.keys(paths)) {
      const called = path.replaceAll(/\{[^}]+\}/g, UUID);
      // Paths such as users/me/ are also paths of users/{id}/.
      const fits = (other: string): boolean =>
        new RegExp(`^${other.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`).test(called);
      const known = new Set(
        Object.keys(paths)
          .filter(fits)
          .flatMap((other) => Object.keys(paths[other] ?? {})),
      );
      for (const method of METHODS.filter((one) => !known.has(one))) {
        const response = await request(target.server)
          [method](called)
          .set('Authorization', admin.authorization ?? '');
        const allowed = (response.headers.allow ?? '').toLowerCase().split(', ');
        const isRight = response.status === 405 && [...known].every((one) => allowed.includes(one));
        wrong.push(...(isRight ? [] : [`${method} ${called}: ${response.status}, ${allowed.join(' ')}`]));
      }
    }
    expect(wrong).toEqual([]);
  });

  it('says so in the shape of each API', async () => {
    expectDetail(await admin.delete('/api/users/'), 405, 'This path takes GET, HEAD, POST only.');
    const inFlight = await request(target.server).delete('/ifm/verify-token/');
    expect([inFlight.status, inFlight.body]).toEqual([405, { error: 'This path takes GET, HEAD only.' }]);
    expectDetail(await admin.get('/api/nothing/'), 404, 'Not found.');
    expectDetail(await admin.get('/api/users'), 404, /ends in a slash/);
  });
});
