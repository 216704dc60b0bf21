import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import {
  compileTableMask,
  deriveRunKey,
  generateRuleset,
  maskTableTasks,
  readRuleset,
  SENSITIVE_LABELS,
  splitRuleset,
  writeRuleset,
} from '../../src/engine/index.js';
import type {
  ColumnShape,
  GenerationColumn,
  GenerationTable,
  MaskTableTask,
  SeedCatalog,
  SeedTable,
} from '../../src/engine/index.js';
import { CsvSeedTable } from '../../src/rulesets/csv-seed-table.js';

const SEEDS = join(import.meta.dirname, '../../seeds');
const loaded = new Map<string, SeedTable>(
  readdirSync(SEEDS)
    .filter((name) => name.endsWith('.csv'))
    .map((name) => [name, CsvSeedTable.read(name, readFileSync(join(SEEDS, name)))]),
);
const CATALOG: SeedCatalog = {
  columnNames: (name) => loaded.get(name)?.columnNames,
  names: () => [...loaded.keys()],
};
const DIALECT = { unquotedNames: 'lower', rowAddress: 'ctid' } as const;

/** What detectors say, and what columns may be called besides. */
const LABELS = [
  ...SENSITIVE_LABELS.map(({ name }) => name),
  ...['name', 'au_abn', 'za_id', 'aba_routing', 'suburb', 'latitude', 'longitude', 'uuid', 'admission_date'],
  ...['something_new', 'dateOfBirth'],
];
const TYPES: readonly (readonly [dataType: string, valueKind: ColumnShape['kind'], samples: readonly string[]])[] = [
  [
    'character varying',
    'text',
    [
      ...['Anna-Mária Łucja 小明', 'x', 'N/A', '  ', '000', '4111 1111 1111 1111', '2223000048400011', '123-45-6789'],
      ...['GB82 WEST 1234 5698 7654 32', '943 476 5919', '046 454 286', 'ZZZ0032', '111.444.777-35', '12345678Z'],
      ...['11.222.333/0001-81', '1 84 12 76 451 089 46', '44051401359', '1M8GDM9AXKP042788', '1234567893', 'AB1234563'],
      ...['2001-02-03', '03/02/2001', '1899-12-31', '10/28', '021000021', 'a@b.example', 'AA:BB:CC:00:11:22', 'M', 'male'],
      ...['12345678', '123456789', '1234567890', '12345678901', '123456789012', '1234567890123', '00000000000', 'ABCDEFGH1234567890'],
    ],
  ],
  ['integer', 'integer', ['0', '7', '-12', '2147483647', '123456789']],
  ['bigint', 'integer', ['4111111111111111', '9223372036854775807']],
  ['numeric(12,2)', 'decimal', ['0.00', '-7.10', '9999999999.99']],
  ['double precision', 'float', ['0', '1.5', '-41.29']],
  ['boolean', 'boolean', ['t', 'f']],
  ['date', 'date', ['1985-02-28', '2999-12-31', '0001-01-01', 'infinity', '2026-11-28']],
  ['timestamp without time zone', 'datetime', ['1985-02-28 12:00:00.5', '3000-01-01 00:00:00']],
  ['time without time zone', 'time', ['12:13:14.5']],
  ['bytea', 'bytes', ['\\x00ff']],
  ['jsonb', 'json', ['{"a": [1, null]}']],
  ['uuid', 'other', ['9b2f0c3e-71d5-4a8e-9f00-0123456789ab']],
  ['inet', 'other', ['192.0.2.7']],
  ['macaddr', 'other', ['08:00:2b:01:02:03']],
  ['text[]', 'other', ['{a,b}']],
];

function column(name: string, more: Partial<GenerationColumn> = {}): GenerationColumn {
  return {
    ...{ name, dataType: 'text', valueKind: 'text', maxLength: null, numericPrecision: null, numericScale: null },
    ...{ nullable: true, writable: true, findings: [] },
    ...more,
  };
}

function table(name: string, columns: readonly GenerationColumn[], more: Partial<GenerationTable> = {}): GenerationTable {
  return {
    ...{ schema: 'sales', name, obstacle: null, columns, primaryKey: ['id'], uniqueKeys: [], foreignKeys: [] },
    ...more,
  };
}

const found = (label: string): GenerationColumn['findings'] => [
  { label, description: label, categories: ['PII'] },
];

function generate(tables: readonly GenerationTable[], locality = 'US'): string {
  const { tasks, leftOut } = generateRuleset({
    tables,
    selection: tables.map(({ schema, name, columns }) => ({
      ...{ schema, table: name },
      columns: columns.map((item) => item.name).filter((item) => item !== 'id'),
    })),
    dialect: DIALECT,
    locality,
    ownMasks: new Map(),
  });
  return writeRuleset(tasks, leftOut);
}

function tasksOf(text: string): readonly MaskTableTask[] {
  const { ruleset, problems } = readRuleset(text, { seedCatalog: CATALOG });
  expect({ problems, text: problems.length === 0 ? '' : text }).toEqual({ problems: [], text: '' });
  return [...maskTableTasks(ruleset?.tasks ?? [])];
}

function shapeOf({ name, valueKind, maxLength, numericPrecision, numericScale }: GenerationColumn): ColumnShape {
  const kind = valueKind as ColumnShape['kind'];
  return { name, kind, nullable: true, writable: true, maxLength, numericPrecision, numericScale };
}

/** What becomes of a column's values. */
function maskAll(task: MaskTableTask, columns: readonly GenerationColumn[], values: readonly (string | null)[]): readonly (string | null)[] {
  const shapes = columns.map(shapeOf);
  const unquoted = (written: string): string => written.replace(/^"(.*)"$/, '$1').replaceAll('""', '"');
  const shape = { columns: shapes, find: (written: string) => shapes.find(({ name }) => name === unquoted(written)) };
  const { mask, problems } = compileTableMask(task, shape, {
    ...{ runKey: deriveRunKey('a secret of some length', null), repeatable: true, rewritesKeys: true },
    ...{ nowMs: Date.UTC(2026, 10, 28), seedFiles: loaded },
  });
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  return values.map((value, index) => {
    const out: (string | null)[] = [];
    const row = mask!.readColumns.map((name) => (name === 'id' ? String(index) : value));
    return mask!.maskRow(row, out) ? (out[0] ?? null) : value;
  });
}

function sizeOf(
  dataType: string,
  valueKind: string,
): Pick<GenerationColumn, 'numericPrecision' | 'numericScale'> {
  if (valueKind === 'integer') {
    return { numericPrecision: dataType === 'bigint' ? 19 : 10, numericScale: 0 };
  }
  return valueKind === 'decimal'
    ? { numericPrecision: 12, numericScale: 2 }
    : { numericPrecision: null, numericScale: null };
}

/** Text so long that it cannot come out as it was by chance. */
function mustChange(value: string, valueKind: string): boolean {
  return valueKind === 'text' && /[\p{L}\p{N}]{4}/u.test(value);
}

const ID = column('id', { dataType: 'bigint', valueKind: 'integer', nullable: false });
const LENGTHS = [null, 60, 20, 11, 9, 3, 1];

describe('generated rulesets', () => {
  test.each(LABELS)('every type of column that is found to be %s gets masks that take whatever it holds', (label) => {
    for (const [dataType, valueKind, samples] of TYPES) {
      for (const maxLength of valueKind === 'text' ? LENGTHS : [null]) {
        const masked = column('c', {
          ...{ dataType, valueKind, maxLength, findings: found(label) },
          ...sizeOf(dataType, valueKind),
        });
        const [task] = tasksOf(generate([table('people', [ID, masked])]));
        const values = samples.map((text) => (maxLength === null ? text : [...text].slice(0, maxLength).join('')));
        const results = maskAll(task!, [ID, masked], [...values, null, '']);
        expect(results.slice(-2)).toEqual(valueKind === 'text' ? [null, ''] : [null, results.at(-1)]);
        const kept = values.filter((value, index) => results[index] === value && mustChange(value, valueKind));
        expect({ label, dataType, kept }).toEqual({ label, dataType, kept: [] });
      }
    }
  });

  test('the text is a valid ruleset whatever things are called, and the same each time', () => {
    const name = fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }).filter((text) => text.trim() === text && text !== 'id' && !text.includes('\0'));
    const columns = fc.uniqueArray(
      fc.record({ name, label: fc.constantFrom(...LABELS, ''), type: fc.constantFrom(...TYPES), length: fc.constantFrom(...LENGTHS), description: fc.string({ unit: 'binary' }) }),
      { selector: (item) => item.name, minLength: 1, maxLength: 6 },
    );
    fc.assert(
      fc.property(fc.uniqueArray(fc.record({ name, columns }), { selector: (item) => item.name, minLength: 1, maxLength: 4 }), (drawn) => {
        const tables = drawn.map((item) =>
          table(item.name, [
            ID,
            ...item.columns.map(({ name: own, label, type, length, description }) =>
              column(own, {
                ...{ dataType: type[0], valueKind: type[1], maxLength: type[1] === 'text' ? length : null },
                findings: label === '' ? [] : [{ label, description, categories: ['PII', 'PHI'] }],
              }),
            ),
          ]),
        );
        const text = generate(tables);
        expect(generate(tables)).toBe(text);
        expect(tasksOf(text).flatMap(({ rules }) => new Set(rules.map((rule) => rule.column)).size).reduce((sum, count) => sum + count, 0)).toBe(
          tables.flatMap((item) => item.columns).length - tables.length,
        );
      }),
      { seed: 5, numRuns: 60 },
    );
  });

  test('whatever the pattern of a recipe lets through, its masks take', () => {
    const checked = LABELS.flatMap((label) => {
      const text = generate([table('people', [ID, column('c', { findings: found(label) })])]);
      const pattern = /matches: (?:'(.*)'|(.*))$/m.exec(text);
      const source = (pattern?.[1]?.replaceAll("''", "'") ?? pattern?.[2] ?? '').replaceAll('(?:', '(');
      return pattern === null ? [] : [{ task: tasksOf(text)[0]!, source }];
    });
    expect(checked.length).toBeGreaterThan(20);
    for (const { task, source } of checked) {
      const values = fc.sample(fc.stringMatching(new RegExp(`^${source}`)), { numRuns: 300, seed: 7 });
      const results = maskAll(task, [ID, column('c')], values);
      const lengths = results.filter((result, index) => result?.length !== values[index]?.length);
      expect({ source, lengths: source.includes('A-Za-z') ? [] : lengths }).toEqual({ source, lengths: [] });
    }
  });

  test('a split is made of complete rulesets that mask together what one would', () => {
    const tables = Array.from({ length: 9 }, (_, index) => table(`t${index}`, [ID, column('email'), column('notes')]));
    const { tasks, leftOut } = generateRuleset({
      ...{ tables, dialect: DIALECT, locality: 'NZ', ownMasks: new Map() },
      selection: tables.map(({ schema, name }) => ({ schema, table: name, columns: ['email', 'notes'] })),
    });
    const whole = writeRuleset(tasks, leftOut);
    const parts = splitRuleset(tasks, leftOut, 1_000);
    expect(parts.length).toBeGreaterThan(2);
    parts.forEach(({ text }) => {
      expect(Buffer.byteLength(text)).toBeLessThan(1_100);
    });
    expect(parts.flatMap(({ text }) => tasksOf(text).map((task) => task.table))).toEqual(tasksOf(whole).map((task) => task.table));
    expect(parts.map(({ first }) => first.table)).toContain('t0');
    expect(splitRuleset(tasks, leftOut, 1)).toHaveLength(9);
    expect(splitRuleset(tasks, leftOut, 1_000_000).map(({ text }) => text)).toEqual([whole]);
  });
});
