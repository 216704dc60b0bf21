import { parseXml } from '../../xml/xml-parser.js';
import { writeXml, XmlProblem } from '../../xml/xml-document.js';
import { XmlTransform } from './xml-transform.js';
import type { MaskCompileContext } from '../mask-definition.js';
import type { XmlElement, XmlPiece } from '../../xml/xml-document.js';
import type { XmlTransformParams } from './xml-parameters.js';

export const PROBLEMS: Readonly<Record<XmlProblem['code'], string>> = {
  bad_xml: 'the value is not well-formed XML',
  dtd_refused: 'documents with a document type are refused',
};

/** A stretch of a document, made a document of its own: elements around it are opened before and closed behind it. */
export interface XmlPart {
  readonly text: string;
  /** Characters that were put before the stretch. */
  readonly before: number;
  /** Elements that were closed behind it, and the characters that this took. */
  readonly closed: number;
  readonly behind: number;
}

/** The transforms of one `xml` mask, for whole documents or for one part after another. */
export class XmlDocumentMask {
  private readonly transforms: readonly XmlTransform[];

  constructor(
    transforms: readonly XmlTransformParams[],
    namespaces: ReadonlyMap<string, string>,
    private readonly context: MaskCompileContext,
  ) {
    this.transforms = transforms.map((params) => new XmlTransform(params, namespaces, context));
  }

  /** As of a transform. */
  takesParts(repeats: boolean): boolean {
    return this.transforms.every((transform) => transform.takesParts(repeats));
  }

  /** The document, the same where nothing changed; or why it cannot be masked. */
  mask(text: string): string | { readonly problem: XmlProblem['code'] } {
    const root = readRoot(text);
    if (typeof root === 'string') {
      return { problem: root };
    }
    const changed = new Set<XmlPiece>();
    for (const transform of this.transforms) {
      transform.begin();
      transform.apply(root, changed);
      transform.end();
    }
    return this.written(text, changed);
  }

  /** Before the first part of a document. */
  begin(): void {
    this.transforms.forEach((transform) => {
      transform.begin();
    });
  }

  /** The part as it is to be written, with what was put around it. */
  maskPart({ text, before, closed }: XmlPart): string {
    const root = readRoot(text);
    if (typeof root === 'string') {
      return this.context.fail(root, PROBLEMS[root]);
    }
    const changed = new Set<XmlPiece>();
    const cut = cutElements(root, before, closed);
    for (const transform of this.transforms) {
      transform.apply(root, changed, cut);
    }
    return this.written(text, changed);
  }

  /** Behind the last part. */
  end(): void {
    this.transforms.forEach((transform) => {
      transform.end();
    });
  }

  private written(text: string, changed: ReadonlySet<XmlPiece>): string {
    this.context.changed(changed.size);
    return changed.size === 0 ? text : writeXml(text, [...changed]);
  }
}

/** Elements that were opened before the part, or are closed behind it. */
function cutElements(root: XmlElement, before: number, closed: number): ReadonlySet<XmlElement> {
  const cut = new Set<XmlElement>();
  for (
    let element: XmlElement | undefined = root;
    element !== undefined && element.contentStart <= before;
    element = element.children[0]
  ) {
    cut.add(element);
  }
  let last: XmlElement | undefined = root;
  for (let depth = 0; depth < closed && last !== undefined; depth++) {
    cut.add(last);
    last = last.children.at(-1);
  }
  return cut;
}

function readRoot(text: string): XmlElement | XmlProblem['code'] {
  try {
    return parseXml(text);
  } catch (error) {
    if (error instanceof XmlProblem) {
      return error.code;
    }
    throw error;
  }
}
