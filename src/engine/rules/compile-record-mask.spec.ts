import {
  compileRecordMask,
  compileTableMask,
  deriveRunKey,
  MaskingError,
  readInFlightRuleset,
  readRuleset,
} from '../index.js';
import type { ColumnShape, CompiledRecordMask, MaskingContext, RecordOrigin } from '../index.js';

const CONTEXT: MaskingContext = {
  runKey: deriveRunKey('a secret of records', null),
  repeatable: false,
  nowMs: 0,
  seedFiles: new Map(),
};

function codes(text: string): string[] {
  return readInFlightRuleset(text).problems.map(({ code }) => code);
}

function compile(rules: string, more = '', context = CONTEXT): CompiledRecordMask {
  const { ruleset, problems } = readInFlightRuleset(`version: "1.0"\n${more}rules: ${rules}\n`);
  expect(problems).toEqual([]);
  const { mask, problems: found } = compileRecordMask(ruleset!, context);
  expect(found).toEqual([]);
  return mask!;
}

/** What `JSON.parse` gives. */
type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

const FIRST = { position: 0 };

/** Masks parsed JSON, by a parsed hash value. */
function maskValue(
  mask: CompiledRecordMask,
  record: Json,
  origin: { position: number; hashValue?: Json | undefined } = FIRST,
): Json {
  const { position, hashValue } = origin;
  const given: RecordOrigin =
    hashValue === undefined ? { position } : { position, hashValue: JSON.stringify(hashValue) };
  return JSON.parse(mask.maskJson(JSON.stringify(record), given)) as Json;
}

describe('in-flight rulesets', () => {
  it.each([
    ['rules: [{masks: [{type: imitate}]}]', 'missing_key'],
    ['version: "1.0"', 'missing_key'],
    ['version: "1.0"\nrules: []', 'empty_rules'],
    ['version: "1.0"\nrules: [{column: a, masks: [{type: imitate}]}]', 'not_supported_here'],
    ['version: "1.0"\nimports: [a]\nrules: [{masks: [{type: imitate}]}]', 'ref_not_allowed'],
    ['version: "1.0"\nrules: [{masks: [{$ref: "a#masks/b"}]}]', 'ref_not_allowed'],
    ['version: "1.0"\ntasks: []\nrules: [{masks: [{type: imitate}]}]', 'wrong_ruleset_kind'],
    ['version: "1.0"\nrules: [{masks: [{type: from_column, source_column: a}]}]', 'not_supported_here'],
    ['version: "1.0"\nrules: [{masks: [{type: secure_shuffle}]}]', 'not_supported_here'],
    ['version: "1.0"\nrules: [{masks: [{type: from_unique_imitate}]}]', 'not_supported_here'],
    ['version: "1.0"\nrules: [{masks: [{type: from_unique, format: "{[0-9],9}"}]}]', 'not_supported_here'],
    ['version: "1.0"\nrules: [{masks: [{type: from_blob, seed_file: a.bin}]}]', 'not_supported_here'],
    [
      'version: "1.0"\nrules: [{masks: [{type: from_file, seed_file: a.csv, table_filter_column: a, seed_filter_column: b}]}]',
      'not_supported_here',
    ],
    ['version: "1.0"\nrules: [{masks: [{type: imitate}], hash_sources: [{xpath: /a}]}]', 'unknown_key'],
    ['version: "1.0"\nrules: [{masks: [{type: imitate}], hash_sources: [{source: other}]}]', 'bad_value'],
    ['[]', 'wrong_type'],
  ])('%s: %s', (text, code) => {
    expect(codes(text)).toContain(code);
  });
});

describe('a compiled record mask', () => {
  it.each<[string, Json, Json]>([
    ['[{masks: [{type: from_fixed, value: 7}]}]', { a: 1 }, 7],
    ['[{masks: [{type: from_fixed, value: 7.5}]}]', 'x', 7.5],
    ['[{masks: [{type: from_fixed, value: null}]}]', true, null],
    ['[{masks: [{type: do_nothing}]}]', { a: [1.5, 'x', null] }, { a: [1.5, 'x', null] }],
    [
      '[{masks: [{type: json, transforms: [{path: [a, b], masks: [{type: from_fixed, value: z}]}]}]}]',
      { a: { b: 1 }, c: [] },
      { a: { b: 'z' }, c: [] },
    ],
    [
      '{one: {masks: [{type: from_fixed, value: a}]}, two: {masks: [{type: concat, masks: [{type: do_nothing}, {type: from_fixed, value: b}]}]}}',
      1,
      'ab',
    ],
  ])('%s makes of %j %j', (rules, record, masked) => {
    expect(maskValue(compile(rules), record)).toEqual(masked);
  });

  it('skips what skip_defaults name, by kind', () => {
    const mask = compile(
      '[{masks: [{type: from_fixed, value: x}]}]',
      'skip_defaults: [null, "", 7, {matches: "svc_"}]\n',
    );
    expect([null, '', 7, '7', 'svc_1', 'a'].map((record) => maskValue(mask, record, FIRST))).toEqual([
      null,
      '',
      7,
      'x',
      'svc_1',
      'x',
    ]);
  });

  it('says of a value that JSON cannot hold what is wrong, without the value', () => {
    const mask = compile('[{masks: [{type: from_fixed, value: .inf}]}]');
    expect(() => maskValue(mask, 'secret', FIRST)).toThrow(MaskingError);
    expect(() => maskValue(mask, 'secret', FIRST)).toThrow(/float value that JSON cannot hold/);
  });

  it('draws by the request’s hash value, and afresh without one', () => {
    const mask = compile('[{hash_sources: [{source: from_request}], masks: [{type: imitate}]}]');
    const by = (hashValue?: Json): Json => maskValue(mask, 'Anna Miller 4711', { position: 0, hashValue });
    expect(by('one')).toBe(by('one'));
    expect(by('one')).not.toBe(by('two'));
    expect(by()).not.toBe(by());
    expect(by(null)).toBe(by(null));
  });

  it('draws by the record itself or a part of it', () => {
    const self = compile('[{hash_sources: [{source: self}], masks: [{type: imitate}]}]');
    expect(maskValue(self, 'Anna 1', FIRST)).toBe(maskValue(self, 'Anna 1', FIRST));
    const part = compile(
      '[{hash_sources: [{json_path: [id], trim: true}], masks: [{type: json, transforms: [{path: [n], masks: [{type: imitate}]}]}]}]',
    );
    const name = (record: Json): unknown => (maskValue(part, record, FIRST) as { n: string }).n;
    expect(name({ id: 'a', n: 'Anna 4711' })).toBe(name({ n: 'Anna 4711', x: 1, id: ' a ' }));
    expect(name({ id: 'a', n: 'Anna 4711' })).not.toBe(name({ id: 'b', n: 'Anna 4711' }));
  });

  it('repeats by position where the run secret was given', () => {
    const mask = compile('[{masks: [{type: imitate}]}]', '', { ...CONTEXT, repeatable: true });
    const at = (position: number): Json => maskValue(mask, 'Anna Miller 4711', { position });
    expect(at(3)).toBe(at(3));
    expect(at(3)).not.toBe(at(4));
  });
});

describe('one identity', () => {
  const CASES: readonly [string, ColumnShape['kind'], string, Json][] = [
    ['{type: imitate}', 'text', 'Anna Miller-4711', 'Anna Miller-4711'],
    ['{type: from_choices, choices: [a, b, c, d, e, f, g, h]}', 'text', 'x', 'x'],
    ['{type: from_format_string, format: "{[A-Z],4}-{[0-9],6}"}', 'text', 'x', { any: 'record' }],
    ['{type: from_random_number, min: 1, max: 1000000}', 'integer', '7', 7],
  ];

  it.each(CASES)('gets one result of %s from a row, a JSON leaf and a record', (mask, kind, text, json) => {
    const column = (name: string, of: ColumnShape['kind']): ColumnShape => ({
      ...{ name, kind: of, nullable: true, writable: true },
      ...{ maxLength: null, numericPrecision: null, numericScale: null },
    });
    const columns = [column('id', 'integer'), column('m', kind), column('doc', 'json')];
    const { ruleset } = readRuleset(`version: "1.0"
tasks:
  - type: mask_table
    table: t
    key: id
    hash_columns: [id]
    rules:
      - {column: m, masks: [${mask}]}
      - {column: doc, masks: [{type: json, transforms: [{path: [leaf], masks: [${mask}]}]}]}
`);
    const task = ruleset?.tasks[0];
    if (task?.kind !== 'mask_table') {
      throw new Error('no mask_table task');
    }
    const shape = { columns, find: (written: string) => columns.find(({ name }) => name === written) };
    const out: (string | null)[] = [];
    compileTableMask(task, shape, CONTEXT).mask!.maskRow(['4711', text, JSON.stringify({ leaf: json })], out);
    const inFlight = compile(`[{hash_sources: [{source: from_request}], masks: [${mask}]}]`);
    const masked = maskValue(inFlight, json, { position: 9, hashValue: '4711' });
    expect(maskValue(inFlight, json, { position: 0, hashValue: 4711 })).toEqual(masked);
    expect(typeof masked === 'number' ? masked.toString() : masked).toBe(out[0]);
    expect(JSON.parse(out[1]!)).toEqual({ leaf: masked });
  });
});

describe('JSON text', () => {
  const JSON_MASK =
    '[{masks: [{type: json, transforms: [{path: [n], on_missing: skip, masks: [{type: from_fixed, value: "é\\n"}]}]}]}]';

  it.each([
    ['[{masks: [{type: do_nothing}]}]', '{ "a" :1.50,"a":2, "b": 12345678901234567890 }', null],
    ['[{masks: [{type: do_nothing}]}]', '"\\ud800\\u0061"', null],
    ['[{masks: [{type: do_nothing}]}]', '-0.0e-7', null],
    ['[{masks: [{type: from_fixed, value: 12345678901234567890}]}]', '1', '12345678901234567890'],
    ['[{masks: [{type: from_fixed, value: "\\u20ac\\""}]}]', '1', '"€\\""'],
    ['[{masks: [{type: typecast, typecast_as: string}]}]', '12345678901234567890', '"12345678901234567890"'],
    [
      JSON_MASK,
      '{ "id":10000000000000000001 ,"n" : "x","__proto__":{} }',
      '{ "id":10000000000000000001 ,"n" : "é\\n","__proto__":{} }',
    ],
  ])('%s makes of %s: %s (null: the same)', (rules, record, masked) => {
    expect(compile(rules).maskJson(record, FIRST)).toBe(masked ?? record);
  });

  it('hashes equal objects alike, however they are written', () => {
    const mask = compile('[{hash_sources: [{source: from_request}], masks: [{type: imitate}]}]');
    const by = (hashValue: string): string => mask.maskJson('"Anna Miller 4711"', { position: 0, hashValue });
    expect(by('{ "b": [1.0, 2], "a": "x" }')).toBe(by('{"a":"\\u0078","b":[1,2]}'));
    expect(by('{"a":"x","a":"y"}')).toBe(by('{"a":"y"}'));
    expect(by('{"a":"x"}')).not.toBe(by('{"a":"y"}'));
    expect(by('12345678901234567891')).not.toBe(by('12345678901234567890'));
  });
});

describe('a renewed mask', () => {
  const OTHER = deriveRunKey('another secret', null);
  const RULES: readonly (readonly [string, string])[] = [
    ['hashed', '[{hash_sources: [{source: self}], masks: [{type: imitate}]}]'],
    ['hashed by the request', '[{hash_sources: [{source: from_request}], masks: [{type: imitate}]}]'],
    ['by position', '[{masks: [{type: imitate}]}]'],
    ['with a key of its own', '[{masks: [{type: imitate_unique}]}]'],
    [
      'inside a document',
      '[{masks: [{type: json, transforms: [{path: [a], hash_sources: [[b]], masks: [{type: imitate}]}]}]}]',
    ],
  ];

  it.each(RULES)('masks as one that was compiled for the secret: %s', (_, rules) => {
    const context = { ...CONTEXT, repeatable: true };
    const record = rules.includes('json') ? '{"a":"Anna 4711","b":1}' : '"Anna 4711"';
    const run = (mask: CompiledRecordMask): string[] =>
      [undefined, '"x"'].map((hashValue) => mask.maskJson(record, { position: 3, hashValue }));
    const renewed = compile(rules, '', context);
    const first = run(renewed);
    renewed.renew({ runKey: OTHER, nowMs: 0 });
    expect(run(renewed)).toEqual(run(compile(rules, '', { ...context, runKey: OTHER })));
    expect(run(renewed)).not.toEqual(first);
    renewed.renew(context);
    expect(run(renewed)).toEqual(first);
  });

  it('knows what time it is', () => {
    const rules = '[{masks: [{type: from_random_date, min: "2000-01-01", max: now}]}]';
    const mask = compile(rules, '', { ...CONTEXT, nowMs: Date.UTC(2020, 0, 1) });
    mask.renew({ runKey: CONTEXT.runKey, nowMs: Date.UTC(2000, 0, 2, 12) });
    expect(mask.maskJson('1', FIRST)).toMatch(/2000-01-0[12]/);
  });
});
