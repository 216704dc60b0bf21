import { boolean, maskList, oneOf, optional, required, withDefault } from '../parameters.js';
import { documentHashSources } from './hash-sources.js';
import { documentPath } from './document-parameters.js';
import { recordList } from '../record-parameters.js';
import type { ParamsOf } from '../parameters.js';
import type { RecordOf } from '../record-parameters.js';

/** One entry of `transforms` of the `json` mask. */
const JSON_TRANSFORM = {
  path: required(documentPath('Where the values are: keys, list positions, and "*" for every member.')),
  masks: required(maskList('What is done to each of them.')),
  on_null: withDefault(oneOf('What happens to a null.', ['skip', 'error', 'mask']), 'skip'),
  on_missing: withDefault(oneOf('What happens when the path leads nowhere.', ['error', 'skip']), 'error'),
  force_consistency: withDefault(boolean('Equal originals of this path get equal values.'), false),
  hash_sources: optional(documentHashSources('Values of the document that fix the draws of each match.')),
  advance_hash: withDefault(
    boolean('Each match has draws of its own, even where the hash values are the same.'),
    false,
  ),
};

export type JsonTransformParams = RecordOf<typeof JSON_TRANSFORM>;

export const JSON_PARAMETERS = {
  transforms: required(recordList('The values to mask, in order.', JSON_TRANSFORM, 'path')),
  fallback_masks: optional(maskList('Applied to the whole value where it is not JSON.')),
};

export type JsonParams = ParamsOf<typeof JSON_PARAMETERS>;
