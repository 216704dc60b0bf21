import { FormatError } from '../format-error.js';
import type { XmlPart } from '../../../engine/index.js';

/** Longest stretch that has no place to cut it at, in units. */
const LONGEST_STRETCH = 32 * 1024 * 1024;
const NAME = /^<([^\s<>/"'=]+)/;
/** So many times as much as is usual may wait before cuts are made further down in the tree. */
const DEEPER = 4;
/** Longest of what tells kinds of markup apart. */
const LONGEST_MARK = '<![CDATA['.length;
const ENDS: readonly (readonly [start: string, end: string])[] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['<!', '>'],
];

/**
 * Cuts the units of an XML document between elements, as high up in the tree as it can. Whether it is well-formed is for those
 * to find out who read the parts.
 */
export class XmlParts {
  private held = '';
  private at = 0;
  /** Start tags of the elements that are open at `at`. */
  private readonly open: string[] = [];
  /** Of those that were open where `held` begins. */
  private before = '';
  /** By the number of open elements: the last place with no more of them. */
  private cuts: (number | undefined)[] = [];
  /** What is held is gone through when it is so long, so that nothing is gone through often. */
  private next: number;
  /** In how many elements the last cut was made. */
  private usual = 1;

  /** `length`: from which on a stretch is cut off, in units. */
  constructor(private readonly length: number) {
    this.next = length;
  }

  /** Parts that are complete. */
  *push(units: string): Generator<XmlPart, void, void> {
    this.held += units;
    if (this.held.length < this.next) {
      return;
    }
    this.read();
    for (let depth = this.depth(); depth >= 0; depth = this.depth()) {
      this.usual = depth;
      yield this.cut(depth, this.cuts[depth]!);
    }
    this.refuseLonger();
    this.next = Math.max(this.length, this.held.length * 2);
  }

  /** How many elements a cut is to be in; −1: none is to be made now. Deeper than before only where much waits. */
  private depth(): number {
    const { length } = this.held;
    const depth = length < this.length ? -1 : this.cuts.findIndex((cut) => (cut ?? 0) > 0);
    return depth <= this.usual || length >= this.length * DEEPER ? depth : -1;
  }

  /** What is left. */
  end(): XmlPart {
    return { text: this.before + this.held, before: this.before.length, closed: 0, behind: 0 };
  }

  private cut(depth: number, end: number): XmlPart {
    const around = this.open.slice(0, depth);
    const closing = around.map((tag) => `</${nameOf(tag)}>`).reverse();
    const behind = closing.join('');
    const part: XmlPart = {
      ...{ text: this.before + this.held.slice(0, end) + behind, before: this.before.length },
      ...{ closed: depth, behind: behind.length },
    };
    this.before = around.join('');
    this.held = this.held.slice(end);
    this.at -= end;
    this.cuts = Array.from(this.cuts, (cut) => Math.max(0, (cut ?? 0) - end));
    return part;
  }

  private refuseLonger(): void {
    if (this.held.length > LONGEST_STRETCH) {
      const message = `The document has a text or tag of more than ${LONGEST_STRETCH} characters.`;
      throw new FormatError('too_long', message);
    }
  }

  /** Goes through what is complete. */
  private read(): void {
    const { held } = this;
    for (let start = held.indexOf('<', this.at); start >= 0; start = held.indexOf('<', this.at)) {
      const end = start + LONGEST_MARK > held.length ? -1 : this.endOf(start);
      if (end < 0) {
        this.at = start;
        return;
      }
      this.at = end;
    }
    this.at = held.length;
  }

  /** Where the markup ends; −1: not here. */
  private endOf(start: number): number {
    const { held } = this;
    const other = ENDS.find(([mark]) => held.startsWith(mark, start));
    if (other !== undefined) {
      const end = held.indexOf(other[1], start + other[0].length);
      return end < 0 ? -1 : end + other[1].length;
    }
    const end = tagEnd(held, start);
    if (end < 0) {
      return -1;
    }
    const tag = held.slice(start, end);
    if (tag.startsWith('</')) {
      this.open.pop();
    } else if (!tag.endsWith('/>')) {
      this.open.push(tag);
      return end;
    }
    if (this.open.length > 0) {
      this.cuts[this.open.length] = end;
    } else {
      // The elements that were open at the cuts are not known any more; little is left.
      this.cuts = [];
    }
    return end;
  }
}

function nameOf(tag: string): string {
  return NAME.exec(tag)?.[1] ?? '';
}

/** Behind the `>` of a tag; −1: it is not complete. */
function tagEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const sign = text[at]!;
    if (sign === '>') {
      return at + 1;
    }
    if (sign === '"' || sign === "'") {
      at = text.indexOf(sign, at + 1);
      if (at < 0) {
        return -1;
      }
    }
  }
  return -1;
}
