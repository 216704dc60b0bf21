/** Properties of every mask, on hostile values of every kind: total, deterministic, keyed, silent about values. */
import fc from 'fast-check';
import { compileTableMask, deriveRunKey, describeMasks, MaskingError, readRuleset } from '../../src/engine/index.js';
import type { ColumnShape, CompiledTableMask, SeedTable } from '../../src/engine/index.js';

const SEED = 20_270_101;
const NAMES = ['Ann', 'Ben', 'Cleo', 'Dan', 'Eve', 'Fay', 'Gus', 'Hal', 'Ida', 'Jon', 'Kim', 'Leo', 'Mia'];
const FILE: SeedTable = {
  ...{ name: 'DataMasque_firstNames_mixed.csv', columnNames: ['firstname-mixed'], rowCount: NAMES.length, digest: 'd', bytes: Buffer.from('firstname-mixed\nAnn') },
  column: (name) => (name === 'firstname-mixed' ? NAMES : undefined),
};
const MASKS = describeMasks();
const DRAWING = MASKS.filter(({ usesRandomness }) => usesRandomness);

/** Hostile driver texts of each kind of column. */
const TEXTS: Readonly<Record<ColumnShape['kind'], fc.Arbitrary<string>>> = {
  text: fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)), maxLength: 30 }),
    fc.constantFrom('', '\u0000', 'a\u0000b', '\ud800', '\udc00x', '😀', 'e\u0301', '\u202eabc', 'NaN', '0000-00-00', '9'.repeat(400), 'Zz9'.repeat(2000)),
  ),
  other: fc.oneof(fc.uuid(), fc.string(), fc.constantFrom('10.0.0.1', '{1,2}', '[1,5)')),
  integer: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
  decimal: fc.oneof(
    fc.tuple(fc.bigInt({ min: -(10n ** 60n), max: 10n ** 60n }), fc.stringMatching(/^[0-9]{1,30}$/)).map(([a, b]) => `${a}.${b}`),
    fc.constantFrom('NaN', 'Infinity', '-Infinity', '0', '0.00', '9'.repeat(131_072)),
  ),
  float: fc.oneof(fc.double().map(String), fc.constantFrom('NaN', 'Infinity', '-Infinity', '-0', '1e-320', '1.7976931348623157e+308')),
  boolean: fc.constantFrom('t', 'f', 'true', 'false'),
  bytes: fc.uint8Array({ maxLength: 40 }).map((bytes) => `\\x${Buffer.from(bytes).toString('hex')}`),
  date: fc.constantFrom('2020-02-29', '0001-01-01', '9999-12-31', 'infinity', '-infinity', '294276-12-31', '0044-03-15 BC', '0000-00-00'),
  datetime: fc.constantFrom('2020-02-29 12:34:56.123456+00', '9999-12-31 23:59:59', 'infinity', '-infinity', '294276-01-01 00:00:00', '2020-01-01 00:00:00-03:30', '0000-00-00 00:00:00', '0044-03-15 10:00:00 BC'),
  time: fc.constantFrom('00:00:00', '24:00:00', '23:59:59.999999', '10:00:00+02'),
  json: fc.json(),
};
const KINDS = Object.keys(TEXTS) as ColumnShape['kind'][];

function compile(example: string, kind: ColumnShape['kind'], secret: string): CompiledTableMask | null {
  const mask = example.split('\n').join('\n            ');
  const text = `version: "1.0"
tasks:
  - type: mask_table
    table: t
    key: id
    rules:
      - column: masked${refusesHash(example) ? '' : '\n        hash_columns: [id]'}
        masks:
          - ${mask}
`;
  const { ruleset, problems } = readRuleset(text);
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  const columns = [shapeOf('id', 'text'), shapeOf('masked', kind)];
  const task = ruleset?.tasks[0];
  if (task?.kind !== 'mask_table') {
    throw new Error('not a mask_table task');
  }
  return compileTableMask(
    task,
    { columns, find: (written) => columns.find(({ name }) => name === written) },
    {
      ...{ runKey: deriveRunKey(secret, null), repeatable: true, nowMs: 0, seedFiles: new Map([[FILE.name, FILE]]) },
      rowOrdinals: { current: () => 7 },
    },
  ).mask;
}

function refusesHash(example: string): boolean {
  const mask = MASKS.find(({ example: own }) => own === example);
  return mask?.traits.includes('Does not go together with hash columns.') === true;
}

function shapeOf(name: string, kind: ColumnShape['kind']): ColumnShape {
  return { name, kind, nullable: true, writable: true, maxLength: null, numericPrecision: null, numericScale: null };
}

/** The masked text, or the error's code. */
function outcome(mask: CompiledTableMask, id: string, text: string | null): string | null {
  const out: (string | null)[] = [];
  try {
    mask.maskRow([id, text], out);
    return out[0] ?? null;
  } catch (error) {
    if (!(error instanceof MaskingError)) {
      throw error;
    }
    expect(leaks(error.message, text ?? '')).toBe(false);
    return `error: ${error.code}`;
  }
}

/** Does a message hold a value long enough not to stand there by chance? */
function leaks(message: string, text: string): boolean {
  return text.length > 6 && message.includes(text);
}

describe.each(MASKS.map(({ name, example }) => [name, example] as const))('%s', (_, example) => {
  it.each(KINDS)('is total and deterministic on hostile %s values', (kind) => {
    const [first, second] = [compile(example, kind, 'one secret'), compile(example, kind, 'one secret')];
    expect(first === null).toBe(second === null);
    if (first === null || second === null) {
      return;
    }
    fc.assert(
      fc.property(fc.string(), fc.option(TEXTS[kind]), (id, text) => outcome(first, id, text) === outcome(second, id, text)),
      { seed: SEED, numRuns: 60 },
    );
  });

  it('is total on a text of a million characters', () => {
    const mask = compile(example, 'text', 'one secret');
    for (const text of mask === null ? [] : ['aZ9 '.repeat(250_000), '😀é'.repeat(300_000), '1'.repeat(1_000_000)]) {
      const masked = outcome(mask!, 'x', text);
      expect(typeof masked).toBe('string');
    }
  });
});

/** What masks take that do not take any text. */
const TAKEN: Readonly<Record<string, string>> = {
  ...{ credit_card: '4111111111111111', brazilian_cpf: '52998224725', numeric_bucket: '40', noise: '1000' },
  ...{ retain_age: '1960-06-15', retain_year: '1960-06-15', retain_date_component: '1960-06-15', date_shift: '1960-06-15' },
};

it.each(DRAWING.map(({ name, example }) => [name, example] as const))('%s follows the secret and the hash values', (name, example) => {
  const kind = 'text';
  const [one, two] = [compile(example, kind, 'one secret')!, compile(example, kind, 'two secrets')!];
  const values = (mask: CompiledTableMask): (string | null)[] =>
    Array.from({ length: 64 }, (_, index) => outcome(mask, `id ${index}`, TAKEN[name] ?? 'Anna Miller 4711'));
  expect(values(two)).not.toEqual(values(one));
  expect(new Set(values(one)).size).toBeGreaterThan(1);
});

it.each([
  ['imitate_unique', 'AB-12345'],
  ['imitate_uuid', '9b2f0c1d-3e4f-4a6b-8c7d-9e0f1a2b3c4d'],
  ['imitate_nz_ird', '49-091-850'],
  ['from_unique', 'x'],
  ['from_unique_imitate', 'NZ44107788'],
  ['fpe', '0123456789'],
  ['ip_address', '203.0.113.7'],
])('%s follows the secret, but no hash value', (name, value) => {
  const { example } = MASKS.find((mask) => mask.name === name)!;
  const [one, two] = [compile(example, 'text', 'one secret')!, compile(example, 'text', 'two secrets')!];
  expect(outcome(one, 'id 1', value)).toBe(outcome(one, 'id 2', value));
  expect(outcome(one, 'id 1', value)).not.toMatch(/^error/);
  expect(outcome(two, 'id 1', value)).not.toBe(outcome(one, 'id 1', value));
});

it('imitate keeps the shape of any text', () => {
  const mask = compile('type: imitate', 'text', 'one secret')!;
  const shape = (text: string): string => text.replace(/[A-Z]/g, 'A').replace(/[a-z]/g, 'a').replace(/[0-9]/g, '0');
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, id) => shape(outcome(mask, id, text) ?? '') === shape(text)),
    { seed: SEED, numRuns: 500 },
  );
});
