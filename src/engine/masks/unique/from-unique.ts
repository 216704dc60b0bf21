import { BigPermutation } from '../../permutation/big-permutation.js';
import { defineMask } from '../mask-definition.js';
import { formatString } from '../format-parameter.js';
import { KeyedPermutation } from '../../permutation/keyed-permutation.js';
import { MAX_NUMBER_SIZE } from '../../permutation/feistel-permutation.js';
import { mixesCases, uniqueFormat, uniquenessProblem } from './unique-format.js';
import { required } from '../parameters.js';
import type { Format } from '../format-string.js';
import type { MaskNode } from '../../ruleset/nodes.js';

const NO_TWEAK = { low: 0, high: 0 };

export const fromUnique = defineMask({
  name: 'from_unique',
  family: 'unique',
  role: 'source',
  summary: 'Deprecated: gives every row another text of a given shape.',
  accepts: 'all',
  gives: 'text',
  traits: { ignoresValue: true, unique: true, needsAllRows: true, hashColumns: 'ignored' },
  parameters: {
    format: required(
      formatString('Literal text and tokens, as in `from_format_string`; it must have a text for every row.'),
    ),
  },
  example: 'type: from_unique\nformat: "{[A-Z],2}{[0-9],4}"',
  choices: [
    'Row i gets the text at place π(i) of all texts of the format, π being fixed by the run key, the column’s name and how many texts there are.',
    'Unique among the rows that the task masks: rows outside of its `where` keep values that may be met.',
    'Rows are counted exactly; a skipped row keeps its number.',
    'A format that could give one text in two ways is an error; so is one that mixes cases, for a column that ignores case.',
    'A range without an upper end, as in `{!int, 1:}`, is not taken.',
  ],
  check({ format }, report) {
    report.warning('deprecated_mask', 'The mask "from_unique" is deprecated: use "imitate_unique".');
    const problem = uniquenessProblem(format);
    if (problem !== null) {
      report.error('ambiguous_format', problem, 'format');
    }
  },
  compile({ format }, context) {
    const { rowOrdinals, column } = context;
    if (rowOrdinals === null) {
      context.error(
        'needs_row_numbers',
        'The mask "from_unique" works only on a column that is unique by itself (a unique index on it alone).',
      );
    }
    if (column.caseInsensitive === true && mixesCases(format)) {
      const message = `The column "${column.name}" ignores case: a set must not hold both cases of a letter.`;
      context.error('case_insensitive_column', message);
    }
    const { capacity, textAt } = uniqueFormat(format);
    const place = placer(
      context.key(`from_unique/${JSON.stringify([column.name, capacity.toString()])}`),
      capacity,
    );
    return () => {
      const ordinal = rowOrdinals?.current() ?? 0;
      return ordinal < capacity
        ? textAt(place(ordinal))
        : context.fail('format_too_small', 'the format has no more texts for this many rows');
    };
  },
});

/** How many rows a mask has texts for; null: it is another mask. */
export function formatCapacity(node: MaskNode): bigint | null {
  // The parameters of a mask of this name are those that its own table read.
  return node.maskName === fromUnique.name
    ? uniqueFormat((node.params as { format: Format }).format).capacity
    : null;
}

/** The place of each row: a permutation of all places. */
function placer(key: Uint8Array, capacity: bigint): (ordinal: number) => bigint {
  if (capacity > MAX_NUMBER_SIZE) {
    const permutation = new BigPermutation(key, capacity);
    return (ordinal) => permutation.permute(BigInt(ordinal));
  }
  const permutation = new KeyedPermutation(key);
  const size = Number(capacity);
  return (ordinal) => BigInt(permutation.permute(ordinal, size, NO_TWEAK));
}
