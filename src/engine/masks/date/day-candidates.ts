import { daysInMonth, toDayNumber } from '../../values/temporal.js';

/** What the days must have; null: anything. */
export interface DayConstraint {
  /** First and last. */
  readonly years: readonly [number, number];
  readonly month: number | null;
  readonly day: number | null;
  /** As `weekdayOf` has it. */
  readonly weekday: number | null;
}

const MOST_KEPT = 512;

/** 0 is Sunday. */
export function weekdayOf(dayNumber: number): number {
  return (((dayNumber + 4) % 7) + 7) % 7;
}

/** Finds the days that meet a constraint, and remembers what it found. */
export class DayCandidates {
  private readonly known = new Map<string, Int32Array>();

  /** Day numbers in ascending order. */
  days(constraint: DayConstraint): Int32Array {
    const { years, month, day, weekday } = constraint;
    const key = `${years[0]}:${years[1]}:${month}:${day}:${weekday}`;
    const known = this.known.get(key);
    if (known !== undefined) {
      return known;
    }
    if (this.known.size >= MOST_KEPT) {
      this.known.clear();
    }
    const found = Int32Array.from(findDays(constraint));
    this.known.set(key, found);
    return found;
  }
}

function findDays({ years: [from, to], month, day, weekday }: DayConstraint): number[] {
  const found: number[] = [];
  const firstMonth = month ?? 1;
  const months = month === null ? 12 : 1;
  for (let index = 0; index < (to - from + 1) * months; index++) {
    const year = from + Math.floor(index / months);
    const ofYear = firstMonth + (index % months);
    const before = toDayNumber(year, ofYear, 1) - 1;
    const length = daysInMonth(year, ofYear);
    for (let ofMonth = day ?? 1; ofMonth <= Math.min(day ?? length, length); ofMonth++) {
      if (weekday === null || weekdayOf(before + ofMonth) === weekday) {
        found.push(before + ofMonth);
      }
    }
  }
  return found;
}
