/** An element of a document, with the places of what may be masked. */
export interface XmlElement {
  /** As written, prefix and all. */
  readonly name: string;
  readonly local: string;
  /** Namespace; empty: none. */
  readonly uri: string;
  /** Null: the root. */
  readonly parent: XmlElement | null;
  readonly children: XmlElement[];
  readonly attributes: readonly XmlAttribute[];
  /** Its own texts, in order, apart where a tag or comment stands between. */
  readonly texts: XmlPiece[];
  /** Where the content starts; for `<a/>` where the slash stands. */
  readonly contentStart: number;
  readonly isSelfClosed: boolean;
}

export interface XmlAttribute {
  /** As written, prefix and all. */
  readonly name: string;
  readonly local: string;
  readonly piece: XmlPiece;
}

/** A part of the document that has a value. */
export interface XmlPiece {
  readonly kind: 'text' | 'cdata' | 'attribute' | 'content';
  /** Of the writing, without quotes and CDATA brackets. */
  readonly start: number;
  readonly end: number;
  /** The quote around an attribute, the element's name for the content of an empty tag. */
  readonly around: string;
  readonly original: string;
  value: string;
}

/** Why a text is no document that can be masked. Never holds any of it. */
export class XmlProblem extends Error {
  constructor(readonly code: 'bad_xml' | 'dtd_refused') {
    super(code);
  }
}

const NOT_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** Can the text stand in a document? */
export function isXmlText(text: string): boolean {
  return !NOT_XML.test(text);
}

/** The document with its changed pieces, every other byte as it was. */
export function writeXml(text: string, pieces: readonly XmlPiece[]): string {
  let result = '';
  let copied = 0;
  for (const piece of [...pieces].sort((a, b) => a.start - b.start)) {
    result += text.slice(copied, piece.start) + written(piece);
    copied = piece.end;
  }
  return result + text.slice(copied);
}

function written({ kind, value, around }: XmlPiece): string {
  switch (kind) {
    case 'cdata':
      return value.replaceAll(']]>', ']]]]><![CDATA[>');
    case 'attribute':
      return escaped(value)
        .replaceAll(around, around === '"' ? '&quot;' : '&apos;')
        .replace(/[\t\n]/g, (white) => (white === '\t' ? '&#9;' : '&#10;'));
    case 'content':
      return around === '' ? escaped(value) : `>${escaped(value)}</${around}>`;
    default:
      return escaped(value);
  }
}

function escaped(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');
}
