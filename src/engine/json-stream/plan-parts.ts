import { ANY, mayMeet, pathTree } from '../masks/document/json-paths.js';
import type { DocumentStep } from '../ports/document-view.js';
import type { PathNode } from '../masks/document/json-paths.js';

type Path = readonly DocumentStep[];

/** What is masked, and where in the same document that looks. */
export interface PlannedPath {
  readonly path: Path;
  readonly lookups: readonly Path[];
}

/** Which parts of a document are held in memory, one after another, while the rest streams by. */
export interface PartsPlan {
  /** Ends where the parts are; each node knows the paths that lead into what is below it. */
  readonly root: PathNode;
  /** Paths of values that may lie outside the parts: to be known beforehand. */
  readonly outside: readonly Path[];
}

/**
 * Parts as small as may be: the masked value itself, or the list or object that holds it together with the values that
 * it looks at there. Null: some part would be the whole document.
 */
export function planParts(planned: readonly PlannedPath[]): PartsPlan | null {
  const parts = planned.map(smallestPart);
  while (parts.some((part, index) => shortened(parts, part, index))) {
    // Shortens one at a time until no part leads into another.
  }
  const root = pathTree(parts);
  if (root?.ending !== null) {
    return null;
  }
  const outside = planned.flatMap(({ lookups }, index) =>
    lookups.filter((lookup) => !lookup.includes(ANY) && !isWithin(lookup, parts[index] ?? [])),
  );
  return { root, outside };
}

/** A lookup with `*` says by that where it is: in what the two have in common. */
function smallestPart({ path, lookups }: PlannedPath): Path {
  const lengths = lookups
    .filter((lookup) => lookup.includes(ANY))
    .map((lookup) => commonLength(path, lookup));
  return path.slice(0, Math.min(path.length, ...lengths));
}

function commonLength(one: Path, other: Path): number {
  const end = one.findIndex((step, index) => other[index] !== step);
  return end < 0 ? one.length : end;
}

/** Cuts a part to the length of one that it may lie in; false: there is none. */
function shortened(parts: Path[], part: Path, index: number): boolean {
  const outer = parts.find((other) => other.length < part.length && mayMeet(other, part));
  if (outer !== undefined) {
    parts[index] = part.slice(0, outer.length);
  }
  return outer !== undefined;
}

function isWithin(path: Path, part: Path): boolean {
  return !part.includes(ANY) && part.every((step, index) => path[index] === step);
}
