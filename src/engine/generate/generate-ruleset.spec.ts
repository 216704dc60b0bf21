import { generateRuleset } from './generate-ruleset.js';
import { writeRuleset } from './write-ruleset.js';
import { readRuleset } from '../ruleset/read-ruleset.js';
import { maskTableTasks } from '../ruleset/task-tables.js';
import type { GenerationColumn, GenerationRequest, GenerationTable } from './generation-input.js';
import type { GeneratedRuleset } from './generate-ruleset.js';
import type { MaskTableTask } from '../ruleset/nodes.js';

function column(name: string, more: Partial<GenerationColumn> = {}): GenerationColumn {
  return {
    ...{
      name,
      dataType: 'text',
      valueKind: 'text',
      maxLength: null,
      numericPrecision: null,
      numericScale: null,
    },
    ...{ nullable: false, writable: true, findings: [] },
    ...more,
  };
}

const number = (name: string, more: Partial<GenerationColumn> = {}): GenerationColumn =>
  column(name, { dataType: 'bigint', valueKind: 'integer', numericPrecision: 19, numericScale: 0, ...more });

const found = (label: string): Pick<GenerationColumn, 'findings'> => ({
  findings: [{ label, description: `Looks like ${label}`, categories: ['PII'] }],
});

function table(
  name: string,
  columns: readonly GenerationColumn[],
  more: Partial<GenerationTable> = {},
): GenerationTable {
  return {
    ...{ schema: 'app', name, obstacle: null, columns, primaryKey: [], uniqueKeys: [], foreignKeys: [] },
    ...more,
  };
}

function generate(
  tables: readonly GenerationTable[],
  selected: Readonly<Record<string, readonly string[]>>,
  more: Partial<GenerationRequest> = {},
): GeneratedRuleset & { readonly text: string; readonly masked: readonly MaskTableTask[] } {
  const generated = generateRuleset({
    tables,
    selection: Object.entries(selected).map(([name, columns]) => ({ schema: 'app', table: name, columns })),
    ...{
      dialect: { unquotedNames: 'lower', rowAddress: 'ctid' },
      locality: 'US',
      ownMasks: new Map(),
    },
    ...more,
  });
  const text = writeRuleset(generated.tasks, generated.leftOut);
  const { ruleset, problems } = readRuleset(text);
  expect(generated.tasks.length === 0 ? [] : problems).toEqual([]);
  return { ...generated, text, masked: [...maskTableTasks(ruleset?.tasks ?? [])] };
}

const masksOf = (tasks: readonly MaskTableTask[]): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    tasks.flatMap((task) =>
      task.rules.map((rule) => [`${task.table}.${rule.column}`, rule.masks.map(({ maskName }) => maskName)]),
    ),
  );

const PEOPLE = table('people', [number('id'), column('name'), column('mail', found('email'))], {
  primaryKey: ['id'],
});
const VISITS = table('visits', [number('id'), number('person_id'), column('notes')], {
  primaryKey: ['id'],
  foreignKeys: [{ columns: ['person_id'], schema: 'app', table: 'people', referencedColumns: ['id'] }],
});

describe('columns and keys', () => {
  test('the key of a task is the primary key, with all its columns', () => {
    const lines = table('lines', [number('a'), number('b'), column('notes')], { primaryKey: ['b', 'a'] });
    expect(generate([lines], { lines: ['notes'] }).masked[0]?.key).toEqual(['b', 'a']);
  });

  test('without a primary key it is a unique key without NULLs, else where the row lies', () => {
    const columns = [number('a', { nullable: true }), number('b'), column('notes')];
    const keyed = table('t', columns, { uniqueKeys: [['a'], ['b']] });
    expect(generate([keyed], { t: ['notes'] }).masked[0]?.key).toEqual(['b']);
    expect(generate([table('t', columns)], { t: ['notes'] }).masked[0]?.key).toEqual(['ctid']);
  });

  test('a table in which nothing identifies a row is left out with a comment', () => {
    const { text, leftOut, tasks } = generate(
      [PEOPLE, table('t', [column('notes')])],
      { people: ['name'], t: ['notes'] },
      { dialect: { unquotedNames: 'kept', rowAddress: null } },
    );
    expect(tasks.map((task) => task.table)).toEqual(['people']);
    expect(leftOut).toEqual([expect.objectContaining({ table: 't', column: 'notes', masked: false })]);
    expect(text).toContain('NOT MASKED: app.t.notes: nothing identifies a row');
  });

  test('foreign-key columns get no rule when the parent key is masked by a cascading mask', () => {
    const { masked, leftOut, text } = generate([PEOPLE, VISITS], { visits: ['person_id', 'notes'] });
    expect(masksOf(masked)).toEqual({
      'app.people.id': ['imitate_unique'],
      'app.visits.notes': ['from_random_text'],
    });
    expect(leftOut).toEqual([expect.objectContaining({ column: 'person_id', masked: true })]);
    expect(text).toContain('#   app.visits.person_id: it follows app.people.id, which is masked');
  });

  test('references are followed over several tables and round in circles', () => {
    const key = (schemaTable: string, columns = ['id']): GenerationTable['foreignKeys'] => [
      { columns, schema: 'app', table: schemaTable, referencedColumns: ['id'] },
    ];
    const chain = [PEOPLE, table('a', [number('id')], { primaryKey: ['id'], foreignKeys: key('people') })];
    const far = table('b', [number('id')], { primaryKey: ['id'], foreignKeys: key('a') });
    expect(masksOf(generate([...chain, far], { b: ['id'] }).masked)).toEqual({
      'app.people.id': ['imitate_unique'],
    });
    const circle = ['c', 'd'].map((name, index) =>
      table(name, [number('id')], { primaryKey: ['id'], foreignKeys: key(['d', 'c'][index]!) }),
    );
    expect(masksOf(generate(circle, { d: ['id'] }).masked)).toEqual({ 'app.c.id': ['imitate_unique'] });
    const tree = table('tree', [number('id'), number('parent')], {
      primaryKey: ['id'],
      foreignKeys: key('tree', ['parent']),
    });
    expect(masksOf(generate([tree], { tree: ['parent'] }).masked)).toEqual({
      'app.tree.id': ['imitate_unique'],
    });
  });

  test('composite references follow column by column', () => {
    const parent = table('parent', [number('x'), column('y')], { primaryKey: ['x', 'y'] });
    const child = table('child', [number('id'), column('b'), number('a')], {
      primaryKey: ['id'],
      foreignKeys: [{ columns: ['a', 'b'], schema: 'app', table: 'parent', referencedColumns: ['x', 'y'] }],
    });
    expect(masksOf(generate([parent, child], { child: ['b'] }).masked)).toEqual({
      'app.parent.y': ['imitate_unique'],
    });
  });

  test('a reference to a table that discovery has not seen is left out, never masked apart', () => {
    const { leftOut, tasks } = generate([VISITS], { visits: ['person_id'] });
    expect(tasks).toEqual([]);
    expect(leftOut[0]?.reason).toMatch(/discover that schema too/);
  });

  test('a key that tells rows apart is rewritten as a whole, addresses too', () => {
    const letters = table('letters', [column('mail', found('email'))], { primaryKey: ['mail'] });
    expect(masksOf(generate([letters], { letters: ['mail'] }).masked)).toEqual({
      'app.letters.mail': ['imitate_unique'],
    });
  });

  test('columns of unique keys get masks that keep values different', () => {
    const people = table(
      'people',
      [
        number('id'),
        column('code'),
        column('device', { dataType: 'uuid', valueKind: 'other' }),
        column('mail', found('email')),
        column('day', { dataType: 'date', valueKind: 'date' }),
      ],
      { primaryKey: ['id'], uniqueKeys: [['code', 'day'], ['device'], ['mail']] },
    );
    const { masked, leftOut } = generate([people], { people: ['id', 'code', 'device', 'mail', 'day'] });
    expect(masksOf(masked)).toEqual({
      'app.people.id': ['imitate_unique'],
      'app.people.code': ['imitate_unique'],
      'app.people.device': ['imitate_uuid'],
      'app.people.mail': ['email'],
    });
    expect(leftOut).toEqual([
      expect.objectContaining({
        column: 'day',
        reason: expect.stringMatching(/no mask keeps values of the type date different/) as string,
      }),
    ]);
  });

  test('columns that the database computes, views and unknown columns are left out with the reason', () => {
    const view = table('v', [column('name')], { obstacle: 'it is a view' });
    const people = table('people', [number('id'), column('upper_name', { writable: false })], {
      primaryKey: ['id'],
    });
    const { leftOut, tasks } = generate([people, view], {
      people: ['upper_name', 'gone'],
      v: ['name'],
      lost: ['x'],
    });
    expect(tasks).toEqual([]);
    expect(leftOut.map(({ column: name, reason }) => [name, reason])).toEqual([
      ['upper_name', 'the database computes it, so it cannot be written'],
      ['gone', 'discovery has not seen it'],
      ['name', 'it is a view'],
      ['x', 'discovery has not seen it'],
    ]);
  });
});

describe('masks', () => {
  test('lengths are respected', () => {
    const people = table(
      'people',
      [number('id'), column('employer', { maxLength: 20 }), column('country', { maxLength: 2 })],
      { primaryKey: ['id'] },
    );
    const { text, masked } = generate([people], { people: ['employer', 'country'] });
    expect(masksOf(masked)['app.people.employer']).toEqual(['from_file', 'take_substring']);
    expect(text).toContain('end_index: 20');
    expect(text).toContain('seed_column: alpha_2');
  });

  test('dates of birth keep the age, and other dates get a plausible range', () => {
    const day = { dataType: 'date', valueKind: 'date' };
    const people = table(
      'people',
      [number('id'), column('born', { ...day, ...found('date_of_birth') }), column('date_left', day)],
      { primaryKey: ['id'] },
    );
    const { text } = generate([people], { people: ['born', 'date_left'] });
    expect(text).toContain('type: retain_age');
    expect(text).toMatch(/column: date_left\n +masks:\n +- type: from_random_date\n +min: '2000-01-01'/);
  });

  test('the locality decides about the seed files of a region', () => {
    const people = table('people', [number('id'), column('street'), column('company')], {
      primaryKey: ['id'],
    });
    const files = (locality: string): readonly string[] => {
      const { text } = generate([people], { people: ['street', 'company'] }, { locality });
      return [...text.matchAll(/seed_file: (\S+)/g)].map(([, file]) => file!);
    };
    expect(files('NZ')).toEqual(['addresses_nz.csv', 'companies_nz.csv']);
    expect(files('GB')).toEqual(['addresses_uk.csv', 'companies.csv']);
    expect(files('FR')).toEqual(['addresses_us.csv', 'companies.csv']);
  });

  test('masks of one’s own by label win over the built-in ones', () => {
    const ownMasks = new Map([['email', [{ type: 'from_fixed', value: 'nobody@example.com' }]]]);
    const { masked } = generate([PEOPLE], { people: ['mail'] }, { ownMasks });
    expect(masksOf(masked)).toEqual({ 'app.people.mail': ['from_fixed'] });
  });
});

describe('identities', () => {
  test('a mail address that every row has stands for the person; values that are used elsewhere follow themselves', () => {
    const { masked } = generate([PEOPLE], { people: ['name', 'mail'] });
    const hashes = masked[0]!.rules.map(({ column: name, hashColumns }) => [
      name,
      hashColumns.map((item) => [item.column, item.caseTransform]),
    ]);
    expect(hashes).toEqual([
      ['name', [['mail', 'lower']]],
      ['mail', [[null, 'lower']]],
    ]);
  });

  test('spellings of one address become one in every table, or in none where an index keeps some of them apart', () => {
    const letters = table('letters', [number('id'), column('to', found('email'))], { primaryKey: ['id'] });
    const folded = (people: GenerationTable): readonly unknown[] =>
      generate([people, letters], { people: ['mail'], letters: ['to'] }).masked.map(({ rules }) =>
        rules[0]!.hashColumns.map(({ caseTransform }) => caseTransform),
      );
    expect(folded(PEOPLE)).toEqual([['lower'], ['lower']]);
    expect(folded({ ...PEOPLE, uniqueKeys: [['mail']] })).toEqual([[null], [null]]);
  });

  test('an address that may be NULL stands for nobody', () => {
    const people = table(
      'people',
      [number('id'), column('name'), column('mail', { nullable: true, ...found('email') })],
      { primaryKey: ['id'] },
    );
    expect(generate([people], { people: ['name'] }).masked[0]?.rules[0]?.hashColumns).toEqual([]);
  });

  test('chosen hash columns win, for the table and for single columns, and null switches them off', () => {
    const hashes = (hashColumns: object): readonly unknown[] => {
      const selection = [{ schema: 'app', table: 'people', columns: ['name', 'mail'], hashColumns }];
      return generate([PEOPLE], {}, { selection }).masked[0]!.rules.map((rule) =>
        rule.hashColumns.map((item) => item.column),
      );
    };
    expect(hashes({ table: ['id'] })).toEqual([['id'], ['id']]);
    expect(hashes({ table: ['id'], columns: { mail: ['name', 'id'] } })).toEqual([['id'], ['name', 'id']]);
    expect(hashes({ table: ['id'], columns: { mail: null } })).toEqual([['id'], []]);
    expect(hashes({ table: null })).toEqual([[], []]);
  });
});

describe('the text', () => {
  test('names are quoted where the database would read them otherwise', () => {
    const odd = table('Odd "Name".x', [number('Id'), column('naïve'), column('plain')], {
      primaryKey: ['Id'],
    });
    const { masked } = generate([odd], { 'Odd "Name".x': ['naïve', 'plain'] });
    expect(masked[0]).toMatchObject({ table: 'app."Odd ""Name"".x"', key: ['"Id"'] });
    expect(masked[0]!.rules.map((rule) => rule.column)).toEqual(['"naïve"', 'plain']);
  });

  test('it says why a column is masked, and a description cannot leave its comment', () => {
    const sly = column('sly', {
      findings: [{ label: 'name', description: 'one\ntasks: []\u2028x', categories: ['PII', 'PCI'] }],
    });
    const { text } = generate([table('t', [number('id'), sly], { primaryKey: ['id'] })], { t: ['sly'] });
    expect(text).toContain('# one tasks: [] x (PII, PCI)\n');
  });
});
