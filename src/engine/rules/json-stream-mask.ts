import { canonical } from '../values/canonical.js';
import { MaskingError } from '../errors.js';
import { pathKey } from '../masks/document/original-document.js';
import { StreamWalker } from '../json-stream/stream-walker.js';
import type { DocumentStep } from '../ports/document-view.js';
import type { HashSource } from '../ruleset/nodes.js';
import type { JsonDocumentMask, MaskedPart } from '../masks/document/json-document.js';
import type { JsonLookups } from '../json-stream/json-lookups.js';
import type { JsonStream } from './file-mask.js';
import type { PartVisitor } from '../json-stream/stream-walker.js';
import type { PathNode } from '../masks/document/json-paths.js';
import type { PlannedPath } from '../json-stream/plan-parts.js';
import type { RecordView } from './record-rules.js';
import type { UnitText } from '../json-stream/unit-text.js';
import type { Value } from '../values/value.js';

type Steps = readonly DocumentStep[];

/** One `json` mask of a rule: it works on what the one before it has made of a part. */
export interface JsonStage {
  readonly document: JsonDocumentMask;
  readonly planned: readonly PlannedPath[];
}

/** The document that streams by: what is known of it as a whole. */
export class StreamFrame implements RecordView {
  path = '';
  rowNumber = 0;
  valuesChanged = 0;
  values: ReadonlyMap<string, Value> = new Map();

  placeText(): string {
    return canonical(this.path) + canonical(0n);
  }

  partOf(source: HashSource): () => string {
    const { jsonPath } = source;
    if (source.source === 'file_path') {
      return () => canonical(this.path, source);
    }
    const key = jsonPath === null ? null : pathKey(jsonPath);
    return () => canonical(key === null ? null : (this.values.get(key) ?? null), source);
  }
}

/** Rules for JSON documents that are too long to be held, compiled. One document at a time. */
export class JsonStreamMask implements PartVisitor {
  constructor(
    private readonly stages: readonly JsonStage[],
    private readonly plan: { readonly root: PathNode; readonly lookups: JsonLookups },
    private readonly frame: StreamFrame,
  ) {}

  get valuesMasked(): number {
    return this.frame.valuesChanged;
  }

  open(path: string, text: UnitText): JsonStream {
    const { frame, stages } = this;
    const { root, lookups } = this.plan;
    frame.path = path;
    frame.rowNumber++;
    frame.values = lookups.values;
    for (const { document } of stages) {
      document.begin();
      document.original.lookOutside(lookups.values);
    }
    return {
      look: lookups.isEmpty ? null : lookups.walk(text),
      mask: new StreamWalker(root, this, text),
    };
  }

  part(text: string, steps: Steps): string {
    return this.masked(text, steps, 0);
  }

  partAt(units: string, at: number, steps: Steps): MaskedPart | null {
    const first = this.stages[0]?.document.maskPartAt(units, at, steps) ?? null;
    if (first === null || this.stages.length === 1) {
      return first;
    }
    const text = first.text ?? units.slice(at, first.end);
    return { end: first.end, text: this.masked(text, steps, 1) };
  }

  private masked(text: string, steps: Steps, firstStage: number): string {
    let result = text;
    for (const { document } of this.stages.slice(firstStage)) {
      const masked = document.maskPart(result, steps);
      if (masked === null) {
        throw new MaskingError('bad_json', 'a mask gives what is no JSON', '', 'document');
      }
      result = masked;
    }
    return result;
  }

  missed(path: number): void {
    let first = 0;
    for (const { document } of this.stages) {
      document.transforms[path - first]?.missed();
      first += document.transforms.length;
    }
  }
}
