import { readFileSync } from 'node:fs';
import { ApiClient } from '../support/api-client.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

interface Operation {
  readonly summary?: string;
  readonly description?: string;
  readonly operationId: string;
  readonly tags?: string[];
  readonly security?: object[];
  readonly responses: Readonly<Record<string, unknown>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, { properties?: Record<string, object> }>>;
  };
  readonly tags: readonly { readonly name: string }[];
}

let target: TestApp;
let anonymous: ApiClient;
let document: Document;

beforeAll(async () => {
  target = await createTestApp();
  anonymous = ApiClient.anonymous(target);
  document = (await anonymous.get('/api/openapi.json').expect(200)).body as Document;
});

afterAll(() => target.stop());

const operations = (): [string, Operation][] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  );

describe('GET /api/openapi.json', () => {
  it('equals the committed openapi.json (write it anew by: npm run openapi:write)', () => {
    expect(document).toEqual(JSON.parse(readFileSync('openapi.json', 'utf8')));
  });

  it('describes every operation for people who never saw the product', () => {
    const bare = operations().filter(([, { summary, tags }]) => !summary || !tags?.length);
    expect(bare.map(([name]) => name)).toEqual([]);
  });

  it('uses no tag that it does not explain, and no operation id twice', () => {
    const known = new Set(document.tags.map(({ name }) => name));
    const unknown = operations().flatMap(([, { tags = [] }]) => tags.filter((tag) => !known.has(tag)));
    const ids = operations().map(([, { operationId }]) => operationId);
    expect([...new Set(unknown)]).toEqual([]);
    expect(ids).toEqual([...new Set(ids)]);
  });

  it('names success and failure of every operation', () => {
    const incomplete = operations().filter(([, { responses, security }]) => {
      const statuses = Object.keys(responses);
      const hasSuccess = statuses.some((status) => /^[23]/.test(status));
      const failures = ['429', '500', ...(security === undefined ? [] : ['401', '403'])];
      return !hasSuccess || failures.some((status) => !statuses.includes(status));
    });
    expect(incomplete.map(([name]) => name)).toEqual([]);
  });

  it('resolves every reference', () => {
    const references = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(
      ([, name]) => name,
    );
    const missing = references.filter((name) => document.components.schemas[name ?? ''] === undefined);
    expect([...new Set(missing)]).toEqual([]);
  });
});

describe('GET /api/docs/', () => {
  it('loads nothing from elsewhere', async () => {
    const page = await anonymous.get('/api/docs/').expect(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.text).not.toMatch(/https?:\/\/|<script>|<style/);
    const files = [...page.text.matchAll(/(?:src|href)="([^"./]+\.[a-z]+)"/g)].map(([, name]) => name ?? '');
    expect(files).toHaveLength(4);
    for (const name of files) {
      const file = await anonymous.get(`/api/docs/${name}`).expect(200);
      expect(file.headers['cache-control']).toBe('public, max-age=3600');
      expect(Number(file.headers['content-length'])).toBeGreaterThan(100);
    }
  });
});
