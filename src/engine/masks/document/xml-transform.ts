import { attributePieces, countsElements, findElements } from '../../xml/xml-path.js';
import { canonical } from '../../values/canonical.js';
import { isXmlText } from '../../xml/xml-document.js';
import { MatchMasks } from '../match-masks.js';
import { textInput } from '../text-input.js';
import { xmlTextAt } from '../../xml/xml-value.js';
import type { MaskCompileContext } from '../mask-definition.js';
import type { MaskNode } from '../../ruleset/nodes.js';
import type { Value } from '../../values/value.js';
import type { XmlElement, XmlPiece } from '../../xml/xml-document.js';
import type { XmlTransformParams } from './xml-parameters.js';

const NOT_WHITE = /[^ \t\r\n]/;
const NONE: ReadonlySet<XmlElement> = new Set();

/** What one entry of `node_transforms` masks. */
interface NodeMasks {
  /** Null: the texts. */
  readonly attributes: readonly string[] | null;
  readonly masks: MatchMasks;
  count: number;
}

/** Masks texts and attributes of the elements that one path leads to. */
export class XmlTransform {
  private readonly nodes: readonly NodeMasks[];
  private isFound = false;
  private readonly read: (value: Value) => string | null;

  constructor(
    private readonly params: XmlTransformParams,
    private readonly namespaces: ReadonlyMap<string, string>,
    private readonly context: MaskCompileContext,
  ) {
    this.read = textInput(context);
    this.nodes = nodeTransformsOf(params).map(({ attributes, masks }) => ({
      ...{ attributes, count: 0 },
      masks: new MatchMasks(masks, this.rules, context),
    }));
  }

  /**
   * Can documents be masked part by part? Paths must not count elements, nor lead to them in another order than that of the
   * document where draws depend on it, and hash sources must not start at the root. `repeats`: are draws to be the same the
   * next time?
   */
  takesParts(repeats: boolean): boolean {
    const { path, hash_sources: sources } = this.params;
    const paths = [path, ...(sources ?? []).flatMap((source) => source.path ?? [])];
    return (
      !paths.some(countsElements) &&
      !(
        path.steps.some(({ isDeep }) => isDeep) &&
        repeats &&
        this.nodes.some(({ masks }) => masks.advances)
      ) &&
      !paths.slice(1).some(({ isAbsolute }) => isAbsolute)
    );
  }

  /** Before the first part of a document. */
  begin(): void {
    this.isFound = false;
    for (const node of this.nodes) {
      node.count = 0;
    }
  }

  /** Behind the last part. */
  end(): void {
    if (!this.isFound && this.params.on_missing === 'error') {
      this.context.fail(
        'path_missing',
        'the path leads nowhere in this document; set "on_missing: skip" beside it if that may be',
      );
    }
  }

  /** Changes the pieces and gathers those that it changed. `cut`: elements that other parts have more of. */
  apply(root: XmlElement, changed: Set<XmlPiece>, cut: ReadonlySet<XmlElement> = NONE): void {
    const elements = findElements(root, null, { ...this.params.path, isAbsolute: true }, this.namespaces);
    this.isFound ||= elements.length > 0;
    if (elements.some((element) => cut.has(element) || this.looksInto(element.parent, cut))) {
      this.context.fail('too_long', 'an element that the rules need as a whole is too long to be held');
    }
    for (const node of this.nodes) {
      for (const element of elements) {
        for (const piece of this.piecesOf(element, node)) {
          this.mask(piece, { element, root, node }, changed);
        }
      }
    }
  }

  /** Attributes of an element that is cut are known. */
  private looksInto(parent: XmlElement | null, cut: ReadonlySet<XmlElement>): boolean {
    const sources = this.params.hash_sources ?? [];
    const looks = sources.some(
      ({ path }) => path !== null && !(path.steps.length === 0 && path.attribute !== null),
    );
    return looks && parent !== null && cut.has(parent);
  }

  private mask(piece: XmlPiece, at: MatchPlace, changed: Set<XmlPiece>): void {
    const { value } = piece;
    const result = at.node.masks.apply(value, at.node.count++, () => this.identityOf(value, at));
    const text = this.read(result) ?? '';
    if (text === value) {
      return;
    }
    if (!isXmlText(text)) {
      this.context.fail('bad_xml_text', 'the masked text has characters that XML cannot hold');
    }
    piece.value = text;
    changed.add(piece);
  }

  /** Pieces that have a value, or that are masked although they have none. */
  private piecesOf(element: XmlElement, { attributes }: NodeMasks): readonly XmlPiece[] {
    if (attributes !== null) {
      return attributes
        .flatMap((name) => attributePieces(element, name))
        .filter((piece) => piece.value !== '' || this.takesEmpty());
    }
    const texts = element.texts.filter(({ value }) => NOT_WHITE.test(value));
    return texts.length === 0 && element.children.length === 0 && this.takesEmpty()
      ? [addContent(element)]
      : texts;
  }

  private takesEmpty(): boolean {
    return this.params.on_null === 'error'
      ? this.context.fail('null_found', 'a text or attribute of the path is empty')
      : this.params.on_null === 'mask';
  }

  private identityOf(own: string, { element, root }: MatchPlace): string {
    const parts = (this.params.hash_sources ?? []).map(({ path, options }) =>
      canonical(
        path === null ? own : xmlTextAt({ root, from: element.parent }, path, this.namespaces),
        options,
      ),
    );
    return parts.join('');
  }

  private get rules(): { hasIdentity: boolean; isConsistent: boolean; advances: boolean } {
    return {
      hasIdentity: (this.params.hash_sources ?? []).length > 0,
      isConsistent: this.params.force_consistency,
      advances: this.params.advance_hash,
    };
  }
}

interface MatchPlace {
  readonly element: XmlElement;
  readonly root: XmlElement;
  readonly node: NodeMasks;
}

interface NodeTransform {
  readonly attributes: readonly string[] | null;
  readonly masks: readonly MaskNode[];
}

/** `masks` of the entry itself are short for what the end of its path says. */
export function nodeTransformsOf({
  path,
  masks,
  node_transforms: nodes,
}: XmlTransformParams): readonly NodeTransform[] {
  if (masks !== null) {
    return [{ attributes: path.attribute === null ? null : [path.attribute], masks }];
  }
  return (nodes ?? []).map((node) => ({
    attributes: node.type === 'text' ? null : (node.attributes ?? []),
    masks: node.masks,
  }));
}

/** A text that is not there yet; from now on it is one of the element's. */
function addContent({ contentStart: start, isSelfClosed, name, texts }: XmlElement): XmlPiece {
  const piece: XmlPiece = {
    ...{ kind: 'content', start, end: isSelfClosed ? start + 2 : start },
    ...{ around: isSelfClosed ? name : '', original: '', value: '' },
  };
  texts.push(piece);
  return piece;
}
