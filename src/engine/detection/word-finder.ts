import { foldedWord } from './folded-text.js';
import type { FoldedText } from './folded-text.js';
import type { Span } from './spans.js';

const ROOT = 0;
const UNITS = 0x10000;

/**
 * Finds any of many words in one walk over a text (Aho and Corasick): whole words only, and of those that end at one
 * place the longest.
 */
export class WordFinder {
  /** From node · 65536 + character to node. */
  private readonly edges = new Map<number, number>();
  /** Longest proper suffix that is a node too. */
  private readonly fallbacks: number[] = [ROOT];
  /** Length of the word that ends at the node; 0: none. */
  private readonly lengths: number[] = [0];
  /** Nearest fallback where a word ends. */
  private readonly shorter: number[] = [ROOT];

  constructor(words: Iterable<string>, keepsCase: boolean) {
    for (const word of words) {
      this.add(foldedWord(word, keepsCase));
    }
    this.link();
  }

  find(folded: FoldedText): readonly Span[] {
    const spans: Span[] = [];
    const { text } = folded;
    let node = ROOT;
    for (let i = 0; i < text.length; i++) {
      node = this.next(node, text.charCodeAt(i));
      let ending = this.lengths[node] === 0 ? this.shorter[node]! : node;
      while (ending !== ROOT) {
        const start = i + 1 - this.lengths[ending]!;
        if (folded.isWhole(start, i + 1)) {
          spans.push(folded.spanOf(start, i + 1));
          break;
        }
        ending = this.shorter[ending]!;
      }
    }
    return spans;
  }

  private add(word: string): void {
    let node = ROOT;
    for (let i = 0; i < word.length; i++) {
      const edge = node * UNITS + word.charCodeAt(i);
      let target = this.edges.get(edge);
      if (target === undefined) {
        target = this.lengths.push(0) - 1;
        this.edges.set(edge, target);
      }
      node = target;
    }
    this.lengths[node] = word.length;
  }

  /** Nodes are visited in the order of their depth, so that shorter suffixes are known. */
  private link(): void {
    const byDepth = [...this.edges].map(([edge, target]) => ({
      parent: Math.floor(edge / UNITS),
      unit: edge % UNITS,
      target,
    }));
    const depths = this.depths();
    byDepth.sort((a, b) => depths[a.target]! - depths[b.target]!);
    for (const { parent, unit, target } of byDepth) {
      const fallback = parent === ROOT ? ROOT : this.next(this.fallbacks[parent]!, unit);
      this.fallbacks[target] = fallback;
      this.shorter[target] = this.lengths[fallback] === 0 ? this.shorter[fallback]! : fallback;
    }
  }

  /** A node is made after its parent. */
  private depths(): Int32Array {
    const depths = new Int32Array(this.lengths.length);
    for (const [edge, target] of this.edges) {
      depths[target] = depths[Math.floor(edge / UNITS)]! + 1;
    }
    return depths;
  }

  private next(from: number, unit: number): number {
    let node = from;
    for (;;) {
      const target = this.edges.get(node * UNITS + unit);
      if (target !== undefined || node === ROOT) {
        return target ?? ROOT;
      }
      node = this.fallbacks[node]!;
    }
  }
}

/** Whole-word places of one word, folded. */
export function findWord(folded: FoldedText, word: string): readonly Span[] {
  const spans: Span[] = [];
  let at = word === '' ? -1 : folded.text.indexOf(word);
  while (at >= 0) {
    const end = at + word.length;
    const isWhole = folded.isWhole(at, end);
    if (isWhole) {
      spans.push(folded.spanOf(at, end));
    }
    at = folded.text.indexOf(word, isWhole ? end : at + 1);
  }
  return spans;
}
