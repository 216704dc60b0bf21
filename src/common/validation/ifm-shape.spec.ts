import { ShapeError, type ShapeFault } from '../errors/shape-error.js';
import { IfmShape } from './ifm-shape.js';

const SECRETS = new Set(['run_secret']);

function faultsOf(body: unknown, read: (shape: IfmShape) => void): readonly ShapeFault[] {
  try {
    const shape = IfmShape.of(body, SECRETS);
    read(shape);
    shape.finish();
  } catch (error) {
    if (error instanceof ShapeError) {
      return error.faults;
    }
    throw error;
  }
  return [];
}

describe('IfmShape', () => {
  it.each<[string, unknown, (shape: IfmShape) => unknown, Partial<ShapeFault>]>([
    ['missing', {}, (s) => s.list('data', { required: true }), { loc: ['body', 'data'], input: {} }],
    ['list_type', { data: 'x' }, (s) => s.list('data', { required: true }), { input: 'x' }],
    ['list_type', { data: null }, (s) => s.list('data', { required: true }), { input: null }],
    ['string_type', { name: 7 }, (s) => s.text('name'), { loc: ['body', 'name'], input: 7 }],
    ['string_too_short', { name: 'ab' }, (s) => s.text('name', { min: 3 }), { ctx: { min_length: 3 } }],
    ['string_too_long', { name: 'abcd' }, (s) => s.text('name', { max: 3 }), { ctx: { max_length: 3 } }],
    ['string_pattern_mismatch', { name: 'a b' }, (s) => s.text('name', { pattern: /^\w+$/ }), {}],
    ['bool_parsing', { on: 'maybe' }, (s) => s.flag('on'), { loc: ['body', 'on'], input: 'maybe' }],
    ['bool_parsing', { on: 1 }, (s) => s.flag('on'), { input: 1 }],
    [
      'enum',
      { level: 'LOUD' },
      (s) => s.choice('level', ['INFO', 'DEBUG']),
      { ctx: { expected: "'INFO', 'DEBUG'" } },
    ],
    ['int_parsing', { limit: 'ten' }, (s) => s.whole('limit', { min: 1, max: 9 }), { input: 'ten' }],
    ['int_parsing', { limit: 1.5 }, (s) => s.whole('limit', { min: 1, max: 9 }), { input: 1.5 }],
    ['greater_than_equal', { limit: '0' }, (s) => s.whole('limit', { min: 1, max: 9 }), { ctx: { ge: 1 } }],
    ['less_than_equal', { limit: 10 }, (s) => s.whole('limit', { min: 1, max: 9 }), { ctx: { le: 9 } }],
    ['dict_type', { options: [] }, (s) => s.object('options'), { loc: ['body', 'options'] }],
    ['dict_type', [1], () => undefined, { loc: ['body'], input: [1] }],
    ['missing', undefined, () => undefined, { loc: ['body'], input: null }],
    ['extra_forbidden', { surprise: 1 }, () => undefined, { loc: ['body', 'surprise'], input: 1 }],
    ['extra_forbidden', JSON.parse('{"__proto__": 1}'), () => undefined, { loc: ['body', '__proto__'] }],
  ])('%s: %j', (type, body, read, expected) => {
    expect(faultsOf(body, read)).toEqual([
      expect.objectContaining({ type, msg: expect.stringMatching(/\.$/), ...expected }),
    ]);
  });

  it('gives what is right, and takes null for absent where that is allowed', () => {
    const shape = IfmShape.of({ a: 'x', b: true, c: [1], d: 'INFO', e: 3, f: { g: null }, h: null });
    expect([shape.text('a'), shape.flag('b'), shape.list('c'), shape.choice('d', ['INFO'])]).toEqual([
      'x',
      true,
      [1],
      'INFO',
    ]);
    expect(shape.whole('e', { min: 1, max: 9 })).toBe(3);
    expect(shape.object('f')?.closeFields.bind(shape.object('f'))).toBeDefined();
    expect([shape.text('h'), shape.any('h'), shape.any('none')]).toEqual([undefined, null, undefined]);
    expect(() => {
      shape.finish();
    }).not.toThrow();
  });

  it('tells of everything at once, and of the inner object with its place', () => {
    const faults = faultsOf({ a: 1, options: { enabled: 'no', more: 2 } }, (shape) => {
      shape.text('a');
      const options = shape.object('options');
      options?.flag('enabled');
      options?.closeFields();
    });
    expect(faults.map(({ type, loc }) => [type, loc.join('.')])).toEqual([
      ['string_type', 'body.a'],
      ['bool_parsing', 'body.options.enabled'],
      ['extra_forbidden', 'body.options.more'],
    ]);
  });

  it('never repeats a secret, nor anything large', () => {
    const secret = { run_secret: 'short' };
    expect(faultsOf(secret, (shape) => shape.text('run_secret', { min: 20 }))[0]?.input).toBe('**********');
    const missing = faultsOf(secret, (shape) => {
      shape.text('run_secret');
      shape.list('data', { required: true });
    });
    expect(missing[0]?.input).toEqual({ run_secret: '**********' });
    const large = { data: Object.fromEntries(Array.from({ length: 99 }, (_, i) => [`k${i}`, i])) };
    expect(faultsOf(large, (shape) => shape.list('data'))[0]?.input).toBeNull();
    const long = { name: ['x'.repeat(5_000)] };
    expect(JSON.stringify(faultsOf(long, (shape) => shape.text('name')))).toHaveLength(
      JSON.stringify(faultsOf({ name: ['x'.repeat(200)] }, (shape) => shape.text('name'))).length + 1,
    );
  });
});
