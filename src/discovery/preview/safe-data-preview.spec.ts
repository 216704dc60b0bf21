import { readPreviewOptions } from './preview-options.js';
import type { PreviewOptions } from './preview-options.js';
import { safeDataPreview } from './safe-data-preview.js';

const OPTIONS: PreviewOptions = {
  ...{ minGroupSize: 5, stringLevel: 'first_chars' },
  ...{ numericLevel: 'histograms', temporalLevel: 'histograms' },
};
const numbers = (count: number): string[] => Array.from({ length: count }, (_, n) => String(n + 1));

describe('safe data preview', () => {
  it('tells of texts by what many of them share', () => {
    const mails = Array.from({ length: 20 }, (_, n) => `p${n % 10}@example.com`);
    const preview = safeDataPreview([...mails, 'the only one', null], 'text', OPTIONS);
    expect(preview).toEqual({
      kind: 'string',
      statistics_common: { count_row: 22, count_null: 1, count_distinct: 11 },
      statistics_kind: {
        lengths: { min: 12, max: 14, mean: 13.905, median: 14, most_common: [{ length: 14, count: 20 }] },
        patterns: {
          top: [{ pattern: 'a9@aaaaaaa.aaa', count: 20 }],
          composition: { letter: 0.788, digit: 0.068, other: 0.144 },
        },
        first_chars: { top: [{ masked: 'p**********', count: 20 }] },
      },
    });
    expect(JSON.stringify(preview)).not.toContain('only');
  });

  it('tells of numbers only what leaves enough of them on each side', () => {
    const few = safeDataPreview(numbers(40), 'integer', OPTIONS);
    expect(few.statistics_kind).toMatchObject({
      summaries: { mean: 20.5, q1: 11, q2: 21, q3: 31, p5: null, p95: null },
    });
    const many = safeDataPreview(numbers(1_000), 'decimal', OPTIONS).statistics_kind as {
      summaries: object;
      histograms: { bins: { count: number }[] };
    };
    expect(many.summaries).toEqual({ mean: 501, p5: 51, q1: 251, q2: 501, q3: 751, p95: 951 });
    expect(many.histograms.bins).toHaveLength(10);
    expect(many.histograms.bins[0]).toEqual({ lower_bound: 6, upper_bound: 105, count: 99 });
  });

  it('tells of dates by day, and labels their bins', () => {
    const days = Array.from({ length: 60 }, (_, n) =>
      new Date(Date.UTC(2020, 0, 1 + n)).toISOString().slice(0, 10),
    );
    const { statistics_kind: told } = safeDataPreview(days, 'date', { ...OPTIONS, minGroupSize: 3 });
    expect(told).toMatchObject({
      summaries: { q2: '2020-01-31', p5: '2020-01-04' },
      histograms: {
        bins: expect.arrayContaining([
          expect.objectContaining({ label: '2020-01-04 to 2020-01-09' }) as object,
        ]) as object[],
      },
    });
  });

  it.each([
    [
      [...Array.from({ length: 9 }, () => 't'), ...Array.from({ length: 6 }, () => 'f')],
      { count_true: 9, count_false: 6 },
    ],
    [[...Array.from({ length: 9 }, () => 't'), 'f'], { count_true: null, count_false: null }],
  ])('tells of yes and no both or none', (values, told) => {
    expect(safeDataPreview(values, 'boolean', OPTIONS).statistics_kind).toEqual(told);
  });

  it('tells nothing of few values, nor of other types', () => {
    expect(JSON.stringify(safeDataPreview(['secret', '17'], 'text', OPTIONS))).not.toMatch(/secret|17/);
    expect(safeDataPreview(['\\x00'], 'bytes', OPTIONS)).toMatchObject({ kind: 'unsupported' });
  });
});

describe('options of previews', () => {
  it('are off unless enabled', () => {
    expect(readPreviewOptions(undefined)).toEqual({ options: null, messages: [] });
    expect(readPreviewOptions({ min_group_size: 9 })).toEqual({ options: null, messages: [] });
    expect(readPreviewOptions({ enabled: true }).options).toEqual({
      ...{ minGroupSize: 5, stringLevel: 'lengths', numericLevel: 'summaries', temporalLevel: 'summaries' },
    });
  });

  it.each([
    [7, 'must be an object'],
    [{ enabled: 'x' }, 'enabled:'],
    [{ min_group_size: 1 }, 'min_group_size:'],
    [{ string_level: 'all' }, 'string_level:'],
    [{ levels: 1 }, 'levels: unknown'],
  ])('refuse %j', (given, message) => {
    expect(readPreviewOptions(given).messages.join()).toContain(message);
  });
});
