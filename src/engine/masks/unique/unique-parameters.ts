import { integer, optional, text, withDefault } from '../parameters.js';

export const LONGEST_RETAINED = 1_000_000;

export const SEED = optional(text('Separates number spaces: another seed, unrelated results.'));

export const RETAINED = {
  retain_prefix_length: withDefault(
    integer('(extension) How many characters stay at the start.', 0, LONGEST_RETAINED),
    0,
  ),
  retain_suffix_length: withDefault(
    integer('(extension) How many characters stay at the end.', 0, LONGEST_RETAINED),
    0,
  ),
};
