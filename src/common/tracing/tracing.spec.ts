import { Logger } from '../logging/logger.js';
import { OtlpTracer } from './otlp-tracer.js';
import type { SpanStart } from './tracer.js';
import {
  currentTraceParent,
  onwardCarrier,
  placeOf,
  startSpan,
  traced,
  useTracer,
  withinSpan,
} from './tracing.js';

const PARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00';
const WORK: SpanStart = { name: 'work', kind: 'internal' };

function lines(): { logger: Logger; found: () => Record<string, unknown>[] } {
  let text = '';
  const logger = Logger.create({ level: 'info', format: 'json' }, { write: (line) => (text += line) });
  return {
    logger,
    found: () =>
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}

describe('without a tracer', () => {
  it('there are no spans, and work is done all the same', async () => {
    const { logger, found } = lines();
    expect(startSpan(WORK)).toBeNull();
    await expect(traced(WORK, () => Promise.resolve(currentTraceParent()))).resolves.toBeNull();
    logger.info('untraced');
    expect(found()[0]).not.toHaveProperty('trace_id');
  });
});

describe('with a tracer', () => {
  let tracer: OtlpTracer;

  beforeAll(() => {
    // Nothing is kept by this ratio, so nothing is sent.
    const options = { endpoint: 'http://127.0.0.1:9', headers: {}, serviceName: 'test', ratio: 0 };
    tracer = new OtlpTracer(options, { role: 'all', instance: 'one' }, Logger.silent());
    useTracer(tracer);
  });

  afterAll(async () => {
    useTracer(null);
    await tracer.stop();
  });

  it('log lines name the trace and the span', () => {
    const { logger, found } = lines();
    const span = startSpan({ ...WORK, parent: { traceparent: PARENT } })!;
    withinSpan(span, () => {
      logger.info('within');
    });
    span.end();
    expect(found()[0]).toMatchObject({ trace_id: PARENT.split('-')[1], span_id: span.spanId });
  });

  it('jobs of jobs stand beside them, and those of work within work, too', async () => {
    const onward = await traced({ ...WORK, parent: { traceparent: PARENT } }, () =>
      traced(WORK, () => Promise.resolve(onwardCarrier())),
    );
    expect(onward).toMatchObject({ traceparent: PARENT });
  });

  it('work within work is a part of it', () => {
    const outer = startSpan({ ...WORK, parent: { traceparent: PARENT } })!;
    const inner = withinSpan(outer, () => startSpan(WORK))!;
    expect(inner.traceId).toBe(outer.traceId);
  });

  it('a context that is none begins a trace of its own', () => {
    const span = startSpan({ ...WORK, parent: { traceparent: '00-nonsense-01' } })!;
    span.end();
    expect(span.carrier.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
  });

  it('an id that others knew beforehand is taken, once', () => {
    const place = placeOf(PARENT, 'run 7')!;
    const [first, second] = [{ ...WORK, spanId: place.spanId }, WORK].map((start) => startSpan(start)!);
    expect(first!.spanId).toBe(place.spanId);
    expect(second!.spanId).not.toBe(place.spanId);
  });

  it('failures are passed on', async () => {
    await expect(traced(WORK, () => Promise.reject(new TypeError('no')))).rejects.toThrow('no');
  });
});

describe('placeOf', () => {
  it('is the same for the same trace and name, and another for others', () => {
    const place = placeOf(PARENT, 'run 7');
    expect(place).toEqual(placeOf(PARENT, 'run 7'));
    expect(place?.spanId).not.toBe(placeOf(PARENT, 'run 8')?.spanId);
    expect(place?.carrier.traceparent).toBe(PARENT.replace('00f067aa0ba902b7', place?.spanId ?? ''));
  });

  it.each([null, '', 'nonsense', '00-short-00f067aa0ba902b7-01'])('is none for %j', (parent) => {
    expect(placeOf(parent, 'run 7')).toBeUndefined();
  });
});
