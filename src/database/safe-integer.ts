import type { ValueTransformer } from 'typeorm';

/**
 * For `bigint` columns: the driver gives text, we want a number. Refuses what a number cannot hold exactly instead of
 * rounding. Use as `@Column({ type: 'bigint', transformer: safeInteger })`.
 */
export const safeInteger: ValueTransformer = {
  from: (value: string | number | null | undefined): number | null | undefined => {
    if (value === null || value === undefined) {
      return value;
    }
    const number = Number(value);
    if (!Number.isSafeInteger(number)) {
      throw new RangeError('A stored integer is too large for a number.');
    }
    return number;
  },
  to: (value: unknown): unknown => value,
};
