import { skipWhite } from '../values/json-scanner.js';
import { decodeXml } from './xml-entities.js';
import { XmlProblem } from './xml-document.js';
import type { XmlAttribute } from './xml-document.js';

/** No longer than this: the memory of expressions is bounded, and names of other planes than the first take some for each character. */
const NAME = /[\p{L}_:][\p{L}\p{N}\p{M}_:.·-]{0,1023}/uy;

/** The name that begins at a place; empty: none does. */
export function nameAt(text: string, at: number): string {
  NAME.lastIndex = at;
  return NAME.exec(text)?.[0] ?? '';
}

/** The attributes of a tag, and where what follows them starts. Throws `XmlProblem`. */
export function readAttributes(
  text: string,
  start: number,
): { readonly attributes: readonly XmlAttribute[]; readonly end: number } {
  const attributes: XmlAttribute[] = [];
  let at = start;
  for (;;) {
    const before = skipWhite(text, at);
    const name = before > at ? nameAt(text, before) : '';
    const equals = skipWhite(text, before + name.length);
    const opening = skipWhite(text, equals + 1);
    const quote = text.charAt(opening);
    if (name === '' || text[equals] !== '=' || (quote !== '"' && quote !== "'")) {
      checkNames(attributes);
      return { attributes, end: before };
    }
    const from = opening + 1;
    const end = text.indexOf(quote, from);
    if (end < 0) {
      throw new XmlProblem('bad_xml');
    }
    attributes.push(attributeOf(name, quote, { from, raw: text.slice(from, end) }));
    at = end + 1;
  }
}

function checkNames(attributes: readonly XmlAttribute[]): void {
  if (attributes.length > 1 && new Set(attributes.map(({ name }) => name)).size < attributes.length) {
    throw new XmlProblem('bad_xml');
  }
}

function attributeOf(
  name: string,
  around: string,
  { from, raw }: { readonly from: number; readonly raw: string },
): XmlAttribute {
  const value = raw.includes('<') ? null : decodeXml(raw);
  if (value === null) {
    throw new XmlProblem('bad_xml');
  }
  const end = from + raw.length;
  return {
    name,
    local: name.slice(name.indexOf(':') + 1),
    piece: { kind: 'attribute', start: from, end, around, original: value, value },
  };
}
