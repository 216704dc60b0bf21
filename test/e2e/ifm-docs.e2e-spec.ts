import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { ApiClient } from '../support/api-client.js';
import { describeWithChromium, startChromium } from '../support/chromium.js';
import { IfmClient } from '../support/ifm-client.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

const OUTPUT = 'test-output';

interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, Readonly<Record<string, unknown>>>> };
}

let target: TestApp;
let anonymous: ApiClient;

beforeAll(async () => {
  target = await createTestApp();
  anonymous = ApiClient.anonymous(target);
  await ApiClient.installAdmin(target);
});

afterAll(() => target.stop());

describe('GET /ifm/openapi.json', () => {
  it('holds the in-flight routes, everything they refer to, and nothing else', async () => {
    const document = (await anonymous.get('/ifm/openapi.json').expect(200)).body as {
      paths: Record<string, Record<string, Operation>>;
      components: { schemas: Record<string, object> };
    };
    const paths = Object.keys(document.paths);
    expect(paths).toEqual(
      expect.arrayContaining(['/ifm/ruleset-plans/', '/api/auth/jwt/refresh/', '/ifm/verify-token/']),
    );
    expect(paths.filter((path) => path.startsWith('/api/') && !path.startsWith('/api/auth/jwt/'))).toEqual(
      [],
    );
    const text = JSON.stringify(document);
    const referred = [...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name);
    expect([...new Set(referred)].sort()).toEqual(Object.keys(document.components.schemas).sort());
  });

  it('has an example in every body', async () => {
    const { paths, components } = (await anonymous.get('/ifm/openapi.json')).body as {
      paths: Record<string, Record<string, Operation>>;
      components: object;
    };
    const bodies = Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).flatMap(([method, { requestBody }]) =>
        Object.entries(requestBody?.content ?? {}).map(([type, media]) => ({
          name: `${method} ${path} ${type}`,
          media,
        })),
      ),
    );
    expect(bodies.length).toBeGreaterThan(6);
    const bare = bodies.filter(
      ({ media }) => !/"examples?":/.test(JSON.stringify(media) + schemaText(media, components)),
    );
    expect(bare.map(({ name }) => name)).toEqual([]);
  });
});

/** The schema that a body refers to, as text. */
function schemaText(media: object, components: object): string {
  const name = /#\/components\/schemas\/(\w+)/.exec(JSON.stringify(media))?.[1] ?? '';
  return JSON.stringify((components as { schemas: Record<string, object> }).schemas[name] ?? {});
}

describe('GET /ifm/docs/ and GET /ifm/docs/{file}, GET /ifm/redoc/ and GET /ifm/redoc/{file}', () => {
  it('are HTML and the files that it names', async () => {
    for (const page of ['docs', 'redoc']) {
      const { text } = await anonymous.get(`/ifm/${page}/`).expect(200);
      const [, file = ''] = /<script src="([^"/]+)"/.exec(text) ?? [];
      await anonymous.get(`/ifm/${page}/${file}`).expect(200);
    }
  });

  it.each(['/ifm/docs/none.js', '/ifm/redoc/none.js', '/ifm/redoc/..%2fpackage.json', '/ifm/openapi.json/'])(
    'are not at %s',
    async (path) => {
      expect((await anonymous.get(path)).status).toBe(404);
    },
  );
});

describeWithChromium('in a browser, offline', () => {
  let browser: Browser;
  let page: Page;
  const strange: string[] = [];
  const faults: string[] = [];

  beforeAll(async () => {
    mkdirSync(OUTPUT, { recursive: true });
    browser = await startChromium();
  });

  beforeEach(async () => {
    strange.length = 0;
    faults.length = 0;
    page = await browser.newPage();
    // The test's own limit ends what hangs.
    page.setDefaultTimeout(0);
    page.on('pageerror', (error) => faults.push(error.message));
    await page.route('**/*', (route) => {
      const url = route.request().url();
      if (url.startsWith(target.url) || url.startsWith('data:')) {
        return route.continue();
      }
      strange.push(url);
      return route.abort();
    });
  });

  afterEach(() => page.close());
  afterAll(() => browser.close());

  it('/ifm/docs/ calls a route with a pasted token', async () => {
    const { accessToken } = await IfmClient.login(target, { username: 'admin', password: 'Correct-horse-7' });
    await page.goto(`${target.url}/ifm/docs/`);
    expect(await page.locator('.information-container').innerText()).toContain('/api/auth/jwt/login/');
    await page.locator('button.authorize').first().click();
    expect(await page.locator('.auth-container').innerText()).toContain('/api/auth/jwt/login/');
    await page
      .locator('.auth-container input')
      .first()
      .fill(accessToken ?? '');
    await page.locator('.auth-btn-wrapper button.authorize').first().click();
    await page.locator('.auth-btn-wrapper button.btn-done').click();
    const operation = page.locator('#operations-Ruleset_plans-ifmPlansCreate');
    await operation.locator('.opblock-summary-control').click();
    await operation.locator('button.execute').click();
    await operation.locator('.live-responses-table .response .response-col_status').first().waitFor();
    const answer = await operation.locator('.live-responses-table').innerText();
    await page.screenshot({ path: join(OUTPUT, 'ifm-docs.png'), fullPage: true });
    expect(answer).toMatch(/201/);
    expect(answer).toMatch(/customer-emails-[a-z0-9]{6}/);
    expect([strange, faults]).toEqual([[], []]);
  });

  it('/ifm/redoc/ shows every route', async () => {
    await page.goto(`${target.url}/ifm/redoc/`);
    await page.getByText('Get a new access token').last().waitFor();
    const text = await page.locator('body').innerText();
    await page.screenshot({ path: join(OUTPUT, 'ifm-redoc.png') });
    expect(text).toMatch(/Vizard in-flight masking/);
    expect(text).toMatch(/Get a new access token/);
    expect(faults).toEqual([]);
    expect(strange.filter((url) => !url.startsWith('https://cdn.redoc.ly/'))).toEqual([]);
  });
});
