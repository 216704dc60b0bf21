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
  /** Looks that find their value here. */
  readonly found: readonly Look[];
  /** Anchors that this is a place of: from here on values that looks find belong to it. */
  readonly anchors: readonly number[];
}

export interface PathBranch<S> {
  /** Its place among all branches of the tree. */
  readonly id: number;
  readonly step: S;
  readonly node: PathNode;
  /** Paths below that name this very step, and therefore miss it where it is not there. */
  readonly naming: readonly number[];
  /** Do looks lead through here? */
  readonly isLookedAt: boolean;
}

/**
 * A value that masks want to know, met on the walk that finds what is masked. It belongs to an anchor: the list, object
 * or root that the masked value and the value itself both lie in.
 */
export interface Look {
  /** From the root; where it has `*`, the masked value's own path has the same up to the last one. */
  readonly path: Path;
  /** How many steps lead to the anchor. */
  readonly anchorLength: number;
  readonly anchor: number;
  /** Its place among the looks of the anchor. */
  readonly slot: number;
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
interface LookRest {
  readonly look: Look;
  readonly steps: Path;
}

/**
 * Gathers paths into as few walks as may be: a path that may meet what an earlier one changes starts a new walk, so
 * that it sees the change.
 */
export function planPasses(paths: readonly Path[], looks: readonly Look[] = []): readonly Pass[] {
  const groups: Rest[][] = [];
  paths.forEach((steps, path) => {
    const current = groups.at(-1);
    if (current === undefined || current.some((other) => mayMeet(other.steps, steps))) {
      groups.push([{ path, steps }]);
    } else {
      current.push({ path, steps });
    }
  });
  return groups.flatMap((group, index) => {
    // Only the first walk sees the document as it came.
    const root = buildTree(group, index === 0 ? looks : []);
    return root === null ? group.map((rest) => ({ root: buildTree([rest], [])! })) : [{ root }];
  });
}

/** One walk for all paths, none of which goes on from where another ends; null: its tree would be too large. */
export function pathTree(paths: readonly Path[]): PathNode | null {
  return buildTree(
    paths.map((steps, path) => ({ path, steps })),
    [],
  );
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

function buildTree(rests: readonly Rest[], looks: readonly Look[]): PathNode | null {
  return new PathTreeBuilder().build(
    rests,
    looks.map((look) => ({ look, steps: look.path })),
  );
}

class PathTreeBuilder {
  private nodes = 0;
  private branchCount = 0;

  /** Null: the tree would be too large. */
  build(rests: readonly Rest[], looks: readonly LookRest[]): PathNode | null {
    if (++this.nodes > MAX_NODES) {
      return null;
    }
    const ending = rests.find(({ steps }) => steps.length === 0)?.path ?? null;
    const keys = this.branches(
      rests,
      looks,
      (step): step is string => typeof step === 'string' && step !== ANY,
    );
    const positions = this.branches(rests, looks, (step): step is number => typeof step === 'number');
    const others = this.others(rests, looks);
    if (keys === null || positions === null || others === undefined) {
      return null;
    }
    const starting = looks.filter(({ look, steps }) => look.path.length - steps.length === look.anchorLength);
    return {
      ...{ ending, keys, positions, others, below: rests.map(({ path }) => path) },
      found: looks.filter(({ steps }) => steps.length === 0).map(({ look }) => look),
      anchors: [...new Set(starting.map(({ look }) => look.anchor))],
    };
  }

  /** Null: no path goes on by `*`; undefined: the tree would be too large. */
  private others(rests: readonly Rest[], looks: readonly LookRest[]): PathNode | null | undefined {
    const [free, freeLooks] = [rests.filter(isFree), looks.filter(isFree)];
    if (free.length + freeLooks.length === 0) {
      return null;
    }
    return this.build(free.map(withoutFirst), freeLooks.map(withoutFirst)) ?? undefined;
  }

  private branches<S extends DocumentStep>(
    rests: readonly Rest[],
    looks: readonly LookRest[],
    isNamed: (step: DocumentStep | undefined) => step is S,
  ): readonly PathBranch<S>[] | null {
    const branches: PathBranch<S>[] = [];
    for (const step of new Set([...rests, ...looks].map(({ steps }) => steps[0]).filter(isNamed))) {
      const isTaking = ({ steps }: { readonly steps: Path }): boolean =>
        steps[0] === step || steps[0] === ANY;
      const [taking, lookTaking] = [rests.filter(isTaking), looks.filter(isTaking)];
      const id = this.branchCount++;
      const node = this.build(taking.map(withoutFirst), lookTaking.map(withoutFirst));
      if (node === null) {
        return null;
      }
      const naming = taking.filter(({ steps }) => steps[0] === step).map(({ path }) => path);
      branches.push({ id, step, node, naming, isLookedAt: lookTaking.length > 0 });
    }
    return branches;
  }
}

function isFree({ steps }: { readonly steps: Path }): boolean {
  return steps[0] === ANY;
}

function withoutFirst<R extends { readonly steps: Path }>(rest: R): R {
  return { ...rest, steps: rest.steps.slice(1) };
}
