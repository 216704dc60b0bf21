import type { RegexNode } from './regex-tree.js';

/** Fewest and most characters that a pattern matches; most may be infinite. */
export interface Widths {
  readonly min: number;
  readonly max: number;
}

export function widthsOf(node: RegexNode): Widths {
  switch (node.kind) {
    case 'set':
      return { min: 1, max: 1 };
    case 'anchor':
      return { min: 0, max: 0 };
    case 'repeat': {
      const { min, max } = widthsOf(node.item);
      return { min: min * node.min, max: max === 0 ? 0 : max * (node.max ?? Infinity) };
    }
    case 'choice': {
      const widths = node.options.map(widthsOf);
      return {
        min: Math.min(...widths.map(({ min }) => min)),
        max: Math.max(...widths.map(({ max }) => max)),
      };
    }
    default: {
      const widths = node.items.map(widthsOf);
      return {
        min: widths.reduce((sum, { min }) => sum + min, 0),
        max: widths.reduce((sum, { max }) => sum + max, 0),
      };
    }
  }
}
