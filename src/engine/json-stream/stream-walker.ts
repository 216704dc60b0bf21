import { CUT_OFF, NO_JSON, TOO_DEEP, TRAILING } from './json-fault.js';
import { INVALID, skipWhite } from '../values/json-scanner.js';
import { JsonStreamProblem } from './stream-problem.js';
import { OpenLevels } from './open-levels.js';
import { PENDING, ValueScanner } from './value-scanner.js';
import { TextPlace } from './text-place.js';
import type { DocumentStep } from '../ports/document-view.js';
import type { MaskedPart } from '../masks/document/json-document.js';
import type { PathNode } from '../masks/document/json-paths.js';
import type { UnitText } from './unit-text.js';

/** What is done while a document streams by. */
export interface PartVisitor {
  /** A part, and the node that the steps to it lead to. Gives what is to be written instead. */
  part(text: string, steps: readonly DocumentStep[], node: PathNode): string;
  /**
   * The same for a part that starts at `at` and most likely ends in the same piece, whose units are text. Null: what is
   * there is no JSON, or ends later; nothing has been done with it.
   */
  partAt?(units: string, at: number, steps: readonly DocumentStep[]): MaskedPart | null;
  /** A path leads nowhere at some place. */
  missed(path: number): void;
}

/** Longest part, in units: it is held in memory, more than once. */
const LONGEST_PART = 32 * 1024 * 1024;
const QUOTE = 0x22;
const OPEN_OBJECT = 0x7b;
const OPEN_LIST = 0x5b;
/** Lists, objects and texts have a character that ends them. */
const START_WITH_END = '[{"';
const COMMA = 0x2c;
const COLON = 0x3a;

/** What comes next, between values. */
type Expected = 'value' | 'first' | 'key' | 'colon' | 'after' | 'nothing';
/** What the value scanner is at. */
type Scanned = 'key' | 'part' | 'other';

/**
 * Goes through one JSON document that comes in pieces, along the paths of a tree, and gives it back with its parts as
 * the visitor wants them. Every other unit is copied. Memory grows with the largest part and with the depth alone.
 */
export class StreamWalker {
  private readonly scanner = new ValueScanner();
  private readonly levels: OpenLevels;
  private readonly place = new TextPlace();
  private expected: Expected = 'value';
  private scanned: Scanned | null = null;
  /** Where the scanned value leads, and its units before the piece at hand. */
  private next: PathNode | null;
  private held: string[] = [];
  private heldLength = 0;
  /** In the piece at hand: where the scanned value starts, and what has been written. */
  private start = 0;
  private copied = 0;
  private output = '';
  /** Are the units of the piece at hand the characters themselves? */
  private isText = false;

  constructor(
    root: PathNode,
    private readonly visitor: PartVisitor,
    private readonly text: UnitText,
  ) {
    this.next = root;
    this.levels = new OpenLevels((path) => visitor.missed(path));
  }

  /** Takes a piece and gives what can be written by now. Throws `JsonStreamProblem`. */
  push(units: string): string {
    this.output = '';
    this.copied = 0;
    this.start = 0;
    this.isText = this.visitor.partAt !== undefined && this.text.toText(units) === units;
    let at = 0;
    while (at < units.length) {
      at = this.scanned === null ? this.between(units, at) : this.within(units, at);
    }
    if (this.scanned !== 'part') {
      this.output += units.slice(this.copied);
    }
    this.place.pass(units);
    return this.output;
  }

  /** After the last piece. */
  end(): string {
    this.output = '';
    this.copied = 0;
    this.start = 0;
    if (this.scanned !== null && this.scanner.isWholeAtEnd()) {
      this.finish('', 0);
    }
    if (this.expected !== 'nothing') {
      this.refuse('', 0, CUT_OFF);
    }
    return this.output;
  }

  /** At white space, or at what structures lists and objects. */
  private between(units: string, from: number): number {
    const at = skipWhite(units, from);
    if (at >= units.length) {
      return units.length;
    }
    const code = units.charCodeAt(at);
    switch (this.expected) {
      case 'first':
        return code === this.levels.closing ? this.close(at) : this.startMember(units, at);
      case 'value':
        return this.startValue(units, at);
      case 'key':
        return this.startMember(units, at);
      case 'colon':
        this.expected = 'value';
        return code === COLON ? at + 1 : this.refuse(units, at, NO_JSON);
      case 'after':
        return this.afterValue(units, at);
      default:
        return this.refuse(units, at, TRAILING);
    }
  }

  private afterValue(units: string, at: number): number {
    const code = units.charCodeAt(at);
    if (code === this.levels.closing) {
      return this.close(at);
    }
    this.expected = 'key';
    return code === COMMA ? at + 1 : this.refuse(units, at, NO_JSON);
  }

  private startMember(units: string, at: number): number {
    if (!this.levels.isObject) {
      this.next = this.levels.enterItem();
      return this.startValue(units, at);
    }
    return units.charCodeAt(at) === QUOTE ? this.scan('key', units, at) : this.refuse(units, at, NO_JSON);
  }

  private startValue(units: string, at: number): number {
    const { next } = this;
    if (next === null) {
      return this.scan('other', units, at);
    }
    if (next.ending !== null) {
      return this.startPart(units, at);
    }
    const code = units.charCodeAt(at);
    if (code === OPEN_OBJECT || code === OPEN_LIST) {
      this.levels.open(next, code === OPEN_OBJECT);
      this.expected = 'first';
      return at + 1;
    }
    next.below.forEach((path) => this.visitor.missed(path));
    return this.scan('other', units, at);
  }

  /** A part that lies in the piece as a whole is checked and masked in one go. */
  private startPart(units: string, at: number): number {
    // Where a number ends may be known with the next piece only.
    const hasEnd = START_WITH_END.includes(units.charAt(at));
    const part = this.isText && hasEnd ? this.visitor.partAt?.(units, at, this.levels.steps) : null;
    if (part === null || part === undefined) {
      return this.scan('part', units, at);
    }
    if (part.text !== null) {
      this.output += units.slice(this.copied, at) + this.encoded(part.text, units);
      this.copied = part.end;
    }
    this.valueEnds();
    return part.end;
  }

  private close(at: number): number {
    this.levels.close();
    this.valueEnds();
    return at + 1;
  }

  private valueEnds(): void {
    this.expected = this.levels.isEmpty ? 'nothing' : 'after';
    this.levels.leaveMember();
  }

  private scan(scanned: Scanned, units: string, at: number): number {
    this.scanned = scanned;
    this.scanner.begin();
    this.start = at;
    return this.within(units, at);
  }

  private within(units: string, at: number): number {
    const end = this.scanner.scan(units, at);
    if (end === INVALID) {
      return this.refuse(units, this.scanner.faultAt, this.scanner.isTooDeep ? TOO_DEEP : NO_JSON);
    }
    if (end === PENDING) {
      this.hold(units);
      return units.length;
    }
    this.finish(units, end);
    return end;
  }

  /** Keeps what the piece has of a value that goes on. */
  private hold(units: string): void {
    if (this.scanned === 'other') {
      return;
    }
    const piece = units.slice(this.start);
    this.heldLength += piece.length;
    if (this.heldLength > LONGEST_PART) {
      const reason = `a part that has to be held in memory is longer than ${LONGEST_PART} characters`;
      throw new JsonStreamProblem('too_long', reason, this.place.of(units, this.start));
    }
    this.held.push(piece);
    if (this.scanned === 'part') {
      this.output += units.slice(this.copied, this.start);
    }
  }

  private finish(units: string, end: number): void {
    const { scanned } = this;
    this.scanned = null;
    if (scanned === 'other') {
      this.valueEnds();
      return;
    }
    const value = this.held.length === 0 ? units.slice(this.start, end) : this.taken(units.slice(0, end));
    if (scanned === 'key') {
      this.next = this.levels.enterKey(this.keyText(value, units));
      this.expected = 'colon';
      return;
    }
    this.replace(value, units, end);
    this.valueEnds();
  }

  private taken(rest: string): string {
    const value = this.held.join('') + rest;
    this.held = [];
    this.heldLength = 0;
    return value;
  }

  private replace(value: string, units: string, end: number): void {
    const node = this.next!;
    const text = this.decoded(value, units);
    const result = this.visitor.part(text, this.levels.steps, node);
    if (result !== text) {
      this.output += units.slice(this.copied, this.start) + this.encoded(result, units);
      this.copied = end;
    } else if (value.length > end - this.start) {
      this.output += value;
      this.copied = end;
    }
  }

  private keyText(value: string, units: string): string {
    const text = this.decoded(value, units);
    return text.includes('\\') ? (JSON.parse(text) as string) : text.slice(1, -1);
  }

  private decoded(value: string, units: string): string {
    const text = this.text.toText(value);
    if (text === null) {
      throw new JsonStreamProblem(
        'bad_encoding',
        `some bytes are not valid ${this.text.encodingName}`,
        this.place.of(units, this.start),
      );
    }
    return text;
  }

  private encoded(text: string, units: string): string {
    const written = this.text.toUnits(text);
    if (written === null) {
      const reason = `a masked value has characters that ${this.text.encodingName} does not have`;
      throw new JsonStreamProblem('bad_encoding', reason, this.place.of(units, this.start));
    }
    return written;
  }

  private refuse(units: string, at: number, reason: string): never {
    throw new JsonStreamProblem('malformed', reason, this.place.of(units, at));
  }
}
