import { canonical } from '../values/canonical.js';
import { compileContext } from './bind-mask.js';
import { compileValueSkip } from './skip-test.js';
import { RecordBindings } from './record-rules.js';
import { XmlDocumentMask } from '../masks/document/xml-document-mask.js';
import type { HashSource, MaskNode, RecordRule } from '../ruleset/nodes.js';
import type { RecordScope, RecordView } from './record-rules.js';
import type { XmlPart } from '../masks/document/xml-document-mask.js';
import type { XmlTransformParams } from '../masks/document/xml-parameters.js';

/** One XML document that streams by, part by part. Throws `MaskingError`. */
export interface XmlStream {
  /** The stretch of the part as it is to be written, without what was put around it. */
  part(part: XmlPart): string;
  /** Behind the last part. */
  end(): void;
}

type XmlParams = Readonly<
  Record<'transforms', readonly XmlTransformParams[]> &
    Record<'namespaces', ReadonlyMap<string, string>> &
    Record<'fallback_masks', readonly MaskNode[] | null>
>;

/** Stands for any document that is too long to be held: no skip list names it by its text. */
const SOME_DOCUMENT = '\u0000';

/** Compiles rules for XML documents that are too long to be held. Null: the rules need the whole of a document. */
export function compileXmlStream(
  rules: readonly RecordRule[],
  scope: Omit<RecordScope, 'view'>,
): XmlStreamMask | null {
  const view = new XmlStreamFrame();
  const bindings = new RecordBindings({ ...scope, view });
  const changed = (count: number): void => void (view.valuesChanged += count);
  const stages: XmlDocumentMask[] = [];
  for (const [index, rule] of rules.entries()) {
    if (rule.skip.some((item) => 'matches' in item)) {
      return null;
    }
    if (compileValueSkip(rule.skip)?.(SOME_DOCUMENT) !== true) {
      if (!rule.masks.every(({ maskName }) => maskName === 'xml') || !rule.hashSources.every(isKnown)) {
        return null;
      }
      const binding = { ...bindings.of(rule, index), changed };
      for (const mask of rule.masks) {
        // Sound: the node is of an `xml` mask, and was read by its table.
        const { transforms, namespaces, fallback_masks: fallback } = mask.params as XmlParams;
        const context = compileContext(mask, binding);
        stages.push(new XmlDocumentMask(transforms, namespaces, context));
        // Counted as when whole documents are masked, so that identical masks behind it draw alike.
        context.children(fallback ?? []);
      }
    }
  }
  const takesParts = stages.every((stage) => stage.takesParts(scope.context.repeatable));
  return takesParts ? new XmlStreamMask(stages, view) : null;
}

function isKnown({ source }: HashSource): boolean {
  return source === 'file_path';
}

/** The document that streams by. */
class XmlStreamFrame implements RecordView {
  path = '';
  rowNumber = 0;
  valuesChanged = 0;

  placeText(): string {
    return canonical(this.path) + canonical(0n);
  }

  partOf(source: HashSource): () => string {
    return () => canonical(this.path, source);
  }
}

/** Rules for XML documents that are too long to be held, compiled. One document at a time. */
export class XmlStreamMask {
  constructor(
    private readonly stages: readonly XmlDocumentMask[],
    private readonly frame: XmlStreamFrame,
  ) {}

  get valuesMasked(): number {
    return this.frame.valuesChanged;
  }

  open(path: string): XmlStream {
    const { frame, stages } = this;
    frame.path = path;
    frame.rowNumber++;
    stages.forEach((stage) => {
      stage.begin();
    });
    return {
      part: (part) => {
        let { text } = part;
        for (const stage of stages) {
          text = stage.maskPart({ ...part, text });
        }
        return text.slice(part.before, text.length - part.behind);
      },
      end: () => {
        stages.forEach((stage) => {
          stage.end();
        });
      },
    };
  }
}
