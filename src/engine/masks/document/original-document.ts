import { JsonTree } from '../../values/json-path.js';
import type { DocumentStep } from '../../ports/document-view.js';
import type { Value } from '../../values/value.js';

type Path = readonly DocumentStep[];

/** The document as it came, or the part of it that is at hand, for masks that look elsewhere in it. */
export class OriginalDocument {
  private text = '';
  private start = 0;
  private steps: Path = [];
  private tree: JsonTree | null = null;
  /** Values outside the part, by the JSON text of their path. */
  private outside: ReadonlyMap<string, Value> = new Map();

  /** `steps` lead to what starts at `start`. */
  begin(text: string, start: number, steps: Path): void {
    this.text = text;
    this.start = start;
    this.steps = steps;
    this.tree = null;
  }

  /** What is known of the document when only parts of it are at hand, by `pathKey`. */
  lookOutside(values: ReadonlyMap<string, Value>): void {
    this.outside = values;
  }

  /** The part has been found to be JSON. */
  valueAt(path: Path): Value | undefined {
    if (this.steps.some((step, index) => path[index] !== step)) {
      return this.outside.get(pathKey(path));
    }
    this.tree ??= new JsonTree(this.text, this.start);
    return this.tree.valueAt(this.steps.length === 0 ? path : path.slice(this.steps.length));
  }
}

export function pathKey(path: Path): string {
  return JSON.stringify(path);
}
