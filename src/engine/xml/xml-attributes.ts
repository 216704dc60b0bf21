import { decodeXml } from './xml-entities.js';
import { XmlProblem } from './xml-document.js';
import type { XmlAttribute } from './xml-document.js';

const ATTRIBUTE =
  /[ \t\r\n]+([\p{L}_:][\p{L}\p{N}\p{M}_:.·-]*)[ \t\r\n]*=[ \t\r\n]*(?:"([^"<]*)"|'([^'<]*)')/uy;
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
    at = ATTRIBUTE.lastIndex;
    attributes.push(attributeOf(match, at - 1));
  }
}

function checkNames(attributes: readonly XmlAttribute[]): void {
  if (attributes.length > 1 && new Set(attributes.map(({ name }) => name)).size < attributes.length) {
    throw new XmlProblem('bad_xml');
  }
}

/** `end` is where the closing quote stands. */
function attributeOf(match: RegExpExecArray, end: number): XmlAttribute {
  const name = match[1] ?? '';
  const raw = match[2] ?? match[3] ?? '';
  const value = decodeXml(raw);
  if (value === null) {
    throw new XmlProblem('bad_xml');
  }
  const around = match[2] === undefined ? "'" : '"';
  return {
    name,
    local: name.slice(name.indexOf(':') + 1),
    piece: { kind: 'attribute', start: end - raw.length, end, around, original: value, value },
  };
}
