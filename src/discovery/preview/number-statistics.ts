import type { PreviewOptions } from './preview-options.js';

const QUANTILES = { p5: 0.05, q1: 0.25, q2: 0.5, q3: 0.75, p95: 0.95 } as const;
const BINS = 10;
const DAY_MS = 86_400_000;

type Show = (value: number) => unknown;

/** Where numbers lie and, by level, how they spread. */
export function numberStatistics(
  told: readonly string[],
  { minGroupSize, numericLevel }: PreviewOptions,
): Readonly<Record<string, unknown>> {
  const numbers = told.map(Number).filter((value) => Number.isFinite(value));
  return statistics(numbers, { minGroupSize, isFull: numericLevel === 'histograms', show: significant });
}

/** The same for dates and moments, as ISO text. */
export function temporalStatistics(
  told: readonly string[],
  { minGroupSize, temporalLevel }: PreviewOptions,
): Readonly<Record<string, unknown>> {
  const moments = told
    .map((text) => Date.parse(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text.replace(' ', 'T')))
    .filter((value) => Number.isFinite(value));
  const show: Show = (value) => new Date(Math.round(value / DAY_MS) * DAY_MS).toISOString().slice(0, 10);
  const result = statistics(moments, { minGroupSize, isFull: temporalLevel === 'histograms', show });
  const { histograms } = result as { histograms?: { bins: Record<string, unknown>[] } };
  histograms?.bins.forEach((bin) => {
    bin.label = `${String(bin.lower_bound)} to ${String(bin.upper_bound)}`;
  });
  return result;
}

interface Wish {
  readonly minGroupSize: number;
  readonly isFull: boolean;
  readonly show: Show;
}

function statistics(
  values: readonly number[],
  { minGroupSize, isFull, show }: Wish,
): Readonly<Record<string, unknown>> {
  const sorted = [...values].sort((a, b) => a - b);
  const isEnough = sorted.length >= minGroupSize;
  const mean = sorted.reduce((sum, value) => sum + value, 0) / Math.max(1, sorted.length);
  const summaries: Record<string, unknown> = { mean: isEnough ? show(mean) : null };
  for (const [name, share] of Object.entries(QUANTILES)) {
    // On each side of what is told there are enough values to hide among.
    const isSafe = Math.min(share, 1 - share) * sorted.length >= minGroupSize;
    summaries[name] = isSafe ? show(sorted[Math.floor(share * sorted.length)]!) : null;
  }
  return isFull ? { summaries, histograms: { bins: binsOf(sorted, minGroupSize, show) } } : { summaries };
}

/** Bins between the values that may be told; those with too few values are left out. */
function binsOf(sorted: readonly number[], minGroupSize: number, show: Show): Record<string, unknown>[] {
  const low = sorted[minGroupSize];
  const high = sorted[sorted.length - 1 - minGroupSize];
  if (low === undefined || high === undefined || low >= high) {
    return [];
  }
  const width = (high - low) / BINS;
  return Array.from({ length: BINS }, (_, index) => {
    const from = low + index * width;
    const to = from + width;
    const isLast = index === BINS - 1;
    const count = sorted.filter((value) => value >= from && (value < to || (isLast && value <= high))).length;
    return { lower_bound: show(from), upper_bound: show(to), count };
  }).filter(({ count }) => count >= minGroupSize);
}

/** Three digits tell where values lie, and not which ones there are. */
function significant(value: number): number {
  return Number(value.toPrecision(3));
}
