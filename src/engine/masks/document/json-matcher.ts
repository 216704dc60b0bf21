import { INVALID, skipColon, skipString, skipValue, skipWhite } from '../../values/json-scanner.js';
import type { DocumentStep } from '../../ports/document-view.js';
import { ANY } from './json-paths.js';
import type { PathBranch, PathNode } from './json-paths.js';

/** A value that a path leads to. */
export interface JsonMatch {
  readonly path: number;
  readonly start: number;
  readonly end: number;
  /** What the path's `*` stand for here, in order. */
  readonly wildcards: readonly DocumentStep[];
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_OBJECT = 0x7b;
const OPEN_LIST = 0x5b;
const NO_STEPS: readonly DocumentStep[] = [];

/** Finds in one walk what the paths of a pass lead to, and which of them miss something. */
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

  constructor(paths: readonly (readonly DocumentStep[])[]) {
    this.missing = new Uint32Array(paths.length);
    this.wildcardsOf = paths.map((steps) => steps.flatMap((step, index) => (step === ANY ? index : [])));
  }

  /** False: the text is not JSON. It is the value that `steps` lead to, and `node` is where they lead in the tree. */
  run(text: string, node: PathNode, steps: readonly DocumentStep[]): boolean {
    this.text = text;
    this.hasEscapes = text.includes('\\');
    this.matches = [];
    this.steps.splice(0, Infinity, ...steps);
    this.missing.fill(0);
    const end = this.visit(node, skipWhite(text, 0));
    return end >= 0 && skipWhite(text, end) === text.length;
  }

  /** The end of the value that starts here. */
  private visit(node: PathNode, start: number): number {
    if (node.ending !== null) {
      const end = skipValue(this.text, start);
      const places = this.wildcardsOf[node.ending]!;
      const wildcards = places.length === 0 ? NO_STEPS : places.map((place) => this.steps[place]!);
      this.matches.push({ path: node.ending, start, end, wildcards });
      return end;
    }
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
    let unseen = keys.length;
    const seen = new Uint8Array(unseen);
    let at = skipWhite(text, start + 1);
    const isEmpty = text.charCodeAt(at) === OPEN_OBJECT + 2;
    while (!isEmpty) {
      const keyEnd = text.charCodeAt(at) === QUOTE ? skipString(text, at) : INVALID;
      const value = skipColon(text, keyEnd);
      if (value < 0) {
        return INVALID;
      }
      const branch = this.branchOf(keys, at + 1, keyEnd - 1);
      if (branch >= 0 && seen[branch] === 0) {
        seen[branch] = 1;
        unseen--;
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
      this.miss(keys.filter((_, index) => seen[index] === 0));
    }
    return isEmpty ? at + 1 : at;
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
    return JSON.parse(this.text.slice(start, end)) as string;
  }

  private miss(branches: readonly PathBranch<DocumentStep>[]): void {
    for (const { naming } of branches) {
      for (const path of naming) {
        this.missing[path]!++;
      }
    }
  }
}
