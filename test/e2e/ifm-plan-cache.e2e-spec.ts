import type { AuthenticatedUser } from '../../src/auth/authenticated-user.js';
import { ChangeFeed } from '../../src/database/change-feed.js';
import { deriveRunKey } from '../../src/engine/index.js';
import { CompiledPlans } from '../../src/ifm-plans/compiled-plans.js';
import type { CompiledPlan } from '../../src/ifm-plans/compiled-plan.js';
import { IfmPlansService } from '../../src/ifm-plans/ifm-plans.service.js';
import { ApiClient } from '../support/api-client.js';
import { MaskClient, storePlan } from '../support/mask-client.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

const USER: AuthenticatedUser = { id: 1, username: 'ada', isAdmin: true, roles: [], tokenKind: 'jwt' };
const fixed = (value: string): string =>
  `version: "1.0"\nrules: [{masks: [{type: from_fixed, value: ${value}}]}]\n`;

let one: TestApp;
let other: TestApp;
let service: IfmPlansService;

beforeAll(async () => {
  one = await createTestApp();
  other = await createTestApp({ database: one.database });
  service = one.app.get(IfmPlansService);
});

afterAll(async () => {
  await other.stop();
  await one.stop();
});

const planIn = (target: TestApp, name: string): Promise<CompiledPlan | null> =>
  target.app.get(CompiledPlans).get(name);
const masked = (plan: CompiledPlan | null): unknown =>
  plan
    ?.maskFor({ runKey: deriveRunKey('x'.repeat(20), null), repeatable: false, nowMs: 0 })
    .maskJson('"secret"', { position: 0 });

/**
 * Until the other process has heard of it: when a second is over it is too late, however long the machine took for the
 * question before.
 */
async function within1s(check: () => Promise<boolean>): Promise<void> {
  for (let end = performance.now() + 1_000, isLast = false; !(await check());) {
    if (isLast) {
      throw new Error('Not seen within a second.');
    }
    isLast = performance.now() > end;
  }
}

describe('compiled plans', () => {
  it('are compiled once per serial, and seen anew at once where they change, elsewhere within a second', async () => {
    const { name } = await service.create(USER, { name: 'cached', rulesetYaml: fixed('a'), options: {} });
    const first = await planIn(one, name);
    expect([first?.serial, masked(first), masked(await planIn(other, name))]).toEqual([1, '"a"', '"a"']);
    await expect(planIn(one, name)).resolves.toBe(first);
    // For a moment after the database has proved that all is heard, which a busy machine may let pass.
    while (one.app.get(CompiledPlans).ready(name) === undefined) {
      await expect(planIn(one, name)).resolves.toBe(first);
    }
    expect(one.app.get(CompiledPlans).ready(name)).toBe(first);

    await service.change(USER, name, { rulesetYaml: fixed('b'), options: { enabled: false } });
    const second = await planIn(one, name);
    expect([second?.serial, second?.options.enabled, masked(second)]).toEqual([2, false, '"b"']);
    await within1s(async () => (await planIn(other, name))?.serial === 2);
    expect(masked(await planIn(other, name))).toBe('"b"');

    await service.remove(USER, name);
    await expect(planIn(one, name)).resolves.toBeNull();
    await within1s(async () => (await planIn(other, name)) === null);
  });

  it('draw from the seed file as it is now', async () => {
    const admin = await ApiClient.installAdmin(one);
    const masker = await MaskClient.login(other);
    const upload = async (place: string): Promise<string> => {
      const file = { field: 'seed_file', name: 'renewed.csv', bytes: Buffer.from(`place\n${place}\n`) };
      return ((await admin.upload('/api/seeds/', file, {}).expect(201)).body as { id: string }).id;
    };
    const first = await upload('North');
    const plan = await storePlan(one, '[{masks: [{type: from_file, seed_file: renewed.csv}]}]');
    const answer = async (): Promise<unknown> => (await masker.mask(plan, { data: ['x'] })).body as unknown;
    expect(await answer()).toMatchObject({ data: ['North'] });

    await admin.delete(`/api/seeds/${first}/?force=true`).expect(204);
    await within1s(async () => (await masker.mask(plan, { data: ['x'] })).status === 409);
    expect(await answer()).toEqual({ error: expect.stringMatching(/cannot be used any more.*renewed\.csv/) });

    await upload('South');
    await within1s(async () => JSON.stringify(await answer()).includes('South'));
  });

  it('are read again after the connection that hears of changes was cut', async () => {
    const { name } = await service.create(USER, { name: 'cut', rulesetYaml: fixed('a'), options: {} });
    await planIn(other, name);
    await one.database.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'vizard changes' AND datname = current_database()",
    );
    await one.database.query("UPDATE ifm_plan SET serial = 7 WHERE name = 'none' OR name = $1", [name]);
    await within1s(async () => (await planIn(other, name))?.serial === 7);
    expect((await planIn(other, name))?.serial).toBe(7);
  });

  it('ask the database each time while no changes are heard', async () => {
    const { name } = await service.create(USER, { name: 'deaf', rulesetYaml: fixed('a'), options: {} });
    const before = await planIn(other, name);
    const feed = other.app.get(ChangeFeed);
    const deaf = [
      jest.spyOn(feed, 'isCurrent').mockReturnValue(false),
      jest.spyOn(feed, 'prove').mockResolvedValue(false),
    ];
    await expect(planIn(other, name)).resolves.toBe(before);
    await one.database.query('UPDATE ifm_plan SET serial = 9 WHERE name = $1', [name]);
    expect((await planIn(other, name))?.serial).toBe(9);
    await one.database.query('DELETE FROM ifm_plan WHERE name = $1', [name]);
    await expect(planIn(other, name)).resolves.toBeNull();
    deaf.forEach((spy) => {
      spy.mockRestore();
    });
  });

  it('gives fifty changes at once serials that neither repeat nor skip', async () => {
    const { name } = await service.create(USER, { name: 'busy', rulesetYaml: fixed('a'), options: {} });
    const changes = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        (i % 2 === 0 ? service : other.app.get(IfmPlansService)).change(USER, name, {
          rulesetYaml: fixed(`v${i}`),
          options: {},
        }),
      ),
    );
    expect(changes.map(({ serial }) => serial).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 50 }, (_, i) => i + 2),
    );
    const last = changes.find(({ serial }) => serial === 51);
    expect((await service.get(name)).rulesetYaml).toBe(last?.rulesetYaml);
  });
});
