import { ANY, mayMeet } from './json-paths.js';
import type { DocumentStep } from '../../ports/document-view.js';
import type { Look } from './json-paths.js';

type Path = readonly DocumentStep[];

/** A value that is wanted for what is masked at `path`; both from the root. Null: none in particular. */
export interface WantedLook {
  readonly path: Path;
  readonly wanted: Path | null;
}

/** Each wanted value is compared with each path: beyond so many pairs that takes longer than looking values up. */
const MOST_PAIRS = 250_000;

/**
 * Which of the wanted values the walk that finds what is masked can note on its way; null for those that it cannot: they
 * lie inside a masked value, or their `*` stand for something else than those of the masked path.
 */
export function planLooks(paths: readonly Path[], wanted: readonly WantedLook[]): readonly (Look | null)[] {
  if (paths.length * wanted.length > MOST_PAIRS) {
    return wanted.map(() => null);
  }
  const anchors = new Map<string, Look[]>();
  return wanted.map(({ path, wanted: steps }) => {
    if (steps === null) {
      return null;
    }
    const anchorLength = steps.lastIndexOf(ANY) + 1;
    const isShared = steps.slice(0, anchorLength).every((step, index) => path[index] === step);
    const isInside = paths.some((other) => other.length < steps.length && mayMeet(other, steps));
    if (!isShared || isInside || steps.length === anchorLength) {
      return null;
    }
    const key = JSON.stringify(steps.slice(0, anchorLength));
    const looks = anchors.get(key) ?? [];
    const anchor = looks[0]?.anchor ?? anchors.size;
    anchors.set(key, looks);
    const known = looks.find((look) => JSON.stringify(look.path) === JSON.stringify(steps));
    const look = known ?? { path: steps, anchorLength, anchor, slot: looks.length };
    if (known === undefined) {
      looks.push(look);
    }
    return look;
  });
}
