import { ANY } from '../masks/document/json-paths.js';
import { pathKey } from '../masks/document/original-document.js';
import { planParts } from './plan-parts.js';
import { readJsonValue } from '../values/json-value.js';
import { StreamWalker } from './stream-walker.js';
import { valueAtJsonPath } from '../values/json-path.js';
import type { DocumentStep } from '../ports/document-view.js';
import type { PathNode } from '../masks/document/json-paths.js';
import type { PartVisitor } from './stream-walker.js';
import type { UnitText } from './unit-text.js';

type Path = readonly DocumentStep[];

/** Finds the values at paths without `*` while a document streams by; of repeated keys the last counts. */
export class JsonLookups implements PartVisitor {
  /** What has been found, by `pathKey`. */
  readonly values = new Map<string, ReturnType<typeof readJsonValue>>();

  private constructor(
    private readonly paths: readonly Path[],
    private readonly root: PathNode,
  ) {}

  /** Null: one of them has `*` for a key, or would need the whole document. */
  static of(paths: readonly Path[]): JsonLookups | null {
    const plan = paths.some((path) => path.includes(ANY))
      ? null
      : planParts(paths.map((path) => ({ path, lookups: [] })));
    return plan === null ? null : new JsonLookups(paths, plan.root);
  }

  get isEmpty(): boolean {
    return this.paths.length === 0;
  }

  walk(text: UnitText): StreamWalker {
    this.values.clear();
    return new StreamWalker(this.root, this, text);
  }

  part(text: string, steps: Path, { below }: PathNode): string {
    for (const path of below.map((index) => this.paths[index] ?? [])) {
      const rest = path.slice(steps.length);
      const value = rest.length === 0 ? readJsonValue(text) : valueAtJsonPath(text, rest);
      if (value === undefined) {
        this.values.delete(pathKey(path));
      } else {
        this.values.set(pathKey(path), value);
      }
    }
    return text;
  }

  missed(path: number): void {
    this.values.delete(pathKey(this.paths[path] ?? []));
  }
}
