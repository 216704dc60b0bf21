/** What the masks of numbers, dates and patterns promise of every value they draw: evenness, range, form, consistency. */
import { prepare } from './golden-case.js';
import { isValid } from '../../src/engine/checksums/checksum.js';
import { brazilianCpf } from '../../src/engine/checksums/brazilian-cpf.js';
import { luhn } from '../../src/engine/checksums/luhn.js';
import { compileTableMask, deriveRunKey, readRuleset } from '../../src/engine/index.js';
import type { ColumnShape, CompiledTableMask } from '../../src/engine/index.js';

const DRAWS = 100_000;

/** A hashed rule on a text column: the hash value fixes the draw, so that every run of the test sees the same. */
function compiled(yaml: string, kind: ColumnShape['kind'] = 'text', secret = 'a fixed secret'): CompiledTableMask {
  const text = `version: "1.0"
tasks:
  - type: mask_table
    table: t
    key: id
    rules:
      - column: masked
        hash_columns: [id]
        masks: [${yaml}]
`;
  const { ruleset } = readRuleset(text);
  const task = ruleset?.tasks[0];
  if (task?.kind !== 'mask_table') {
    throw new Error('not a mask_table task');
  }
  const shape = { nullable: true, writable: true, maxLength: null, numericPrecision: null, numericScale: null };
  const columns: ColumnShape[] = [
    { name: 'id', kind: 'integer', ...shape },
    { name: 'masked', kind, ...shape },
  ];
  const context = {
    ...{ runKey: deriveRunKey(secret, null), repeatable: true, seedFiles: new Map() },
    nowMs: Date.parse('2025-06-15T12:00:00Z'),
  };
  const { mask } = compileTableMask(task, { columns, find: (name) => columns.find((c) => c.name === name) }, context);
  return mask!;
}

function* drawn(mask: CompiledTableMask, input: string, count = DRAWS): Generator<string> {
  const out: (string | null)[] = [];
  for (let id = 0; id < count; id++) {
    mask.maskRow([String(id), input], out);
    yield out[0] ?? 'null';
  }
}

/** Chi-square over the results; each of `size` outcomes should be met equally often. */
function expectEven(results: Iterable<string>, size: number): void {
  const counts = new Map<string, number>();
  let total = 0;
  for (const result of results) {
    counts.set(result, (counts.get(result) ?? 0) + 1);
    total++;
  }
  expect(counts.size).toBe(size);
  const mean = total / size;
  const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - mean) ** 2 / mean, 0);
  // Five standard deviations above what is to be expected.
  expect(chiSquare).toBeLessThan(size - 1 + 5 * Math.sqrt(2 * (size - 1)));
}

describe('every result has the promised form', () => {
  it('cards pass the Luhn check and keep their issuer', () => {
    for (const input of ['4111111111111111', '378282246310005', '2223003122003222', '6200000000000000003']) {
      for (const result of drawn(compiled('{type: credit_card}'), input, 5000)) {
        expect(isValid(luhn, result)).toBe(true);
        expect(result).toHaveLength(input.length);
        expect(result.slice(0, 1)).toBe(input.slice(0, 1));
      }
    }
  });

  it('CPF numbers are valid', () => {
    for (const result of drawn(compiled('{type: brazilian_cpf}'), '000.000.000-00', 20_000)) {
      expect(isValid(brazilianCpf, result)).toBe(true);
      expect(result).toMatch(/^\d{3}\.\d{3}\.\d{3}-\d{2}$/);
    }
  });

  it('social security numbers are of valid form, or were never issued', () => {
    const valid = /^(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}$/;
    for (const result of drawn(compiled('{type: social_security_number}'), '1', 20_000)) {
      expect(result).toMatch(valid);
    }
    for (const result of drawn(compiled('{type: social_security_number, never_issued: true}'), '1', 20_000)) {
      expect(result).not.toMatch(valid);
      expect(result).toMatch(/^(?:000|666|9\d\d)-(?!00)\d{2}-(?!0000)\d{4}$/);
    }
  });

  it('retain_age keeps the age on every day of four years', () => {
    const age = (day: string, born: string): number =>
      Number(day.slice(0, 4)) - Number(born.slice(0, 4)) - (day.slice(5) < born.slice(5) ? 1 : 0);
    for (let index = 0; index < 1461; index++) {
      const day = new Date(Date.UTC(2023, 0, 1 + index)).toISOString().slice(0, 10);
      const mask = compiled(`{type: retain_age, as_of: "${day}", force_change: true}`);
      for (const born of ['2000-02-28', '2000-02-29', '2000-03-01', '1961-12-31', day]) {
        for (const result of drawn(mask, born, 4)) {
          expect([age(day, result), result <= day, result === born]).toEqual([age(day, born), true, false]);
        }
      }
    }
  });
});

describe('date_shift', () => {
  it('keeps every interval of an entity, over columns, formats and kinds', () => {
    const [ofText, ofMoments] = [compiled('{type: date_shift, max_days: 400, day_first: true}'), compiled('{type: date_shift, max_days: 400}', 'datetime')];
    const out: (string | null)[] = [];
    const shifted = (mask: CompiledTableMask, id: number, input: string): string => {
      mask.maskRow([String(id), input], out);
      return out[0]!;
    };
    for (let id = 0; id < 2000; id++) {
      const [a, b] = [shifted(ofText, id, '01/03/2020'), shifted(ofMoments, id, '2020-03-11 08:00:00.000001+02')];
      const first = Date.parse(a.split('/').reverse().join('-'));
      const second = Date.parse(`${b.slice(0, 10)}T00:00:00Z`);
      expect(second - first).toBe(10 * 86_400_000);
      expect(b.slice(10)).toBe(' 08:00:00.000001+02');
      expect(a).not.toBe('01/03/2020');
    }
  });
});

describe('hash', () => {
  it('tells a million values apart, follows the secret and ignores the hash columns', () => {
    const mask = compiled('{type: hash, format: integer, digits: 18}');
    const seen = new Set<string>();
    const out: (string | null)[] = [];
    for (let value = 0; value < 1_000_000; value++) {
      mask.maskRow(['1', String(value)], out);
      seen.add(out[0]!);
    }
    expect(seen.size).toBe(1_000_000);
    const [one, two] = [compiled('{type: hash}'), compiled('{type: hash}', 'text', 'another secret')];
    const all = [...drawn(one, 'x', 10), ...drawn(two, 'x', 10)];
    expect(new Set(all).size).toBe(2);
  });

  it('spreads its first digits evenly', () => {
    const mask = compiled('{type: hash, format: integer, digits: 3}');
    const results = function* (): Generator<string> {
      const out: (string | null)[] = [];
      for (let value = 0; value < DRAWS; value++) {
        mask.maskRow(['1', `v${value}`], out);
        yield out[0]!;
      }
    };
    expectEven(results(), 900);
  });
});

it('masks without a hash draw anew for every row', () => {
  const golden = { params: { days: 3000 }, column: 'date' } as const;
  const prepared = prepare('noise', { cases: [] }, golden);
  const results = new Set(Array.from({ length: 50 }, () => JSON.stringify(prepared.apply('2020-01-01'))));
  expect(results.size).toBeGreaterThan(40);
});
