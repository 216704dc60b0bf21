import { INVALID, skipColon, skipString, skipValue, skipWhite } from '../../values/json-scanner.js';
import type { DocumentStep } from '../../ports/document-view.js';
import { ANY } from './json-paths.js';
import type { Look, PathBranch, PathNode } from './json-paths.js';

/** A value that a path leads to. */
export interface JsonMatch {
  readonly path: number;
  readonly start: number;
  readonly end: number;
  /** What the path's `*` stand for here, in order. */
  readonly wildcards: readonly DocumentStep[];
  /** Where the values are that looks have found, by anchor; empty: to be looked up. */
  readonly frames: readonly Frame[];
}

/** Where a walk starts. */
export interface MatchPlace {
  readonly steps: readonly DocumentStep[];
  readonly node: PathNode;
}

/** Of each look of an anchor the start and the end, one after another; −1: nothing there. */
export type Frame = readonly number[];

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_OBJECT = 0x7b;
const OPEN_LIST = 0x5b;
const NO_STEPS: readonly DocumentStep[] = [];
const NO_FRAMES: readonly Frame[] = [];

/** Finds in one walk what the paths of a pass lead to, which of them miss something, and values that masks look at. */
export class JsonMatcher {
  matches: JsonMatch[] = [];
  /** How often each path led nowhere. */
  readonly missing: Uint32Array;
  private text = '';
  private hasEscapes = false;
  /** How the value at hand was reached. */
  private readonly steps: DocumentStep[] = [];
  /** Where each path has its `*`. */
  private readonly wildcardsOf: readonly (readonly number[])[];
  /** Of each anchor, where the values are that have been found in the place of it that is open. */
  private frames: number[][] = [];
  /** Of each anchor, what a frame is at first. */
  private readonly emptyFrames: readonly (readonly number[])[];
  /** In which object the key of each branch was met last; objects are counted. */
  private readonly metIn: number[] = [];
  private objects = 0;

  constructor(
    paths: readonly (readonly DocumentStep[])[],
    looks: readonly Look[],
    /** Which paths want to know what looks have found. */
    private readonly isLooking: readonly boolean[],
  ) {
    this.missing = new Uint32Array(paths.length);
    this.wildcardsOf = paths.map((steps) => steps.flatMap((step, index) => (step === ANY ? index : [])));
    this.emptyFrames = emptyFrames(looks);
  }

  /**
   * The end of the value that starts at `start`; `INVALID`: it is not JSON. `steps` lead to it, and `node` is where they
   * lead in the tree.
   */
  run(text: string, start: number, place: MatchPlace): number {
    this.begin(text, place);
    return this.visit(place.node, start);
  }

  private begin(text: string, { steps }: MatchPlace): void {
    if (text !== this.text) {
      this.text = text;
      this.hasEscapes = text.includes('\\');
    }
    this.matches = [];
    this.steps.length = 0;
    this.steps.push(...steps);
    this.missing.fill(0);
    this.frames = [];
  }

  /** The end of the value that starts here. */
  private visit(node: PathNode, start: number): number {
    for (const anchor of node.anchors) {
      this.frames[anchor] = this.emptyFrames[anchor]!.slice();
    }
    const end = node.ending === null ? this.visitInner(node, start) : this.visitMatch(node.ending, start);
    for (const { anchor, slot } of node.found) {
      const frame = this.frames[anchor];
      if (frame !== undefined) {
        frame[2 * slot] = start;
        frame[2 * slot + 1] = end;
      }
    }
    return end;
  }

  private visitMatch(path: number, start: number): number {
    const end = skipValue(this.text, start);
    const places = this.wildcardsOf[path]!;
    const wildcards = places.length === 0 ? NO_STEPS : places.map((place) => this.steps[place]!);
    const frames = this.isLooking[path] === true ? this.frames.slice() : NO_FRAMES;
    this.matches.push({ path, start, end, wildcards, frames });
    return end;
  }

  private visitInner(node: PathNode, start: number): number {
    switch (this.text.charCodeAt(start)) {
      case OPEN_OBJECT:
        this.miss(node.positions);
        return this.visitObject(node, start);
      case OPEN_LIST:
        this.miss(node.keys);
        return this.visitList(node, start);
      default:
        for (const path of node.below) {
          this.missing[path]!++;
        }
        return skipValue(this.text, start);
    }
  }

  private visitObject(node: PathNode, start: number): number {
    const { text } = this;
    const { keys } = node;
    const object = ++this.objects;
    let unseen = keys.length;
    let at = skipWhite(text, start + 1);
    const isEmpty = text.charCodeAt(at) === OPEN_OBJECT + 2;
    while (!isEmpty) {
      const keyEnd = text.charCodeAt(at) === QUOTE ? skipString(text, at) : INVALID;
      const value = skipColon(text, keyEnd);
      if (value < 0) {
        return INVALID;
      }
      const branch = this.branchOf(keys, at + 1, keyEnd - 1);
      if (branch >= 0) {
        unseen -= this.meet(keys[branch]!, object);
      }
      const end =
        branch >= 0
          ? this.enter(keys[branch]!.node, value, keys[branch]!.step)
          : node.others === null
            ? skipValue(text, value)
            : this.enter(node.others, value, this.keyText(at, keyEnd));
      at = this.afterMember(end, OPEN_OBJECT + 2);
      if (at < 0) {
        return INVALID;
      }
      if (text.charCodeAt(at - 1) === OPEN_OBJECT + 2) {
        break;
      }
      at = skipWhite(text, at);
    }
    if (unseen > 0) {
      this.miss(keys.filter(({ id }) => this.metIn[id] !== object));
    }
    return isEmpty ? at + 1 : at;
  }

  /** 1: the object has the key for the first time. Of repeated keys the last counts: what was found before is forgotten. */
  private meet({ id, isLookedAt, node }: PathBranch<string>, object: number): 0 | 1 {
    if (this.metIn[id] === object) {
      if (isLookedAt) {
        this.forget(node);
      }
      return 0;
    }
    this.metIn[id] = object;
    return 1;
  }

  /** What looks have found here and below, as far as it belongs to a place above: `inner` are the anchors that do not. */
  private forget(node: PathNode, inner: readonly number[] = []): void {
    const own = [...inner, ...node.anchors];
    for (const { anchor, slot } of node.found.filter((look) => !own.includes(look.anchor))) {
      this.frames[anchor]?.fill(INVALID, 2 * slot, 2 * slot + 2);
    }
    for (const below of [...node.keys, ...node.positions]) {
      this.forget(below.node, own);
    }
    if (node.others !== null) {
      this.forget(node.others, own);
    }
  }

  private visitList(node: PathNode, start: number): number {
    const { text } = this;
    const { positions } = node;
    let at = skipWhite(text, start + 1);
    let count = 0;
    const isEmpty = text.charCodeAt(at) === OPEN_LIST + 2;
    while (!isEmpty) {
      const position = count++;
      const next = positions.find(({ step }) => step === position)?.node ?? node.others;
      const end = next === null ? skipValue(text, at) : this.enter(next, at, position);
      at = this.afterMember(end, OPEN_LIST + 2);
      if (at < 0) {
        return INVALID;
      }
      if (text.charCodeAt(at - 1) === OPEN_LIST + 2) {
        break;
      }
      at = skipWhite(text, at);
    }
    this.miss(positions.filter(({ step }) => step >= count));
    return isEmpty ? at + 1 : at;
  }

  private enter(next: PathNode, start: number, step: DocumentStep): number {
    this.steps.push(step);
    const end = this.visit(next, start);
    this.steps.pop();
    return end;
  }

  /** Past the comma or the closing character after a member. */
  private afterMember(end: number, closing: number): number {
    const at = end < 0 ? INVALID : skipWhite(this.text, end);
    const code = at < 0 ? INVALID : this.text.charCodeAt(at);
    return code === COMMA || code === closing ? at + 1 : INVALID;
  }

  /** Which branch the key between the quotes takes; −1: none. */
  private branchOf(branches: readonly PathBranch<string>[], from: number, to: number): number {
    const { text } = this;
    for (let i = 0; i < branches.length; i++) {
      const { step } = branches[i]!;
      if (step.length === to - from && text.startsWith(step, from)) {
        return i;
      }
    }
    if (!this.hasEscapes || branches.length === 0 || !text.slice(from, to).includes('\\')) {
      return -1;
    }
    const key = this.keyText(from - 1, to + 1);
    return branches.findIndex(({ step }) => step === key);
  }

  private keyText(start: number, end: number): string {
    const written = this.text.slice(start + 1, end - 1);
    return this.hasEscapes ? (JSON.parse(this.text.slice(start, end)) as string) : written;
  }

  private miss(branches: readonly PathBranch<DocumentStep>[]): void {
    for (const { naming } of branches) {
      for (const path of naming) {
        this.missing[path]!++;
      }
    }
  }
}

function emptyFrames(looks: readonly Look[]): readonly (readonly number[])[] {
  const frames: number[][] = [];
  for (const { anchor, slot } of looks) {
    frames[anchor] ??= [];
    frames[anchor].push(...(2 * slot === frames[anchor].length ? [-1, -1] : []));
  }
  return frames;
}
