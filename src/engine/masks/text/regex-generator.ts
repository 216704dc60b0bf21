import { widthsOf } from '../../ruleset/regex-widths.js';
import type { CodeRange } from '../../ruleset/regex-class.js';
import type { Draws } from '../../random/draws.js';
import type { RegexNode } from '../../ruleset/regex-tree.js';

/** Makes texts that match a pattern: every choice, repeat and character is drawn evenly. */
export type RegexGenerator = (draws: Draws) => string;

/** Repeats without end draw up to `maxRepeat` times more than they must. */
export function compileGenerator(node: RegexNode, maxRepeat: number): RegexGenerator {
  switch (node.kind) {
    case 'anchor':
      return () => '';
    case 'set':
      return setGenerator(node.ranges);
    case 'choice': {
      const options = node.options.map((option) => compileGenerator(option, maxRepeat));
      return (draws) => options[draws.below(options.length)]!(draws);
    }
    case 'repeat': {
      if (widthsOf(node.item).max === 0) {
        return () => '';
      }
      const item = compileGenerator(node.item, maxRepeat);
      const { min } = node;
      const span = (node.max ?? min + maxRepeat) - min + 1;
      return (draws) => {
        const count = span === 1 ? min : min + draws.below(span);
        let text = '';
        for (let i = 0; i < count; i++) {
          text += item(draws);
        }
        return text;
      };
    }
    default: {
      const items = node.items.map((item) => compileGenerator(item, maxRepeat));
      return (draws) => {
        let text = '';
        for (const item of items) {
          text += item(draws);
        }
        return text;
      };
    }
  }
}

/** Length of the longest text in characters. */
export function longestOf(node: RegexNode, maxRepeat: number): number {
  if (node.kind === 'repeat' && node.max === null) {
    return longestOf(node.item, maxRepeat) * (node.min + maxRepeat);
  }
  switch (node.kind) {
    case 'repeat':
      return longestOf(node.item, maxRepeat) * (node.max ?? 0);
    case 'choice':
      return Math.max(...node.options.map((option) => longestOf(option, maxRepeat)));
    case 'sequence':
      return node.items.reduce((sum, item) => sum + longestOf(item, maxRepeat), 0);
    default:
      return widthsOf(node).max;
  }
}

function setGenerator(ranges: readonly CodeRange[]): RegexGenerator {
  const size = ranges.reduce((sum, [from, to]) => sum + to - from + 1, 0);
  const [first] = ranges;
  if (first !== undefined && size === 1) {
    const only = String.fromCodePoint(first[0]);
    return () => only;
  }
  return (draws) => {
    let index = draws.below(size);
    for (const [from, to] of ranges) {
      if (index <= to - from) {
        return String.fromCodePoint(from + index);
      }
      index -= to - from + 1;
    }
    return '';
  };
}
