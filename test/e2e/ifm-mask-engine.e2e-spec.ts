import { startEngine, type TestEngine } from '../support/ai-engine.js';
import { ApiClient } from '../support/api-client.js';
import { MaskClient, storePlan } from '../support/mask-client.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

const RULES = `[{hash_sources: [{source: from_request}], masks: [{type: unstructured_text,
  matchers: {ai_detect: [{label: SHIP, annotation_config: {guidelines: names of ships, valid_examples: [Ark]}}]},
  masks: [{label: SHIP, masks: [{type: from_fixed, value: '[ship]'}]}]}]}]`;

describe('masking by an AI engine', () => {
  let engine: TestEngine;
  let target: TestApp;
  let admin: ApiClient;
  let client: MaskClient;
  let plan: string;

  beforeAll(async () => {
    engine = await startEngine();
    target = await createTestApp({ env: { AI_ENGINE_URL: engine.url } });
    admin = await ApiClient.installAdmin(target);
    client = await MaskClient.login(target);
    plan = await storePlan(target, RULES);
  });

  afterAll(async () => {
    await target.stop();
    await engine.stop();
  });

  const masked = async (data: readonly string[], body: object = {}): Promise<unknown> =>
    ((await client.mask(plan, { data, ...body }).expect(200)).body as { data: unknown }).data;

  it('asks the engine that the operator names, each text once, and masks what it finds', async () => {
    const data = ['The Nautilus sails.', 'Nothing here.', 'The Nautilus sails.'];
    await expect(masked(data)).resolves.toEqual(['The [ship] sails.', 'Nothing here.', 'The [ship] sails.']);
    expect(engine.asked.map(({ text }) => text).sort()).toEqual(['Nothing here.', 'The Nautilus sails.']);
    await expect(masked(['Nautilus'], { ai_engine_url: engine.url })).resolves.toEqual(['[ship]']);
  });

  it('masks more records than one stretch, in their order', async () => {
    const data = Array.from(
      { length: 200 },
      (_, index) => `${index % 7 === 0 ? 'Nautilus' : 'boat'} ${index}`,
    );
    await expect(masked(data)).resolves.toEqual(data.map((text) => text.replace('Nautilus', '[ship]')));
  });

  it('keeps requests at the same time apart', async () => {
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, index) => masked([`Nautilus ${index}`, `raft ${index}`])),
    );
    expect(all).toEqual(all.map((_, index) => [`[ship] ${index}`, `raft ${index}`]));
  });

  it('fails, without what was sent, when the engine does', async () => {
    engine.isBroken = true;
    const { body } = await client.mask(plan, { data: ['Nautilus secret'] }).expect(400);
    expect(body).toMatchObject({ logs: [expect.objectContaining({ log_level: 'ERROR' })] });
    expect(JSON.stringify(body)).not.toContain('secret');
    engine.isBroken = false;
  });

  it('refuses streams, which would be masked by less than the engine', async () => {
    const { body } = await client
      .raw(plan, '"Nautilus"\n', { 'Content-Type': 'application/x-ndjson' })
      .expect(409);
    expect((body as { error: string }).error).toMatch(/streams cannot/);
  });

  it('asks the engine of the settings from the next request on', async () => {
    const url = `${engine.url}/settings`;
    await admin.patch('/api/settings/', { dm_ai_engine_url: url }).expect(200);
    await expect(masked(['Nautilus'], { ai_engine_url: url })).resolves.toEqual(['[ship]']);
    expect(engine.asked.at(-1)?.path).toBe('/settings/analyze');
    await client.mask(plan, { data: ['x'], ai_engine_url: engine.url }).expect(422);
    await admin.patch('/api/settings/', { dm_ai_engine_url: '' }).expect(200);
    await expect(masked(['Nautilus'])).resolves.toEqual(['[ship]']);
    expect(engine.asked.at(-1)?.path).toBe('/analyze');
  });

  it('refuses another engine', async () => {
    const { body } = await client
      .mask(plan, { data: ['x'], ai_engine_url: 'http://127.0.0.1:9/' })
      .expect(422);
    expect(body).toMatchObject({ detail: [{ loc: ['body', 'ai_engine_url'] }] });
  });
});
