import {
  compileRecordMask,
  compileTableMask,
  deriveRunKey,
  MaskingError,
  readInFlightRuleset,
  readRuleset,
} from '../index.js';
import type { ColumnShape, CompiledRecordMask, JsonValue, MaskingContext } from '../index.js';

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

const FIRST = { position: 0 };

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
  it.each<[string, JsonValue, JsonValue]>([
    ['[{masks: [{type: from_fixed, value: 7}]}]', { a: 1 }, 7],
    ['[{masks: [{type: from_fixed, value: 7.5}]}]', 'x', 7.5],
    ['[{masks: [{type: from_fixed, value: 12345678901234567890}]}]', 'x', '12345678901234567890'],
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
    expect(compile(rules).maskRecord(record, FIRST)).toEqual(masked);
  });

  it('skips what skip_defaults name, by kind', () => {
    const mask = compile(
      '[{masks: [{type: from_fixed, value: x}]}]',
      'skip_defaults: [null, "", 7, {matches: "svc_"}]\n',
    );
    expect([null, '', 7, '7', 'svc_1', 'a'].map((record) => mask.maskRecord(record, FIRST))).toEqual([
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
    expect(() => mask.maskRecord('secret', FIRST)).toThrow(MaskingError);
    expect(() => mask.maskRecord('secret', FIRST)).toThrow(/float value that JSON cannot hold/);
  });

  it('draws by the request’s hash value, and afresh without one', () => {
    const mask = compile('[{hash_sources: [{source: from_request}], masks: [{type: imitate}]}]');
    const by = (hashValue?: JsonValue): JsonValue =>
      mask.maskRecord('Anna Miller 4711', { position: 0, hashValue });
    expect(by('one')).toBe(by('one'));
    expect(by('one')).not.toBe(by('two'));
    expect(by()).not.toBe(by());
    expect(by(null)).toBe(by(null));
  });

  it('draws by the record itself or a part of it', () => {
    const self = compile('[{hash_sources: [{source: self}], masks: [{type: imitate}]}]');
    expect(self.maskRecord('Anna 1', FIRST)).toBe(self.maskRecord('Anna 1', FIRST));
    const part = compile(
      '[{hash_sources: [{json_path: [id], trim: true}], masks: [{type: json, transforms: [{path: [n], masks: [{type: imitate}]}]}]}]',
    );
    const name = (record: JsonValue): unknown => (part.maskRecord(record, FIRST) as { n: string }).n;
    expect(name({ id: 'a', n: 'Anna 4711' })).toBe(name({ n: 'Anna 4711', x: 1, id: ' a ' }));
    expect(name({ id: 'a', n: 'Anna 4711' })).not.toBe(name({ id: 'b', n: 'Anna 4711' }));
  });

  it('repeats by position where the run secret was given', () => {
    const mask = compile('[{masks: [{type: imitate}]}]', '', { ...CONTEXT, repeatable: true });
    const at = (position: number): JsonValue => mask.maskRecord('Anna Miller 4711', { position });
    expect(at(3)).toBe(at(3));
    expect(at(3)).not.toBe(at(4));
  });
});

describe('one identity', () => {
  const CASES: readonly [string, ColumnShape['kind'], string, JsonValue][] = [
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
    const masked = inFlight.maskRecord(json, { position: 9, hashValue: '4711' });
    expect(inFlight.maskRecord(json, { position: 0, hashValue: 4711 })).toEqual(masked);
    expect(typeof masked === 'number' ? masked.toString() : masked).toBe(out[0]);
    expect(JSON.parse(out[1]!)).toEqual({ leaf: masked });
  });
});
