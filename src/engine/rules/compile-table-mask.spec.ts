import { compileTableMask, deriveRunKey, MaskingError, readRuleset } from '../index.js';
import type { ColumnShape, CompiledTableMask, MaskingContext, Problem, SeedTable } from '../index.js';

const SUBURBS = Array.from({ length: 40 }, (_, index) => `suburb ${index}`);
const PLACES: SeedTable = {
  ...{ name: 'places.csv', columnNames: ['suburb', 'city'], rowCount: SUBURBS.length, digest: 'd' },
  column: (name) => (name === 'suburb' ? SUBURBS : SUBURBS.map((suburb) => `city of ${suburb}`)),
};

interface Setup {
  readonly columns: readonly ColumnShape[];
  readonly secret?: string;
  readonly repeatable?: boolean;
}

type Row = Readonly<Record<string, string | null>>;

function column(name: string, more: Partial<ColumnShape> = {}): ColumnShape {
  return {
    ...{ name, kind: 'text', nullable: true, writable: true, maxLength: null },
    ...{ numericPrecision: null, numericScale: null },
    ...more,
  };
}

const PEOPLE = [
  column('id', { kind: 'integer' }),
  column('name'),
  column('mail'),
  column('born', { kind: 'date' }),
  column('doc', { kind: 'json' }),
  column('n', { kind: 'integer', numericPrecision: 10 }),
];

function compile(
  body: string,
  setup: Setup,
  table = 'people',
): { mask: CompiledTableMask | null; problems: readonly Problem[] } {
  const text = `version: "1.0"\ntasks:\n  - type: mask_table\n    table: ${table}\n    key: id\n${body
    .trim()
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n')}\n`;
  const { ruleset, problems } = readRuleset(text);
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  const task = ruleset?.tasks[0];
  if (task?.kind !== 'mask_table') {
    throw new Error('not a mask_table task');
  }
  const shape = {
    columns: setup.columns,
    find: (written: string) => setup.columns.find(({ name }) => name === written),
  };
  const context: MaskingContext = {
    runKey: deriveRunKey(setup.secret ?? 'a secret of some length', null),
    repeatable: setup.repeatable ?? true,
    nowMs: 0,
    seedFiles: new Map([[PLACES.name, PLACES]]),
  };
  return compileTableMask(task, shape, context);
}

/** The written columns of one masked row, and whether a rule applied. */
function maskRow(mask: CompiledTableMask, row: Row): { applied: boolean; out: Row } {
  const out: (string | null)[] = [];
  const applied = mask.maskRow(
    mask.readColumns.map((name) => row[name] ?? null),
    out,
  );
  return {
    applied,
    out: Object.fromEntries(mask.writeColumns.map((name, index) => [name, out[index] ?? null])),
  };
}

function compiled(body: string, setup: Setup = { columns: PEOPLE }, table = 'people'): CompiledTableMask {
  const { mask, problems } = compile(body, setup, table);
  expect(problems).toEqual([]);
  return mask!;
}

function codes(body: string, columns: readonly ColumnShape[] = PEOPLE): string[] {
  return compile(body, { columns }).problems.map(({ code, message }) => `${code}: ${message}`);
}

describe('columns', () => {
  it('reads keys first and each column once, and writes what rules name', () => {
    const mask = compiled(`hash_columns: [mail, id]
rules:
  - {column: name, masks: [{type: imitate}]}
  - {column: mail, hash_columns: [{source: self}], masks: [{type: imitate}]}`);
    expect(mask.readColumns).toEqual(['id', 'name', 'mail']);
    expect(mask.keyCount).toBe(1);
    expect(mask.writeColumns).toEqual(['name', 'mail']);
  });

  it('reports unknown and unwritable columns, keys and kinds that a mask cannot take', () => {
    expect(codes('rules: [{column: nmae, masks: [{type: imitate}]}]')).toEqual([
      expect.stringMatching(/^unknown_column: .*Did you mean "name"\?/),
    ]);
    expect(codes('hash_columns: [idd]\nrules: [{column: name, masks: [{type: imitate}]}]')).toEqual([
      expect.stringMatching(/^unknown_column: /),
    ]);
    const generated = [PEOPLE[0]!, column('name', { writable: false })];
    expect(codes('rules: [{column: name, masks: [{type: imitate}]}]', generated)).toEqual([
      expect.stringMatching(/^column_not_writable: /),
    ]);
    expect(codes('rules: [{column: doc, masks: [{type: imitate}]}]')).toEqual([
      expect.stringMatching(/^unsupported_kind: /),
    ]);
    const folded = { columns: PEOPLE.slice(1), secret: 'x' };
    expect(compile('rules: [{column: name, masks: [{type: imitate}]}]', folded).mask).toBeNull();
  });

  it('runs several rules on one column in order, each on the result of the one before', () => {
    const text = `rules:
  - {column: name, masks: [{type: transform_case, transform: upper}]}
  - {column: name, skip: [Bob], masks: [{type: take_substring, end_index: 2}]}`;
    const mask = compiled(text);
    expect(maskRow(mask, { id: '1', name: 'anna' }).out).toEqual({ name: 'AN' });
    expect(maskRow(mask, { id: '1', name: 'Bob' }).out).toEqual({ name: 'BOB' });
  });

  it.each([
    ['too_long', { maxLength: 2 }, 'abc'],
    ['null_not_allowed', { nullable: false }, 'null'],
    ['impossible_cast', { kind: 'integer' as const }, 'abc'],
  ])('refuses what the column cannot hold: %s', (code, more, value) => {
    const columns = [PEOPLE[0]!, column('name', more)];
    const mask = compiled(`rules: [{column: name, masks: [{type: from_fixed, value: ${value}}]}]`, {
      columns,
    });
    const attempt = (): unknown => maskRow(mask, { id: '1', name: '5' });
    expect(attempt).toThrow(MaskingError);
    expect(attempt).toThrow(expect.objectContaining({ code, column: 'name', maskPath: 'tasks[0].rules[0]' }));
  });
});

describe('on_overflow', () => {
  const columns = [PEOPLE[0]!, column('name', { maxLength: 3 })];
  const rules = (masks: string): string =>
    `rules: [{column: name, on_overflow: truncate, masks: [{type: ${masks}}]}]`;

  it('cuts by whole characters where the rule says so, and counts what it cuts', () => {
    const mask = compiled(rules('from_fixed, value: "a🦊bcd"'), { columns });
    expect(maskRow(mask, { id: '1', name: 'x' }).out.name).toBe('a🦊b');
    const own = compiled(rules('concat, masks: [{type: do_nothing}, {type: from_fixed, value: c}]'), {
      columns,
    });
    const tally = {
      ...{ skipped: new Uint32Array(1), unchanged: new Uint32Array(1), truncated: new Uint32Array(1) },
    };
    const out: (string | null)[] = [];
    for (const name of ['ab', 'abc', 'abcd', null, 'a']) {
      own.maskRow(
        own.readColumns.map((column) => (column === 'name' ? name : '1')),
        out,
        tally,
      );
    }
    expect([...tally.truncated, ...tally.unchanged]).toEqual([2, 1]);
  });
});

describe('skip', () => {
  it.each([
    ['[null]', null, true],
    ['[null]', '', false],
    ['[""]', '', true],
    ['["0"]', '0', true],
    ['[0]', '0', false],
    ['[{matches: "^svc_"}]', 'svc_a', true],
    ['[{matches: "svc_"}]', 'a svc_', false],
    ['[{matches: "(?P<a>\\\\d+)x$"}]', '12x', true],
    ['[{matches: "\\\\w+$"}]', 'Größe', true],
    ['[]', null, false],
  ])('text: %s leaves %j alone: %s', (skip, name, skipped) => {
    const mask = compiled(`rules: [{column: name, skip: ${skip}, masks: [{type: from_fixed, value: x}]}]`);
    const { applied, out } = maskRow(mask, { id: '1', name });
    expect([applied, out.name]).toEqual([!skipped, skipped ? name : 'x']);
  });

  it.each([
    ['[0]', '0', true],
    ['[0.0]', '0', true],
    ['["0"]', '0', false],
    ['[{matches: "1"}]', '17', true],
    ['[true]', '1', false],
  ])('numbers: %s leaves %j alone: %s', (skip, n, skipped) => {
    const mask = compiled(`rules: [{column: n, skip: ${skip}, masks: [{type: from_fixed, value: 5}]}]`);
    expect(maskRow(mask, { id: '1', n }).applied).toBe(!skipped);
  });

  it('leaves the rest of the row to its masks', () => {
    const mask = compiled(`rules:
  - {column: name, skip: [null], masks: [{type: from_fixed, value: x}]}
  - {column: mail, masks: [{type: from_fixed, value: y}]}`);
    expect(maskRow(mask, { id: '1', name: null, mail: 'm' })).toEqual({
      applied: true,
      out: { name: null, mail: 'y' },
    });
  });
});

describe('determinism', () => {
  const NAMES = `hash_columns: [mail]\nrules: [{column: name, masks: [{type: from_random_text, max: 12}]}]`;
  const nameOf = (mask: CompiledTableMask, row: Row): string | null =>
    maskRow(mask, { id: '1', ...row }).out.name ?? null;

  it('gives equal identities equal values in any table, and other identities others', () => {
    const here = compiled(NAMES);
    const other = compiled(
      `rules: [{column: label, hash_columns: [{column_name: contact}], masks: {a: {type: chain, masks: [{type: from_random_text, case: mixed, max: 12}]}}}]`,
      { columns: [column('id'), column('label'), column('contact')] },
      'crm.contacts',
    );
    const value = nameOf(here, { mail: 'a@x' });
    expect(maskRow(other, { id: '99', contact: 'a@x', label: 'z' }).out.label).toBe(value);
    expect(nameOf(here, { mail: 'a@x', id: '5' })).toBe(value);
    expect(nameOf(here, { mail: 'b@x' })).not.toBe(value);
    expect(nameOf(here, { mail: null })).not.toBe(nameOf(here, { mail: '' }));
  });

  it('follows the secret', () => {
    const row = { mail: 'a@x' };
    expect(nameOf(compiled(NAMES), row)).toBe(nameOf(compiled(NAMES), row));
    const otherSecret = { columns: PEOPLE, secret: 'another secret entirely' };
    expect(nameOf(compiled(NAMES, otherSecret), row)).not.toBe(nameOf(compiled(NAMES), row));
  });

  it('hashes originals, whatever other rules do to them', () => {
    const both = compiled(`hash_columns: [mail]
rules:
  - {column: mail, masks: [{type: from_fixed, value: gone}]}
  - {column: name, masks: [{type: from_random_text, max: 12}]}`);
    expect(nameOf(both, { mail: 'a@x' })).toBe(nameOf(compiled(NAMES), { mail: 'a@x' }));
  });

  it('takes integers and their text for one identity, after trim and case', () => {
    const text = `rules: [{column: name, hash_columns: [{column_name: mail, trim: true, case_transform: lower}], masks: [{type: from_random_text, max: 12}]}]`;
    const byText = compiled(text);
    const byNumber = compiled(text.replace('mail', 'n'));
    expect(nameOf(byText, { mail: ' 42 ' })).toBe(nameOf(byNumber, { n: '42' }));
    expect(nameOf(byText, { mail: 'ADA' })).toBe(nameOf(byText, { mail: 'ada' }));
  });

  it('hashes a value inside a document like the bare value', () => {
    const text = `rules: [{column: name, hash_columns: [{column_name: doc, json_path: [owner, 0, id]}], masks: [{type: from_random_text, max: 12}]}]`;
    const mask = compiled(text);
    const bare = compiled(NAMES);
    expect(nameOf(mask, { doc: '{"owner": [{"id": "a@x"}]}' })).toBe(nameOf(bare, { mail: 'a@x' }));
    expect(nameOf(mask, { doc: '{"owner": []}' })).toBe(nameOf(bare, { mail: null }));
    expect(nameOf(mask, { doc: 'no json' })).toBe(nameOf(bare, { mail: null }));
  });

  it('draws different masks of one row apart, and equal ones alike', () => {
    const mask = compiled(`hash_columns: [id]
rules:
  - {column: name, masks: [{type: from_random_text, max: 20}]}
  - {column: mail, masks: [{type: from_random_text, max: 20}]}
  - {column: doc, masks: [{type: from_random_text, max: 20, case: lower}]}`);
    const { out } = maskRow(mask, { id: '1', name: 'a', mail: 'b' });
    expect(out.mail).toBe(out.name);
    expect(out.doc?.toLowerCase()).not.toBe(JSON.stringify(out.name).toLowerCase());
  });

  it('without hash columns draws from the row key when the secret was given, apart for every column and table', () => {
    const text = `rules:
  - {column: name, masks: [{type: from_random_text, max: 12}]}
  - {column: mail, masks: [{type: from_random_text, max: 12}]}`;
    const first = maskRow(compiled(text), { id: '1' }).out;
    expect(maskRow(compiled(text), { id: '1' }).out).toEqual(first);
    expect(first.name).not.toBe(first.mail);
    expect(maskRow(compiled(text), { id: '2' }).out.name).not.toBe(first.name);
    expect(maskRow(compiled(text, { columns: PEOPLE }, 'staff'), { id: '1' }).out.name).not.toBe(first.name);
    expect(nameOf(compiled(NAMES.replace('mail', 'id')), { id: '1' })).not.toBe(first.name);
  });

  it('takes the columns of one seed file from one row, over several columns', () => {
    const mask = compiled(`hash_columns: [id]
rules:
  - {column: name, masks: [{type: from_file, seed_file: places.csv, seed_column: suburb}]}
  - {column: mail, masks: [{type: chain, masks: [{type: from_file, seed_file: places.csv, seed_column: city}]}]}`);
    for (let id = 0; id < 50; id++) {
      const { out } = maskRow(mask, { id: String(id) });
      expect(out.mail).toBe(`city of ${out.name ?? ''}`);
    }
  });

  it('without hash columns and secret never repeats', () => {
    const mask = compiled(NAMES.replace('hash_columns: [mail]\n', ''), {
      columns: PEOPLE,
      repeatable: false,
    });
    const values = Array.from({ length: 200 }, () => nameOf(mask, {}));
    expect(new Set(values).size).toBe(200);
  });
});

it('tells the masked value’s length and kind in errors, never the value', () => {
  const columns = [PEOPLE[0]!, column('name', { maxLength: 5 })];
  const mask = compiled('rules: [{column: name, masks: [{type: transform_case, transform: upper}]}]', {
    columns,
  });
  const attempt = (): unknown => maskRow(mask, { id: '1', name: 'secretsecret' });
  expect(attempt).toThrow('12 characters');
  expect(attempt).not.toThrow(/secret/i);
});
