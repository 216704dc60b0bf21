import type { Problem } from '../engine/index.js';
import { isCheckedAtOnce, toFinding, verdictOf } from './validation-status.js';

const problem = (severity: Problem['severity'], line: number): Problem => ({
  severity,
  type: 'ruleset',
  code: 'unknown_mask',
  message: `Fault ${line}.`,
  path: `tasks[${line}]`,
  at: { line, column: 3 },
});

describe('verdictOf', () => {
  it('is valid without problems, and with warnings only', () => {
    expect(verdictOf([]).validationStatus).toBe('valid');
    const verdict = verdictOf([problem('warning', 2)]);
    expect(verdict.validationStatus).toBe('valid');
    expect(verdict.validationWarnings).toEqual([
      { message: 'Fault 2.', code: 'unknown_mask', line: 2, column: 3, path: 'tasks[2]' },
    ]);
  });

  it('is invalid with one error', () => {
    const verdict = verdictOf([problem('warning', 1), problem('error', 2)]);
    expect(verdict.validationStatus).toBe('invalid');
    expect(verdict.validationErrors.map(({ line }) => line)).toEqual([2]);
  });

  it('stores no more findings than anyone reads, and says how many there are', () => {
    const verdict = verdictOf(Array.from({ length: 20_000 }, (_, line) => problem('error', line)));
    expect(verdict.validationErrors).toHaveLength(501);
    expect(verdict.validationErrors.at(-1)?.message).toContain('19500 more');
  });
});

describe('toFinding', () => {
  it('writes visibly what cannot be stored, wherever a text of the ruleset is quoted', () => {
    const { message, path, library } = toFinding({
      ...problem('error', 1),
      message: 'Unknown "a\0b".',
      path: 'tasks[0].a\ud800',
      at: { line: 1, column: 1, library: 'lib\0' },
    });
    expect([message, path, library]).toEqual(['Unknown "a\\u0000b".', 'tasks[0].a\\ud800', 'lib\\u0000']);
  });
});

describe('isCheckedAtOnce', () => {
  it('counts bytes, not characters', () => {
    expect(isCheckedAtOnce('a'.repeat(61_439))).toBe(true);
    expect(isCheckedAtOnce('a'.repeat(61_440))).toBe(false);
    expect(isCheckedAtOnce('é'.repeat(30_720))).toBe(false);
  });
});
