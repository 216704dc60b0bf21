import type { Answer } from './api.js';

interface Named {
  readonly id: string;
  readonly name: string;
}

/** What the answers said, to be compared with what is there in the end. */
export class Ledger {
  readonly statuses = new Map<number, number>();
  readonly times: number[] = [];
  /** Id → name of what was made and not deleted. */
  readonly there = new Map<string, string>();
  private readonly winners = new Map<string, number>();

  note({ status, ms }: Answer): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    this.times.push(ms);
  }

  /** Several wanted one name: who got it? */
  noteRace(name: string, { status }: Answer): void {
    this.winners.set(name, (this.winners.get(name) ?? 0) + (status === 201 ? 1 : 0));
  }

  /** Differences from what is stored under names that begin as ours, in words. */
  differences(stored: readonly Named[]): string[] {
    const found = new Map(stored.map(({ id, name }) => [id, name]));
    const lost = [...this.there].filter(([id, name]) => found.get(id) !== name);
    const extra = stored.filter(({ id }) => !this.there.has(id));
    const twice = stored.length - new Set(stored.map(({ name }) => name)).size;
    const races = [...this.winners.values()].filter((count) => count !== 1).length;
    return [
      `${lost.length} lost`,
      `${extra.length} too many`,
      `${twice} names twice`,
      `${races} of ${this.winners.size} races for a name without exactly one winner`,
    ];
  }
}

/** The value below which this part of all values lies. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
