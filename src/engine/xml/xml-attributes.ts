import { decodeXml } from './xml-entities.js';
import { XmlProblem } from './xml-document.js';
import type { XmlAttribute } from './xml-document.js';

/**
 * Up to the quote that a value begins with. The length of names is bounded: the expressions' own memory is, and names of
 * other planes than the first take some for each character.
 */
const ATTRIBUTE = /[ \t\r\n]+([\p{L}_:][\p{L}\p{N}\p{M}_:.·-]{0,1023})[ \t\r\n]*=[ \t\r\n]*(["'])/uy;
const WHITE = /[ \t\r\n]*/y;

/** The attributes of a tag, and where what follows them starts. Throws `XmlProblem`. */
export function readAttributes(
  text: string,
  start: number,
): { readonly attributes: readonly XmlAttribute[]; readonly end: number } {
  const attributes: XmlAttribute[] = [];
  let at = start;
  for (;;) {
    ATTRIBUTE.lastIndex = at;
    const match = ATTRIBUTE.exec(text);
    if (match === null) {
      WHITE.lastIndex = at;
      WHITE.test(text);
      checkNames(attributes);
      return { attributes, end: WHITE.lastIndex };
    }
    const from = ATTRIBUTE.lastIndex;
    const [, name = '', quote = ''] = match;
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
