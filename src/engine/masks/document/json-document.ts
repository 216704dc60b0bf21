import { planPasses } from './json-paths.js';
import { JsonMatcher } from './json-matcher.js';
import { JsonTransform } from './json-transform.js';
import { OriginalDocument } from './original-document.js';
import type { DocumentStep } from '../../ports/document-view.js';
import type { JsonMatch } from './json-matcher.js';
import type { JsonTransformParams } from './json-parameters.js';
import type { MaskCompileContext } from '../mask-definition.js';
import type { PathNode } from './json-paths.js';

type Steps = readonly DocumentStep[];
const ROOT: Steps = [];

/** The transforms of one `json` mask, for whole documents or for one part after another. */
export class JsonDocumentMask {
  readonly original = new OriginalDocument();
  readonly transforms: readonly JsonTransform[];
  private readonly walks: readonly JsonWalk[];

  constructor(
    transforms: readonly JsonTransformParams[],
    private readonly context: MaskCompileContext,
  ) {
    this.transforms = transforms.map((params) => new JsonTransform(params, this.original, context));
    const paths = transforms.map(({ path }) => path);
    this.walks = planPasses(paths).map(
      ({ root }) => new JsonWalk(root, new JsonMatcher(paths), this.transforms),
    );
  }

  /** Null: the text is not JSON. */
  mask(text: string): string | null {
    this.begin();
    return this.maskPart(text, ROOT);
  }

  /** Before the first part of a document. */
  begin(): void {
    this.walks.forEach((walk) => walk.begin());
  }

  /** Masks what `steps` lead to; null: it is not JSON. */
  maskPart(text: string, steps: Steps): string | null {
    this.original.begin(text, steps);
    let result: string | null = text;
    for (const walk of this.walks) {
      result = result === null ? null : walk.rewrite(result, steps);
      this.context.changed(walk.changed);
    }
    return result;
  }
}

/** One walk over a document: finds, masks, writes anew. */
class JsonWalk {
  /** Values that the last walk changed. */
  changed = 0;
  private readonly counts: Uint32Array;

  constructor(
    private readonly root: PathNode,
    private readonly matcher: JsonMatcher,
    private readonly transforms: readonly JsonTransform[],
  ) {
    this.counts = new Uint32Array(transforms.length);
  }

  begin(): void {
    this.counts.fill(0);
  }

  /** Null: the text is not JSON. */
  rewrite(text: string, steps: Steps): string | null {
    const { matcher } = this;
    this.changed = 0;
    const node = nodeAt(this.root, steps);
    if (node === null) {
      return text;
    }
    if (!matcher.run(text, node, steps)) {
      return null;
    }
    this.reportMissing();
    let result = '';
    let copied = 0;
    for (const match of matcher.matches) {
      const replacement = this.replacement(text, match);
      if (replacement !== null) {
        this.changed++;
        result += text.slice(copied, match.start) + replacement;
        copied = match.end;
      }
    }
    return copied === 0 ? text : result + text.slice(copied);
  }

  private reportMissing(): void {
    for (let i = 0; i < this.transforms.length; i++) {
      if (this.matcher.missing[i] !== 0) {
        this.transforms[i]!.missed();
      }
    }
  }

  private replacement(text: string, match: JsonMatch): string | null {
    const count = this.counts[match.path]!++;
    return this.transforms[match.path]!.replacement(text, match, count);
  }
}

/** Where steps lead in a tree of paths; null: out of it. */
function nodeAt(root: PathNode, steps: Steps): PathNode | null {
  let node: PathNode | null = root;
  for (const step of steps) {
    node = node === null ? null : nextNode(node, step);
  }
  return node;
}

function nextNode(node: PathNode, step: DocumentStep): PathNode | null {
  const branches = typeof step === 'number' ? node.positions : node.keys;
  return branches.find((branch) => branch.step === step)?.node ?? node.others;
}
