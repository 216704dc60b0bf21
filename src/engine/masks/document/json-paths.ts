import type { DocumentStep } from '../../ports/document-view.js';

/** Stands for every key or every position. */
export const ANY = '*';

/** Nodes of one pass; beyond, every path is walked by itself. */
const MAX_NODES = 10_000;

/** A place in the documents that paths lead to. */
export interface PathNode {
  /** The path that ends here; null: none does. No path of the same pass goes on from here. */
  readonly ending: number | null;
  readonly keys: readonly PathBranch<string>[];
  readonly positions: readonly PathBranch<number>[];
  /** Where members that no branch names lead. */
  readonly others: PathNode | null;
  /** All paths that end below. */
  readonly below: readonly number[];
}

export interface PathBranch<S> {
  readonly step: S;
  readonly node: PathNode;
  /** Paths below that name this very step, and therefore miss it where it is not there. */
  readonly naming: readonly number[];
}

/** One walk over a document. */
export interface Pass {
  readonly root: PathNode;
}

type Path = readonly DocumentStep[];
interface Rest {
  readonly path: number;
  readonly steps: Path;
}

/**
 * Gathers paths into as few walks as may be: a path that may meet what an earlier one changes starts a new walk, so
 * that it sees the change.
 */
export function planPasses(paths: readonly Path[]): readonly Pass[] {
  const groups: Rest[][] = [];
  paths.forEach((steps, path) => {
    const current = groups.at(-1);
    if (current === undefined || current.some((other) => mayMeet(other.steps, steps))) {
      groups.push([{ path, steps }]);
    } else {
      current.push({ path, steps });
    }
  });
  return groups.flatMap((group) => {
    const builder = new PathTreeBuilder();
    const root = builder.build(group);
    return root === null ? group.map((rest) => ({ root: new PathTreeBuilder().build([rest])! })) : [{ root }];
  });
}

/** One walk for all paths, none of which goes on from where another ends; null: its tree would be too large. */
export function pathTree(paths: readonly Path[]): PathNode | null {
  return new PathTreeBuilder().build(paths.map((steps, path) => ({ path, steps })));
}

/** May one path lead to, or into, what the other leads to? */
export function mayMeet(one: Path, other: Path): boolean {
  const shared = Math.min(one.length, other.length);
  for (let i = 0; i < shared; i++) {
    if (one[i] !== ANY && other[i] !== ANY && one[i] !== other[i]) {
      return false;
    }
  }
  return true;
}

class PathTreeBuilder {
  private nodes = 0;

  /** Null: the tree would be too large. */
  build(rests: readonly Rest[]): PathNode | null {
    if (++this.nodes > MAX_NODES) {
      return null;
    }
    const ending = rests.find(({ steps }) => steps.length === 0)?.path ?? null;
    const keys = this.branches(rests, (step): step is string => typeof step === 'string' && step !== ANY);
    const positions = this.branches(rests, (step): step is number => typeof step === 'number');
    const free = rests.filter(({ steps }) => steps[0] === ANY);
    const others = free.length === 0 ? undefined : this.build(free.map(withoutFirst));
    if (keys === null || positions === null || others === null) {
      return null;
    }
    return { ending, keys, positions, others: others ?? null, below: rests.map(({ path }) => path) };
  }

  private branches<S extends DocumentStep>(
    rests: readonly Rest[],
    isNamed: (step: DocumentStep | undefined) => step is S,
  ): readonly PathBranch<S>[] | null {
    const branches: PathBranch<S>[] = [];
    for (const step of new Set(rests.map(({ steps }) => steps[0]).filter(isNamed))) {
      const taking = rests.filter(({ steps }) => steps[0] === step || steps[0] === ANY);
      const node = this.build(taking.map(withoutFirst));
      if (node === null) {
        return null;
      }
      const naming = taking.filter(({ steps }) => steps[0] === step).map(({ path }) => path);
      branches.push({ step, node, naming });
    }
    return branches;
  }
}

function withoutFirst({ path, steps }: Rest): Rest {
  return { path, steps: steps.slice(1) };
}
