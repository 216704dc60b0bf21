import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { ApiClient } from '../support/api-client.js';
import { MaskClient, storePlan } from '../support/mask-client.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

interface Question {
  readonly text: string;
  readonly entities: readonly string[];
}

const RULES = `[{hash_sources: [{source: from_request}], masks: [{type: unstructured_text,
  matchers: {ai_detect: [{label: SHIP, annotation_config: {guidelines: names of ships, valid_examples: [Ark]}}]},
  masks: [{label: SHIP, masks: [{type: from_fixed, value: '[ship]'}]}]}]}]`;

describe('masking by an AI engine', () => {
  let engine: Server;
  let target: TestApp;
  let client: MaskClient;
  let plan: string;
  let url: string;
  let isBroken = false;
  const asked: Question[] = [];

  beforeAll(async () => {
    engine = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const question = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Question;
        asked.push(question);
        response.statusCode = isBroken ? 400 : 200;
        response.setHeader('content-type', 'application/json');
        const start = question.text.indexOf('Nautilus');
        const found = { entity_type: question.entities[0], start, end: start + 8, score: 0.9 };
        response.end(JSON.stringify(isBroken ? { error: question.text } : start < 0 ? [] : [found]));
      });
    });
    await new Promise<void>((resolve) => {
      engine.listen(0, '127.0.0.1', resolve);
    });
    url = `http://127.0.0.1:${(engine.address() as AddressInfo).port}`;
    target = await createTestApp({ env: { AI_ENGINE_URL: url } });
    await ApiClient.installAdmin(target);
    client = await MaskClient.login(target);
    plan = await storePlan(target, RULES);
  });

  afterAll(async () => {
    await target.stop();
    engine.closeAllConnections();
    await new Promise((resolve) => engine.close(resolve));
  });

  const masked = async (data: readonly string[], body: object = {}): Promise<unknown> =>
    ((await client.mask(plan, { data, ...body }).expect(200)).body as { data: unknown }).data;

  it('asks the engine that the operator names, each text once, and masks what it finds', async () => {
    const data = ['The Nautilus sails.', 'Nothing here.', 'The Nautilus sails.'];
    await expect(masked(data)).resolves.toEqual(['The [ship] sails.', 'Nothing here.', 'The [ship] sails.']);
    expect(asked.map(({ text }) => text).sort()).toEqual(['Nothing here.', 'The Nautilus sails.']);
    await expect(masked(['Nautilus'], { ai_engine_url: url })).resolves.toEqual(['[ship]']);
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
    isBroken = true;
    const { body } = await client.mask(plan, { data: ['Nautilus secret'] }).expect(400);
    expect(body).toMatchObject({ logs: [expect.objectContaining({ log_level: 'ERROR' })] });
    expect(JSON.stringify(body)).not.toContain('secret');
    isBroken = false;
  });

  it('refuses streams, which would be masked by less than the engine', async () => {
    const { body } = await client
      .raw(plan, '"Nautilus"\n', { 'Content-Type': 'application/x-ndjson' })
      .expect(409);
    expect((body as { error: string }).error).toMatch(/streams cannot/);
  });

  it('refuses another engine', async () => {
    const { body } = await client
      .mask(plan, { data: ['x'], ai_engine_url: 'http://127.0.0.1:9/' })
      .expect(422);
    expect(body).toMatchObject({ detail: [{ loc: ['body', 'ai_engine_url'] }] });
  });
});
