import { ApiClient } from '../support/api-client.js';
import { connectTo, createTasks, awaitRun, startRun } from '../support/builders/run.builder.js';
import { createPeople, maskPeople } from '../support/people.js';
import { hasRedis } from '../support/redis.js';
import { createTestApp, type TestApp } from '../support/test-app.js';
import { createTargetDatabase, type TestDatabase } from '../support/test-database.js';
import { TraceSink, type SunkSpan } from '../support/trace-sink.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';
const ROWS = 1_200;

describe.each(hasRedis() ? (['in-process', 'bull'] as const) : (['in-process'] as const))(
  'traces of a run, by the %s queue',
  (queue) => {
    let sink: TraceSink;
    let app: TestApp;
    let target: TestDatabase;
    let admin: ApiClient;
    let runId: number;

    beforeAll(async () => {
      [sink, target] = await Promise.all([TraceSink.start(), createTargetDatabase()]);
      app = await createTestApp({
        ...{ queue, workers: 1 },
        env: {
          ...{ OTEL_EXPORTER_OTLP_ENDPOINT: `${sink.url}/`, OTEL_SERVICE_NAME: 'masking' },
          OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=a%2Cb',
        },
      });
      admin = await ApiClient.installAdmin(app);
      await createPeople(target, 'hidden_table', ROWS);
      const connection = await connectTo(admin, target);
      const ruleset = await createTasks(admin, maskPeople('hidden_table'));
      const started = await admin
        .post('/api/runs/', { name: 'hidden name', connection, ruleset, options: { batch_size: 500 } })
        .set('traceparent', `00-${TRACE}-${CALLER}-01`)
        .set('x-request-id', 'the-request')
        .expect(201);
      runId = (started.body as { id: number }).id;
      await awaitRun(admin, runId);
      await sink.await('end of the run', (spans) => spans.some(({ name }) => name === 'task mask_table'));
      await sink.await('request', (spans) => spans.some(({ name }) => name === 'POST /api/runs'));
    }, 120_000);

    afterAll(async () => {
      await app.stop();
      await Promise.all([sink.stop(), target.drop()]);
    });

    const of = (name: string): SunkSpan => {
      const found = sink.spans.find((span) => span.name === name && span.traceId === TRACE);
      if (found === undefined) {
        throw new Error(`No span ${name} in ${JSON.stringify(sink.spans)}`);
      }
      return found;
    };

    it('begins below the caller, with the request', () => {
      expect(of('POST /api/runs')).toMatchObject({
        ...{ parent: CALLER, kind: 2, failed: false, role: 'all' },
        attributes: {
          'http.request.method': 'POST',
          'http.route': '/api/runs',
          'http.response.status_code': 201,
          request_id: 'the-request',
        },
      });
    });

    it('goes through the queue to the worker: request, run, task, part', () => {
      const request = of('POST /api/runs');
      const run = of('run');
      const task = of('task mask_table');
      const part = of('work mask_rows');
      expect([run.parent, task.parent, part.parent]).toEqual([request.spanId, run.spanId, task.spanId]);
      expect(of('job advance-run')).toMatchObject({ parent: request.spanId, kind: 5, role: 'worker' });
      expect(of('job work-partition').parent).toBe(request.spanId);
      expect(run.attributes).toMatchObject({ run_id: runId, status: 'finished' });
      expect(part).toMatchObject({ role: 'worker', attributes: { run_id: runId, task: '0' } });
    });

    it('holds neither values, nor names that users gave, nor paths', () => {
      expect(sink.text).not.toMatch(/hidden|First|example\.com/);
      expect(sink.text).not.toContain(`/api/runs/${runId}/`);
      expect(sink.text).toContain('masking');
      expect(sink.headers['x-collector-key']).toBe('a,b');
    });
  },
);

it('names failures by their kind, and whatever is asked for in vain by its method alone', async () => {
  const sink = await TraceSink.start();
  const target = await createTargetDatabase();
  const app = await createTestApp({ workers: 1, env: { OTEL_EXPORTER_OTLP_ENDPOINT: sink.url } });
  try {
    const admin = await ApiClient.installAdmin(app);
    await admin.get('/api/hidden-thing/').expect(404);
    await admin.get('/api/healthcheck/').expect(200);
    const order = {
      connection: await connectTo(admin, target),
      ruleset: await createTasks(admin, '  - type: run_sql\n    sql: SELECT 1 / 0 AS hidden\n'),
    };
    const runId = await startRun(admin, order);
    await awaitRun(admin, runId);
    await sink.await('failed run', (spans) => spans.some(({ name }) => name === 'run'));
    await sink.await('request', (spans) => spans.some(({ name }) => name === 'GET'));
    const { attributes, failed } = sink.spans.find(({ name }) => name === 'run')!;
    expect({ attributes, failed }).toMatchObject({
      ...{ failed: true },
      attributes: { run_id: runId, status: 'failed', 'error.type': 'failed' },
    });
    expect(sink.text).not.toMatch(/hidden|healthcheck/);
  } finally {
    await app.stop();
    await Promise.all([sink.stop(), target.drop()]);
  }
}, 120_000);
