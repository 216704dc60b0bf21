import type { ScanJoin } from './database-adapter.js';

/** Places of inner joins, and of what they are joined to: there a partner is needed then, too. */
export function neededJoins(joins: readonly ScanJoin[]): ReadonlySet<number> {
  const needed = new Set<number>();
  joins.forEach((join, place) => {
    let next: number | null = join.outer ? null : place;
    while (next !== null) {
      needed.add(next);
      next = joins[next]!.source;
    }
  });
  return needed;
}
