import { JSON_PARAMETERS } from './json-parameters.js';
import { defineMask } from '../mask-definition.js';
import { JsonDocumentMask } from './json-document.js';
import { kindOf } from '../../values/kinds.js';
import type { Value } from '../../values/value.js';

export const json = defineMask({
  name: 'json',
  family: 'document',
  role: 'combination',
  summary: 'Masks values inside a JSON document and keeps every other byte of it.',
  accepts: ['null', 'text', 'json'],
  gives: 'same',
  parameters: JSON_PARAMETERS,
  example:
    'type: json\ntransforms:\n  - path: [owner, email]\n    on_missing: skip\n    masks: [{type: imitate}]\nfallback_masks: [{type: imitate}]',
  choices: [
    'Of repeated keys every occurrence is masked; where a value is only looked up, the last counts. Under "*" a hash source beside the masked value is that of its own object, unless an earlier transform leads to the same place.',
    'A step of the wrong kind (a key into a list, a position into an object) leads nowhere.',
    'Without hash columns every match has draws of its own; with them all matches of a path share the row’s unless advance_hash is set.',
    'hash_sources start beside the masked value; json_path starts at the root, source: self is the value itself. They read the original document and continue the list of hash columns.',
    'Numbers are read exactly, those with an exponent as floats; a value that its masks leave alone keeps its writing.',
    'Values nested deeper than 10,000 make the text no JSON.',
  ],
  compile({ transforms, fallback_masks: fallbackMasks }, context) {
    const document = new JsonDocumentMask(transforms, context);
    const fallback = fallbackMasks === null ? null : context.children(fallbackMasks);
    return (value) => {
      if (value === null) {
        return null;
      }
      const text = documentText(value);
      if (text === null) {
        return context.fail('unsupported_kind', `${kindOf(value)} is no JSON document`);
      }
      const result = document.mask(text);
      if (result === null) {
        return fallback === null ? context.fail('bad_json', 'the value is not JSON') : fallback(value);
      }
      if (result === text) {
        return value;
      }
      return typeof value === 'string' ? result : { kind: 'json', text: result };
    };
  },
});

/** Null: the value is of a kind that holds no document. */
function documentText(value: Value): string | null {
  if (typeof value === 'string') {
    return value;
  }
  const isDocument = value !== null && typeof value === 'object' && 'kind' in value && value.kind === 'json';
  return isDocument ? value.text : null;
}
