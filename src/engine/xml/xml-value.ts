import { attributePieces, findElements, parseXmlPath } from './xml-path.js';
import { parseXml } from './xml-parser.js';
import { XmlProblem } from './xml-document.js';
import type { XmlElement } from './xml-document.js';
import type { XmlPath } from './xml-path.js';

const NO_NAMESPACES: ReadonlyMap<string, string> = new Map();

/** Where a look into a document starts. */
export interface XmlStart {
  readonly root: XmlElement;
  /** Relative paths start here; null: above the root. */
  readonly from: XmlElement | null;
}

/** The original text of what a path leads to first; null: nothing. */
export function xmlTextAt(
  { root, from }: XmlStart,
  path: XmlPath,
  namespaces: ReadonlyMap<string, string>,
): string | null {
  const starts =
    path.steps.length === 0 && !path.isAbsolute ? [from] : findElements(root, from, path, namespaces);
  const [element] = starts;
  if (element === undefined || element === null) {
    return null;
  }
  if (path.attribute !== null) {
    return attributePieces(element, path.attribute)[0]?.original ?? null;
  }
  return element.texts.map(({ original }) => original).join('');
}

/** Looks into whole documents by a path that was checked before. Null: nothing there, or no XML that is read. */
export function xmlReader(written: string): (document: string) => string | null {
  const path = parseXmlPath(written);
  if ('problem' in path) {
    throw new Error('A path was read but cannot be used');
  }
  const absolute = { ...path, isAbsolute: true };
  return (document) => {
    try {
      return xmlTextAt({ root: parseXml(document), from: null }, absolute, NO_NAMESPACES);
    } catch (error) {
      if (error instanceof XmlProblem) {
        return null;
      }
      throw error;
    }
  };
}
