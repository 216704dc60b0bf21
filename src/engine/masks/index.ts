import { COMBINE_MASKS } from './combine/index.js';
import { DATE_MASKS } from './date/index.js';
import { DOCUMENT_MASKS } from './document/index.js';
import { GENERIC_MASKS } from './generic/index.js';
import { NUMBER_MASKS } from './number/index.js';
import { PATTERN_MASKS } from './pattern/index.js';
import { TEXT_MASKS } from './text/index.js';
import { UNIQUE_MASKS } from './unique/index.js';
import type { MaskDefinition } from './mask-definition.js';

/** Every mask this version has. */
export const MASK_DEFINITIONS: readonly MaskDefinition[] = [
  ...GENERIC_MASKS,
  ...TEXT_MASKS,
  ...PATTERN_MASKS,
  ...NUMBER_MASKS,
  ...DATE_MASKS,
  ...UNIQUE_MASKS,
  ...COMBINE_MASKS,
  ...DOCUMENT_MASKS,
];

export const MASKS_BY_NAME: ReadonlyMap<string, MaskDefinition> = new Map(
  MASK_DEFINITIONS.map((definition) => [definition.name, definition]),
);

/** Old names of masks that live on under another. */
export const RENAMED_MASKS: ReadonlyMap<string, string> = new Map([['substitute', 'imitate']]);

/** Every name of a mask in the public language. */
export const KNOWN_MASK_NAMES: ReadonlySet<string> = new Set([
  ...['from_fixed', 'from_column', 'from_file', 'from_blob', 'from_format_string', 'from_choices'],
  ...['secure_shuffle', 'from_json_path', 'imitate', 'from_random_text', 'transform_case', 'take_substring'],
  ...['replace_substring', 'replace_regex', 'credit_card', 'brazilian_cpf', 'social_security_number'],
  ...['set_checksum', 'from_random_number', 'from_random_boolean', 'numeric_bucket', 'from_random_datetime'],
  ...['from_random_date', 'retain_age', 'retain_date_component', 'retain_year', 'typecast', 'do_nothing'],
  ...['concat', 'chain', 'imitate_unique', 'imitate_nz_ird', 'imitate_uuid', 'from_unique_imitate'],
  ...['from_unique', 'json', 'xml', 'unstructured_text', 'substitute'],
]);
