import { skipWhite } from '../values/json-scanner.js';
import { isXmlText, XmlProblem } from './xml-document.js';
import { nameAt, readAttributes } from './xml-attributes.js';
import { decodeXml } from './xml-entities.js';
import type { XmlAttribute, XmlElement, XmlPiece } from './xml-document.js';

/** Longest chain of elements within elements. */
const MAX_DEPTH = 10_000;

type Namespaces = ReadonlyMap<string, string>;
const NAMESPACES: Namespaces = new Map([['xml', 'http://www.w3.org/XML/1998/namespace']]);

interface OpenElement {
  readonly element: XmlElement;
  readonly namespaces: Namespaces;
}

/**
 * Reads a well-formed document and keeps the places of its texts and attributes. No document type, no entities but the
 * five that need none. Throws `XmlProblem`.
 */
export function parseXml(text: string): XmlElement {
  if (!isXmlText(text)) {
    throw new XmlProblem('bad_xml');
  }
  return new XmlParser(text).parse();
}

class XmlParser {
  private at: number;
  private root: XmlElement | null = null;
  private readonly open: OpenElement[] = [];

  constructor(private readonly text: string) {
    this.at = text.startsWith('\ufeff') ? 1 : 0;
  }

  parse(): XmlElement {
    while (this.at < this.text.length) {
      if (this.text[this.at] === '<') {
        this.markup();
      } else {
        this.characters();
      }
    }
    return this.root === null || this.open.length > 0 ? bad() : this.root;
  }

  private markup(): void {
    const { text, at } = this;
    switch (text[at + 1]) {
      case '/':
        this.close();
        break;
      case '?':
        this.at = this.after('?>', at + 2);
        break;
      case '!':
        this.declaration();
        break;
      default:
        this.start();
    }
  }

  private declaration(): void {
    const { text, at } = this;
    if (text.startsWith('<!--', at)) {
      this.at = this.after('-->', at + 4);
    } else if (text.startsWith('<![CDATA[', at) && this.open.length > 0) {
      const end = this.after(']]>', at + 9);
      this.addText('cdata', at + 9, end - 3, text.slice(at + 9, end - 3));
      this.at = end;
    } else {
      throw new XmlProblem(text.startsWith('<!DOCTYPE', at) ? 'dtd_refused' : 'bad_xml');
    }
  }

  private characters(): void {
    const { text, at } = this;
    const next = text.indexOf('<', at);
    const end = next < 0 ? text.length : next;
    const raw = text.slice(at, end);
    if (this.open.length === 0) {
      this.at = skipWhite(raw, 0) === raw.length ? end : bad();
      return;
    }
    const value = raw.includes(']]>') ? null : decodeXml(raw);
    this.addText('text', at, end, value ?? bad());
    this.at = end;
  }

  private addText(kind: XmlPiece['kind'], start: number, end: number, value: string): void {
    this.open.at(-1)?.element.texts.push({ kind, start, end, around: '', original: value, value });
  }

  private start(): void {
    const name = this.name(this.at + 1);
    const { attributes, end } = readAttributes(this.text, this.at + 1 + name.length);
    const isSelfClosed = this.text.startsWith('/>', end);
    if (!isSelfClosed && this.text[end] !== '>') {
      bad();
    }
    this.at = isSelfClosed ? end + 2 : end + 1;
    const opened = this.opened(name, attributes, isSelfClosed ? end : null);
    if (!isSelfClosed) {
      this.open.push(opened);
    }
  }

  /** `slash` is where that of a self-closed tag stands. */
  private opened(name: string, attributes: readonly XmlAttribute[], slash: number | null): OpenElement {
    const outer = this.open.at(-1);
    if ((outer === undefined && this.root !== null) || this.open.length >= MAX_DEPTH) {
      bad();
    }
    const namespaces = withDeclared(outer?.namespaces ?? NAMESPACES, attributes);
    const [prefix, local] = split(name);
    const parent = outer?.element ?? null;
    const element: XmlElement = {
      name,
      local,
      uri: namespaces.get(prefix) ?? '',
      parent,
      children: [],
      attributes,
      texts: [],
      contentStart: slash ?? this.at,
      isSelfClosed: slash !== null,
    };
    parent?.children.push(element);
    this.root ??= element;
    return { element, namespaces };
  }

  private close(): void {
    const name = this.name(this.at + 2);
    const end = skipWhite(this.text, this.at + 2 + name.length);
    const open = this.open.pop();
    if (this.text[end] !== '>' || open?.element.name !== name) {
      bad();
    }
    this.at = end + 1;
  }

  private name(at: number): string {
    return nameAt(this.text, at) || bad();
  }

  private after(mark: string, from: number): number {
    const found = this.text.indexOf(mark, from);
    return found < 0 ? bad() : found + mark.length;
  }
}

function withDeclared(outer: Namespaces, attributes: readonly XmlAttribute[]): Namespaces {
  if (attributes.length === 0) {
    return outer;
  }
  const declared = attributes.filter(({ name }) => name === 'xmlns' || name.startsWith('xmlns:'));
  if (declared.length === 0) {
    return outer;
  }
  return new Map([...outer, ...declared.map(({ name, piece }) => [name.slice(6), piece.value] as const)]);
}

function split(name: string): readonly [string, string] {
  const colon = name.indexOf(':');
  return colon < 0 ? ['', name] : [name.slice(0, colon), name.slice(colon + 1)];
}

function bad(): never {
  throw new XmlProblem('bad_xml');
}
