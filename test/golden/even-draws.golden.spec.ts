/**
 * Every mask that draws is unbiased: chi-square over a million draws from hash values 0, 1, 2, … under a fixed secret. Masks
 * stand in one table, so that a row's seed is made once; what each of them draws from it is independent of the others.
 */
import { compileTableMask, deriveRunKey, describeMasks, readRuleset } from '../../src/engine/index.js';
import type { ColumnShape, SeedTable } from '../../src/engine/index.js';

const DRAWS = 1_000_000;
const NAMES: SeedTable = {
  ...{ name: 'names.csv', columnNames: ['name'], rowCount: 250, digest: 'fixed' },
  column: () => Array.from({ length: 250 }, (_, index) => `n${index}`),
};

/** What is counted of each result; `outcomes`: how many there are, equally likely, or how likely each is. */
interface Statistic {
  readonly of: (text: string) => string;
  readonly outcomes: number | Readonly<Record<string, number>>;
}

interface Drawn {
  readonly mask: string;
  readonly input: string;
  readonly kind?: ColumnShape['kind'];
  readonly statistics: readonly Statistic[];
}

const whole = (outcomes: Statistic['outcomes']): Statistic => ({ of: (text) => text, outcomes });
const at = (index: number, outcomes: number): Statistic => ({ of: (text) => text.charAt(index), outcomes });
const slice = (from: number, to: number, outcomes: number): Statistic => ({
  of: (text) => text.slice(from, to),
  outcomes,
});
/** Two characters together: neither of them says anything of the other. */
const pair = (one: number, other: number, outcomes: number): Statistic => ({
  of: (text) => text.charAt(one) + text.charAt(other),
  outcomes,
});
const lengths = (outcomes: number): Statistic => ({ of: (text) => String(text.length), outcomes });

/** A triangle over 0 to 10 that is highest at 4: how likely the numbers are that round to each. */
function triangle(): Record<string, number> {
  const below = (x: number): number => (x <= 0 ? 0 : x >= 10 ? 1 : x <= 4 ? x ** 2 / 40 : 1 - (10 - x) ** 2 / 60);
  return Object.fromEntries(Array.from({ length: 11 }, (_, n) => [String(n), below(n + 0.5) - below(n - 0.5)]));
}

/** Each row is one draw. */
const SINGLE: readonly Drawn[] = [
  { mask: 'type: from_file, seed_file: names.csv', input: 'x', statistics: [whole(250)] },
  {
    mask: 'type: from_choices, choices: [{value: a, weight: 7}, {value: b, weight: 2}, {value: c, weight: 1}]',
    input: 'x',
    statistics: [whole({ a: 0.7, b: 0.2, c: 0.1 })],
  },
  {
    mask: 'type: from_random_number, min: -5, max: 994',
    input: 'x',
    statistics: [whole(1000)],
  },
  { mask: 'type: from_random_boolean', input: 'x', statistics: [whole(2)] },
  { mask: 'type: numeric_bucket, buckets: [0, 100, 250]', input: '120', statistics: [whole(150)] },
  { mask: 'type: noise, range: 50', input: '1000', statistics: [whole(101)] },
  {
    mask: 'type: from_random_datetime, min: "2020-02-28T23:58:00", max: "2020-02-29T00:02:00"',
    input: 'x',
    statistics: [whole(240)],
  },
  {
    mask: 'type: from_random_date, min: "2020-02-01", max: "2021-02-01"',
    input: 'x',
    statistics: [whole(366)],
  },
  { mask: 'type: retain_year', input: '2020-07-01', statistics: [whole(366)] },
  { mask: 'type: retain_age', input: '2000-06-15', statistics: [whole(366)] },
  {
    mask: 'type: retain_date_component, month: true, day: true',
    input: '2020-05-31',
    statistics: [whole(21)],
  },
  { mask: 'type: date_shift, max_days: 50', input: '2020-01-01', statistics: [whole(100)] },
];

/** Each row is at least four draws. */
const MULTIPLE: readonly Drawn[] = [
  {
    mask: 'type: from_format_string, format: "{[A-Z],2}{!int, 0:99, pad}{(x|y|z)}{[0-9],1:2}"',
    input: 'x',
    statistics: [pair(0, 1, 676), slice(2, 4, 100), at(4, 3), at(5, 10), lengths(2)],
  },
  {
    mask: 'type: imitate',
    input: 'QQ zz 77',
    statistics: [pair(0, 1, 676), pair(3, 4, 676), pair(6, 7, 100), pair(1, 7, 260)],
  },
  {
    mask: 'type: from_random_text, min: 3, max: 6',
    input: 'x',
    statistics: [lengths(4), pair(0, 1, 2704), at(2, 52)],
  },
  {
    mask: 'type: from_regex, regex: "(ab|[c-e]|x{1,4})[A-F0-9]{2}"',
    input: 'x',
    statistics: [
      { of: (text) => (text.startsWith('ab') ? 'ab' : text.startsWith('x') ? 'x' : 'c'), outcomes: 3 },
      { of: (text) => text.slice(-2), outcomes: 256 },
      { of: (text) => text.slice(0, -2), outcomes: alternatives() },
    ],
  },
  {
    mask: 'type: email, length: 3',
    input: 'ann@corp.test',
    statistics: [
      pair(0, 1, 936),
      pair(1, 2, 1296),
      { of: (text) => text.slice(text.indexOf('@')), outcomes: 3 },
    ],
  },
  {
    mask: 'type: credit_card, retain_prefix_length: 13',
    input: '4111111111111111',
    statistics: [slice(13, 15, 100)],
  },
  { mask: 'type: brazilian_cpf', input: '52998224725', statistics: [pair(0, 8, 100)] },
  {
    mask: 'type: social_security_number',
    input: '123456789',
    statistics: [slice(0, 3, 898), slice(3, 5, 99), at(8, 10)],
  },
  {
    mask: 'type: phone, retain_prefix_length: 6',
    input: '+1 212-555-0123',
    statistics: [pair(11, 12, 100), pair(13, 14, 100), pair(11, 14, 100)],
  },
];

/** Other parameters, each row one draw or more. */
const VARIANTS: readonly Drawn[] = [
  { mask: 'type: from_choices, choices: [a, b, c]', input: 'x', statistics: [whole(3)] },
  {
    mask: 'type: imitate, force_change: true',
    input: 'Qz7',
    statistics: [at(0, 25), at(1, 25), at(2, 9)],
  },
  { mask: 'type: imitate', input: '471', kind: 'integer', statistics: [at(0, 9), pair(1, 2, 100)] },
  { mask: 'type: imitate', input: 't', kind: 'boolean', statistics: [whole(2)] },
  {
    mask: 'type: email, local: imitate, domains: [a.test, b.test]',
    input: 'an@corp.test',
    statistics: [pair(0, 1, 676), at(3, 2)],
  },
  { mask: 'type: credit_card', input: '4111111111111111', statistics: [pair(7, 14, 100), at(15, 10)] },
  {
    mask: 'type: social_security_number, never_issued: true',
    input: '123456789',
    statistics: [slice(0, 3, 102)],
  },
  {
    mask: 'type: from_random_number, min: 0, max: 2, decimal_places: 2',
    input: 'x',
    statistics: [whole(201)],
  },
  { mask: 'type: from_random_number, max: 10, mode: 4', input: 'x', statistics: [whole(triangle())] },
  {
    mask: 'type: numeric_bucket, buckets: [0, 100, 250], force_change: true',
    input: '120',
    statistics: [whole(149)],
  },
  {
    mask: 'type: numeric_bucket, buckets: [0, 100], scale_to: 0.25',
    input: '7.50',
    statistics: [whole(400)],
  },
  { mask: 'type: noise, ratio: 0.05, force_change: true', input: '1000', statistics: [whole(100)] },
  { mask: 'type: noise, days: 20', input: '2020-02-29', statistics: [whole(41)] },
  { mask: 'type: retain_year, force_change: true', input: '2021-07-01', statistics: [whole(364)] },
  { mask: 'type: retain_age', input: '2001-06-15', statistics: [whole(365)] },
  { mask: 'type: retain_age, force_change: true', input: '2001-06-16', statistics: [whole(364)] },
  { mask: 'type: retain_date_component, day: true', input: '2020-05-31', statistics: [whole(147)] },
  {
    mask: 'type: retain_date_component, year: true, weekday: true, force_change: true',
    input: '2020-05-31',
    statistics: [whole(51)],
  },
  { mask: 'type: date_shift, max_days: 100, unit: week', input: '2020-01-01', statistics: [whole(28)] },
];


/** The first alternative, one of three characters, or one to four of one: each third is shared evenly. */
function alternatives(): Record<string, number> {
  const [thirds, twelfths] = [['c', 'd', 'e'], ['x', 'xx', 'xxx', 'xxxx']];
  return {
    ab: 1 / 3,
    ...Object.fromEntries(thirds.map((text) => [text, 1 / 9])),
    ...Object.fromEntries(twelfths.map((text) => [text, 1 / 12])),
  };
}

/** Counts of each statistic of each mask. */
function countAll(masks: readonly Drawn[], rows: number): readonly (readonly Map<string, number>[])[] {
  const counts = masks.map(({ statistics }) => statistics.map(() => new Map<string, number>()));
  const mask = compiled(masks);
  const inputs = masks.map(({ input }) => input);
  const out: (string | null)[] = [];
  for (let id = 0; id < rows; id++) {
    mask.maskRow([String(id), ...inputs], out);
    for (let column = 0; column < masks.length; column++) {
      const text = out[column] ?? 'null';
      const { statistics } = masks[column]!;
      for (let index = 0; index < statistics.length; index++) {
        const outcome = statistics[index]!.of(text);
        const seen = counts[column]![index]!;
        seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
      }
    }
  }
  return counts;
}

function compiled(masks: readonly Drawn[]): NonNullable<ReturnType<typeof compileTableMask>['mask']> {
  const rules = masks.map(({ mask }, index) => `      - {column: c${index}, masks: [{${mask}}]}`).join('\n');
  const { ruleset } = readRuleset(
    `version: "1.0"\ntasks:\n  - type: mask_table\n    table: t\n    key: id\n    hash_columns: [id]\n    rules:\n${rules}\n`,
  );
  const task = ruleset?.tasks[0];
  if (task?.kind !== 'mask_table') {
    throw new Error('not a mask_table task');
  }
  const shape = { nullable: true, writable: true, maxLength: null, numericPrecision: null, numericScale: null };
  const columns: ColumnShape[] = [
    { name: 'id', kind: 'integer', ...shape },
    ...masks.map(({ kind }, index): ColumnShape => ({ name: `c${index}`, kind: kind ?? 'text', ...shape })),
  ];
  const { mask, problems } = compileTableMask(
    task,
    { columns, find: (name) => columns.find((column) => column.name === name) },
    {
      ...{ runKey: deriveRunKey('a fixed secret', null), repeatable: true, seedFiles: new Map([[NAMES.name, NAMES]]) },
      nowMs: Date.parse('2025-06-15T12:00:00Z'),
    },
  );
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  return mask!;
}

/** Standard deviations of the chi-square sum from what is to be expected. */
function deviation(seen: ReadonlyMap<string, number>, outcomes: Statistic['outcomes'], rows: number): number {
  const chances =
    typeof outcomes === 'number'
      ? [...seen].map(([text]) => [text, 1 / outcomes] as const)
      : Object.entries(outcomes);
  const freedom = chances.length - 1;
  const sum = chances.reduce((total, [text, chance]) => {
    const expected = chance * rows;
    return total + ((seen.get(text) ?? 0) - expected) ** 2 / expected;
  }, 0);
  return (sum - freedom) / Math.sqrt(2 * freedom);
}

describe.each([
  ['one draw a row', SINGLE, DRAWS],
  ['four draws a row', MULTIPLE, DRAWS / 4],
  ['a tenth of the draws for other parameters', VARIANTS, DRAWS / 10],
])('every outcome is as likely as it should be: %s', (_, masks, rows) => {
  let counts: readonly (readonly Map<string, number>[])[] = [];
  beforeAll(() => {
    counts = countAll(masks, rows);
  });

  it.each(masks.map(({ mask, statistics }, index) => [mask, statistics, index] as const))(
    '%s',
    (__, statistics, index) => {
      const sizes = statistics.map(({ outcomes }) =>
        typeof outcomes === 'number' ? outcomes : Object.keys(outcomes).length,
      );
      expect(counts[index]?.map(({ size }) => size)).toEqual(sizes);
      const deviations = statistics.map(({ outcomes }, which) =>
        deviation(counts[index]![which]!, outcomes, rows),
      );
      // Too even would be as wrong as too uneven.
      expect(deviations.filter((many) => Math.abs(many) > 5)).toEqual([]);
    },
  );
});

it('is said of every mask that draws', () => {
  const said = [...SINGLE, ...MULTIPLE].map(({ mask }) => mask.split(',')[0]);
  const drawing = describeMasks().filter(({ usesRandomness, summary }) => usesRandomness && !summary.includes('former name'));
  expect(drawing.map(({ name }) => name).filter((name) => !said.includes(`type: ${name}`))).toEqual([]);
});
