import { entryOf, MAX_EXPANDED_DEPTH, MAX_NODES } from './yaml-tree.js';
import { parseReference } from './reference-text.js';
import { quoted, suggestion } from './near-miss.js';
import type { ExpansionCode } from './library-problems.js';
import type { ProblemList } from './problem-list.js';
import type { YamlEntry, YamlMap, YamlNode } from './yaml-tree.js';

/** How deep references may lead into one another, and into their targets. */
const MAX_LEVEL = 2 * MAX_EXPANDED_DEPTH;
const OPEN = Symbol('being expanded');

/** Gives the tree of a library by its name. */
export interface LibraryTrees {
  /** `unknown`: not imported. Null: imported, but missing or not valid, which is told already. */
  tree(library: string): YamlMap | null | 'unknown';
}

/** A node without references, and what it weighs with all shared parts written out. */
interface Expanded {
  readonly node: YamlNode;
  readonly nodes: number;
  readonly depth: number;
}

interface Origin {
  /** The tree that references without a library lead into; null: a ruleset, where they are wrong. */
  readonly own: YamlMap | null;
  readonly level: number;
}

/** Does any mapping of the tree refer to something? */
export function hasReferences(node: YamlNode): boolean {
  if (node.kind === 'scalar') {
    return false;
  }
  return node.kind === 'list'
    ? node.items.some(hasReferences)
    : node.entries.some(({ key, value }) => key === '$ref' || hasReferences(value));
}

/** Ends an expansion that would grow without bounds; the problem is told already. */
class ExpansionStop extends Error {}

/**
 * Puts in place of each `{$ref: …}` what it refers to, together with the keys beside it, which win. What was put in
 * keeps its own positions; the mapping around it keeps that of the reference.
 */
export class ReferenceExpander {
  /** Null: it cannot be expanded, which is told already. */
  private readonly expanded = new Map<YamlNode, Expanded | typeof OPEN | null>();

  constructor(
    private readonly libraries: LibraryTrees,
    private readonly problems: ProblemList,
  ) {}

  /** Null after a problem. `own`: the library that the node belongs to; null: it belongs to a ruleset. */
  expand(node: YamlNode, own: YamlMap | null): YamlNode | null {
    try {
      return this.node(node, { own, level: 0 })?.node ?? null;
    } catch (error) {
      if (error instanceof ExpansionStop) {
        return null;
      }
      throw error;
    }
  }

  private node(node: YamlNode, origin: Origin): Expanded | null {
    if (node.kind === 'scalar') {
      return { node, nodes: 1, depth: 1 };
    }
    const known = this.expanded.get(node);
    if (known === OPEN) {
      return this.report('circular_ref', 'This reference leads back to itself.', node);
    }
    if (known !== undefined) {
      return known;
    }
    if (origin.level > MAX_LEVEL) {
      return this.stop('expansion_too_deep', `References lead more than ${MAX_LEVEL} levels deep.`, node);
    }
    this.expanded.set(node, OPEN);
    const result = this.collection(node, { ...origin, level: origin.level + 1 });
    this.expanded.set(node, result);
    if (result !== null) {
      this.checkSize(result, node);
      this.expanded.set(result.node, result);
    }
    return result;
  }

  private collection(node: Exclude<YamlNode, { kind: 'scalar' }>, origin: Origin): Expanded | null {
    if (node.kind === 'list') {
      const items = node.items.map((item) => this.node(item, origin));
      const known = items.filter((item) => item !== null);
      return known.length < items.length
        ? null
        : weigh({ ...node, items: known.map((item) => item.node) }, known);
    }
    const reference = entryOf(node, '$ref');
    const own = this.entries(
      node.entries.filter((entry) => entry !== reference),
      origin,
    );
    if (reference === undefined || own === null) {
      return own === null ? null : weigh({ ...node, entries: own.map(({ entry }) => entry) }, own);
    }
    const target = this.target(reference, origin);
    return target === null ? null : this.merged(node, target, own);
  }

  private entries(entries: readonly YamlEntry[], origin: Origin): readonly ExpandedEntry[] | null {
    const results = entries.map((entry): ExpandedEntry | null => {
      if (entry.key === 'type' && entryOf(entry.value, '$ref') !== undefined) {
        return this.report('ref_as_type', 'A "type" is written out, never referred to.', entry.value);
      }
      const value = this.node(entry.value, origin);
      return value === null ? null : { ...value, entry: { ...entry, value: value.node } };
    });
    const known = results.filter((result) => result !== null);
    return known.length < results.length ? null : known;
  }

  private merged(node: YamlMap, target: Expanded, own: readonly ExpandedEntry[]): Expanded | null {
    if (target.node.kind !== 'map') {
      if (own.length === 0) {
        return { ...target, node: { ...target.node, at: node.at } };
      }
      const message = 'Keys beside a reference can only be added to a mapping, which this does not refer to.';
      return this.report('ref_extra_keys', message, node);
    }
    const entries = new Map(target.node.entries.map((entry) => [entry.key, entry]));
    for (const { entry } of own) {
      entries.set(entry.key, entry);
    }
    const merged: YamlNode = { kind: 'map', at: node.at, entries: [...entries.values()] };
    return weigh(merged, [{ ...target, depth: target.depth - 1 }, ...own]);
  }

  /** What a reference leads to, expanded itself. */
  private target({ value }: YamlEntry, origin: Origin): Expanded | null {
    if (value.kind !== 'scalar' || typeof value.value !== 'string') {
      return this.report('ref_not_text', 'A reference must be text.', value);
    }
    const reference = parseReference(value.value, origin.own !== null);
    if ('code' in reference) {
      return this.report(reference.code, reference.message, value);
    }
    const tree = reference.library === null ? origin.own : this.libraries.tree(reference.library);
    if (tree === 'unknown') {
      const message = `The library ${quoted(reference.library ?? '')} is not in "imports".`;
      return this.report('library_not_imported', message, value);
    }
    const inside = { ...origin, own: tree };
    const found = tree === null ? null : this.follow(tree, reference.steps, value, inside);
    if (found !== null && this.expanded.get(found) === OPEN) {
      return this.report('circular_ref', 'This reference leads back to itself.', value);
    }
    return found === null ? null : this.node(found, inside);
  }

  private follow(
    tree: YamlMap,
    steps: readonly string[],
    reference: YamlNode,
    origin: Origin,
  ): YamlNode | null {
    let node: YamlNode | null = tree;
    for (const step of steps) {
      const parent: YamlNode | null = this.resolved(node, origin);
      node = parent === null ? null : this.child(parent, step, reference);
    }
    return node;
  }

  /** A node on the way that is a reference itself stands for what it refers to. */
  private resolved(node: YamlNode | null, origin: Origin): YamlNode | null {
    return node === null || entryOf(node, '$ref') === undefined
      ? node
      : (this.node(node, origin)?.node ?? null);
  }

  private child(node: YamlNode, step: string, reference: YamlNode): YamlNode | null {
    if (node.kind === 'map') {
      const entry = entryOf(node, step);
      if (entry !== undefined) {
        return entry.value;
      }
      const near = suggestion(
        step,
        node.entries.map(({ key }) => key),
      );
      return this.report(
        'ref_key_not_found',
        `The reference leads to no key ${quoted(step)}.${near}`,
        reference,
      );
    }
    if (node.kind === 'list' && /^[0-9]{1,9}$/.test(step)) {
      const message = `The reference wants item ${step} of a list of ${node.items.length}, counted from 0.`;
      return node.items[Number(step)] ?? this.report('ref_index_out_of_bounds', message, reference);
    }
    const what = node.kind === 'list' ? 'a list, whose items are named by numbers' : 'a single value';
    return this.report('ref_wrong_step', `The reference looks for ${quoted(step)} in ${what}.`, reference);
  }

  private checkSize({ nodes, depth }: Expanded, node: YamlNode): void {
    if (nodes > MAX_NODES) {
      const message = `With its references written out the text has more than ${MAX_NODES} entries.`;
      this.stop('expansion_too_large', message, node);
    } else if (depth > MAX_EXPANDED_DEPTH) {
      const message = `With its references written out the text is nested more than ${MAX_EXPANDED_DEPTH} deep.`;
      this.stop('expansion_too_deep', message, node);
    }
  }

  private report(code: ExpansionCode, message: string, { at }: YamlNode): null {
    this.problems.error(code, message, { path: '', at });
    return null;
  }

  private stop(code: ExpansionCode, message: string, node: YamlNode): never {
    this.report(code, message, node);
    throw new ExpansionStop();
  }
}

interface ExpandedEntry extends Expanded {
  readonly entry: YamlEntry;
}

function weigh(node: YamlNode, parts: readonly Expanded[]): Expanded {
  let nodes = 1;
  let depth = 1;
  for (const part of parts) {
    nodes += part.nodes;
    depth = Math.max(depth, part.depth + 1);
  }
  return { node, nodes, depth };
}
