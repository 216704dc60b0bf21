import fc from 'fast-check';
import type { ColumnShape } from '../../src/engine/index.js';

type Kind = ColumnShape['kind'];

/** Hostile driver texts of each kind of column. */
const TEXTS: Readonly<Record<Kind, fc.Arbitrary<string>>> = {
  text: fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)), maxLength: 20 }),
    fc.constantFrom(
      ...['', '\u0000', 'a\u0000b', '\ud800', '\udc00x', '😀', 'e\u0301', '\u202eabc', 'NaN', '0000-00-00'],
      ...['4111 1111 1111 1111', '049-091-850', '123.456.789-09', '078-05-1120', 'anna.miller@example.com'],
      ...[
        '+64 21 123 4567',
        '203.0.113.7',
        '2001:DB8::ffff:10.0.0.1/64',
        '<a b="c">text</a>',
        '{"a": [1, {"b": null}]}',
        '9'.repeat(400),
        'Zz9'.repeat(500),
      ],
    ),
  ),
  other: fc.oneof(
    fc.uuid(),
    fc.string({ maxLength: 20 }),
    fc.constantFrom('10.0.0.1', '10.0.0.0/8', '::1', '{1,2}', '[1,5)'),
  ),
  integer: fc.oneof(
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
    fc.constantFrom('0', '-1', '2147483647'),
  ),
  decimal: fc.oneof(
    fc.tuple(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), fc.nat(1e9)).map(([a, b]) => `${a}.${b}`),
    fc.constantFrom('NaN', 'Infinity', '-Infinity', '0', '0.00', '-0.5', '9'.repeat(1000)),
  ),
  float: fc.oneof(
    fc.double().map(String),
    fc.constantFrom('NaN', 'Infinity', '-Infinity', '-0', '1e-320', '1.7976931348623157e+308'),
  ),
  boolean: fc.constantFrom('t', 'f', 'true', 'false'),
  bytes: fc.uint8Array({ maxLength: 20 }).map((bytes) => `\\x${Buffer.from(bytes).toString('hex')}`),
  date: fc.oneof(
    fc
      .date({ noInvalidDate: true, min: new Date('0001-01-01'), max: new Date('9999-12-31') })
      .map((date) => date.toISOString().slice(0, 10)),
    fc.constantFrom(
      '2020-02-29',
      '9999-12-31',
      'infinity',
      '-infinity',
      '294276-12-31',
      '0044-03-15 BC',
      '0000-00-00',
    ),
  ),
  datetime: fc.oneof(
    fc
      .date({ noInvalidDate: true, min: new Date('0001-01-01'), max: new Date('9999-12-31') })
      .map((date) => date.toISOString().replace('T', ' ').slice(0, 19)),
    fc.constantFrom(
      '2020-02-29 12:34:56.123456+00',
      'infinity',
      '294276-01-01 00:00:00',
      '2020-01-01 00:00:00-03:30',
      '0044-03-15 10:00:00 BC',
    ),
  ),
  time: fc.constantFrom('00:00:00', '24:00:00', '23:59:59.999999', '10:00:00+02'),
  json: fc.oneof(
    fc.json({ maxDepth: 3 }),
    fc.constantFrom('{"a":1,"a":2}', '[[[[[]]]]]', '"text"', '1e999', 'null'),
  ),
};

const KINDS = Object.keys(TEXTS) as Kind[];

/** Columns `c0` to `c3` of random kinds, and rows of texts for them. */
export const TABLES: fc.Arbitrary<{ readonly kinds: readonly Kind[]; readonly rows: (string | null)[][] }> =
  fc.array(fc.constantFrom(...KINDS), { minLength: 4, maxLength: 4 }).chain((kinds) =>
    fc.record({
      kinds: fc.constant(kinds),
      rows: fc.array(fc.tuple(...kinds.map((kind) => fc.option(TEXTS[kind], { freq: 8 }))), {
        minLength: 1,
        maxLength: 3,
      }),
    }),
  );
