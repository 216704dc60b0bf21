import type { DocumentStep } from '../ports/document-view.js';
import type { PathBranch, PathNode } from '../masks/document/json-paths.js';

interface Level {
  readonly node: PathNode;
  readonly isObject: boolean;
  /** Which keys of the node have been met. */
  readonly seen: Uint8Array;
  /** Members that have begun. */
  count: number;
}

const CLOSE_OBJECT = 0x7d;
const CLOSE_LIST = 0x5d;

/** The lists and objects, from the root on, that paths lead through; tells which paths miss something there. */
export class OpenLevels {
  /** To the member at hand. */
  readonly steps: DocumentStep[] = [];
  private readonly levels: Level[] = [];
  private top: Level | undefined;

  constructor(private readonly missed: (path: number) => void) {}

  get isEmpty(): boolean {
    return this.top === undefined;
  }

  get isObject(): boolean {
    return this.top?.isObject === true;
  }

  /** What closes the innermost. */
  get closing(): number {
    return this.isObject ? CLOSE_OBJECT : CLOSE_LIST;
  }

  open(node: PathNode, isObject: boolean): void {
    this.miss(isObject ? node.positions : node.keys);
    this.top = { node, isObject, seen: new Uint8Array(node.keys.length), count: 0 };
    this.levels.push(this.top);
  }

  close(): void {
    const { node, isObject, seen, count } = this.top!;
    this.miss(
      isObject
        ? node.keys.filter((_, index) => seen[index] === 0)
        : node.positions.filter(({ step }) => step >= count),
    );
    this.levels.pop();
    this.top = this.levels.at(-1);
  }

  /** Where the item that begins leads; null: out of the tree. */
  enterItem(): PathNode | null {
    const level = this.top!;
    const position = level.count++;
    this.steps.push(position);
    return level.node.positions.find(({ step }) => step === position)?.node ?? level.node.others;
  }

  enterKey(key: string): PathNode | null {
    const { node, seen } = this.top!;
    const branch = node.keys.findIndex(({ step }) => step === key);
    this.steps.push(key);
    if (branch < 0) {
      return node.others;
    }
    seen[branch] = 1;
    return node.keys[branch]!.node;
  }

  /** After the value of a member. */
  leaveMember(): void {
    this.steps.pop();
  }

  private miss(branches: readonly PathBranch<DocumentStep>[]): void {
    for (const { naming } of branches) {
      naming.forEach((path) => this.missed(path));
    }
  }
}
