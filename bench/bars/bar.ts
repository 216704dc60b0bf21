/** A figure that a benchmark measured, beside the goal it has. */
export interface Bar {
  readonly what: string;
  readonly measured: number;
  readonly goal: number;
  /** For example ` ms`; `x` for ratios. */
  readonly unit: string;
  readonly isMet: boolean;
  /** Whether the goal is the least or the most that is allowed. */
  readonly direction: 'at least' | 'at most';
}

/** Tells `npm run bench` (all benchmarks in one run) of a figure that is to be at least so high. */
export function atLeast(goal: number, what: string, measured: number, unit = 'x'): void {
  tell({ what, measured, goal, unit, isMet: measured >= goal, direction: 'at least' });
}

/** Tells of a figure that is to be at most so high. */
export function atMost(goal: number, what: string, measured: number, unit: string): void {
  tell({ what, measured, goal, unit, isMet: measured <= goal, direction: 'at most' });
}

/** A benchmark that somebody runs alone prints its own tables, and nobody listens here. */
function tell(bar: Bar): void {
  process.send?.(bar);
}
