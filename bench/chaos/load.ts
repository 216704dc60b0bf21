import type { ChaosClient } from './chaos-client.js';

/** What is to be equal after a disturbed run and an undisturbed one: lines by what they are of, such as rows of a table. */
export type State = ReadonlyMap<string, readonly string[]>;

/** Data of one kind, and the runs on it. */
export interface Load {
  readonly name: string;
  /** The data as they are before the first run. */
  prepare(): Promise<void>;
  /** Starts the runs and gives their ids. */
  start(client: ChaosClient): Promise<readonly number[]>;
  /** After the runs: everything they may have changed, and their results. */
  state(client: ChaosClient, runIds: readonly number[]): Promise<State>;
  /** What runs must not leave: by name, for the report. */
  leftovers(runIds: readonly number[]): Promise<readonly string[]>;
}

/** Every run draws the same values. */
export const RUN_OPTIONS = {
  run_secret: 'the same secret for every run of chaos',
  disable_instance_secret: true,
  batch_size: 500,
};

const SHOWN = 3;

/** One line for each part that differs, with how many lines do and the first of them. */
export function differences(expected: State, found: State): readonly string[] {
  const names = new Set([...expected.keys(), ...found.keys()]);
  return [...names].flatMap((name) => {
    const [lost, more] = onlyInOne(expected.get(name) ?? [], found.get(name) ?? []);
    const first = (lines: readonly string[]): string => JSON.stringify(lines.slice(0, SHOWN));
    return lost.length + more.length === 0
      ? []
      : [`${name}: ${lost.length} missing ${first(lost)}, ${more.length} unexpected ${first(more)}`];
  });
}

function onlyInOne(expected: readonly string[], found: readonly string[]): [string[], string[]] {
  const counts = new Map<string, number>();
  for (const line of expected) {
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  const more: string[] = [];
  for (const line of found) {
    const left = counts.get(line) ?? 0;
    if (left === 0) {
      more.push(line);
    } else {
      counts.set(line, left - 1);
    }
  }
  const lost = [...counts].flatMap(([line, left]) => Array<string>(left).fill(line));
  return [lost, more];
}
