import { planLooks } from './json-looks.js';
import { planPasses } from './json-paths.js';
import { JsonMatcher } from './json-matcher.js';
import { INVALID, skipValue, skipWhite } from '../../values/json-scanner.js';
import { JsonTransform } from './json-transform.js';
import { OriginalDocument } from './original-document.js';
import type { DocumentStep } from '../../ports/document-view.js';
import type { JsonMatch } from './json-matcher.js';
import type { JsonTransformParams } from './json-parameters.js';
import type { MaskCompileContext } from '../mask-definition.js';
import type { Look, PathNode } from './json-paths.js';

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
    const looks = this.planLooks(paths);
    const isLooking = this.transforms.map((transform) => transform.isLooking);
    this.walks = planPasses(paths, looks).map(
      ({ root }) => new JsonWalk(root, new JsonMatcher(paths, looks, isLooking), this.transforms),
    );
  }

  /** Tells the transforms what the walk notes for them. */
  private planLooks(paths: readonly Steps[]): readonly Look[] {
    const wanted = this.transforms.flatMap(({ path, sourcePaths }) =>
      sourcePaths.map((source) => ({ path, wanted: source })),
    );
    const looks = planLooks(paths, wanted);
    let first = 0;
    for (const transform of this.transforms) {
      transform.takeLooks(looks.slice(first, first + transform.sourcePaths.length));
      first += transform.sourcePaths.length;
    }
    return [...new Set(looks.filter((look) => look !== null))];
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
    const start = skipWhite(text, 0);
    const part = this.rewrite(text, start, { steps, isWhole: true });
    if (part === null) {
      return null;
    }
    return part.text === null ? text : text.slice(0, start) + part.text + text.slice(part.end);
  }

  /** Masks what `steps` lead to; it starts at `start`, and other text may come behind it. Null: it is not JSON. */
  maskPartAt(text: string, start: number, steps: Steps): MaskedPart | null {
    return this.rewrite(text, start, { steps, isWhole: false });
  }

  private rewrite(text: string, start: number, place: PartPlace): MaskedPart | null {
    const { steps } = place;
    this.original.begin(text, start, steps);
    let end = INVALID;
    let result: string | null = null;
    for (const walk of this.walks) {
      const part = walk.rewrite(result ?? text, result === null ? start : 0, place);
      this.context.changed(walk.changed);
      if (part === null) {
        return null;
      }
      end = end < 0 ? part.end : end;
      result = part.text ?? result;
    }
    return { end: end < 0 ? skipValue(text, start) : end, text: result };
  }
}

interface PartPlace {
  readonly steps: Steps;
  /** Is nothing but white behind the part? Otherwise the text is no JSON. */
  readonly isWhole: boolean;
}

/** What has become of a part of a text. */
export interface MaskedPart {
  /** Where it ends in the text as it came. */
  readonly end: number;
  /** Null: it stays as it is. */
  readonly text: string | null;
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

  /** Null: there is no JSON. */
  rewrite(text: string, start: number, { steps, isWhole }: PartPlace): MaskedPart | null {
    const { matcher } = this;
    this.changed = 0;
    const node = nodeAt(this.root, steps);
    const end = node === null ? skipValue(text, start) : matcher.run(text, start, { node, steps });
    if (end < 0 || (isWhole && skipWhite(text, end) !== text.length)) {
      return null;
    }
    if (node === null) {
      return { end, text: null };
    }
    this.reportMissing();
    let result = '';
    let copied = start;
    for (const match of matcher.matches) {
      const replacement = this.replacement(text, match);
      if (replacement !== null) {
        this.changed++;
        result += text.slice(copied, match.start) + replacement;
        copied = match.end;
      }
    }
    return { end, text: this.changed === 0 ? null : result + text.slice(copied, end) };
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
