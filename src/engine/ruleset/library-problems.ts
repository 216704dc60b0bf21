import type { ProblemType } from './problem.js';

const EXPANSION_CODES = [
  /** An entry of `imports` is not a library's name. */
  'bad_import',
  /** The same library is imported twice. */
  'duplicate_import',
  'ref_not_text',
  /** Not exactly one `#`. */
  'bad_ref_hash',
  /** Nothing after the `#`. */
  'empty_ref_path',
  'empty_ref_segment',
  'ref_leading_slash',
  /** Nothing before the `#`, in a ruleset. */
  'ref_without_library',
  'library_not_imported',
  'ref_key_not_found',
  'ref_index_out_of_bounds',
  /** A key of a list, a position of a mapping, or a step into a single value. */
  'ref_wrong_step',
  'circular_ref',
  /** Keys beside a reference to something that is not a mapping. */
  'ref_extra_keys',
  /** A library refers to another. */
  'cross_library_ref',
  /** A reference in place of the name of a task or mask. */
  'ref_as_type',
  /** References where there are no libraries: in-flight rulesets. */
  'ref_not_allowed',
  'expansion_too_large',
  'expansion_too_deep',
] as const;

/** What a reference or an import can be wrong in. */
export type ExpansionCode = (typeof EXPANSION_CODES)[number];

/** The type of problems that are not about the ruleset's own content, by their code. */
export const LIBRARY_PROBLEM_TYPES: ReadonlyMap<string, ProblemType> = new Map<string, ProblemType>([
  ...EXPANSION_CODES.map((code): [string, ProblemType] => [code, 'expansion']),
  ['library_missing', 'library_missing'],
  ['library_invalid', 'library_invalid'],
]);
