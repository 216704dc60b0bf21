import { alsoNamed, oneOf, required, withDefault } from '../parameters.js';
import { ANY } from '../document/json-paths.js';
import { defineMask } from '../mask-definition.js';
import { documentPath } from '../document/document-parameters.js';

export const fromJsonPath = defineMask({
  name: 'from_json_path',
  family: 'generic',
  role: 'source',
  summary: 'Inside a `json` mask: the original value at another path of the same document.',
  accepts: 'all',
  gives: 'the kind found there',
  parameters: {
    path: alsoNamed(
      required(documentPath('Path from the root; "*" stands where the masked value’s own "*" stands.')),
      ['json_path'],
    ),
    on_missing: withDefault(
      oneOf('When nothing is there: fail, or keep the value.', ['error', 'skip']),
      'error',
    ),
  },
  example:
    'type: json\ntransforms:\n  - path: [ship_to, name]\n    on_missing: skip\n    masks: [{type: from_json_path, path: [bill_to, name], on_missing: skip}]\nfallback_masks: [{type: from_fixed, value: none}]',
  choices: [
    'The path is absolute and reads the document as it came; the k-th "*" stands where the k-th "*" of the masked value’s path stands.',
    'Outside a json mask it is an error of the ruleset.',
  ],
  compile({ path, on_missing: onMissing }, context) {
    const { document } = context;
    if (document === null) {
      context.error('not_supported_here', '"from_json_path" works inside a "json" mask only.');
      return (value) => value;
    }
    if (path.filter((step) => step === ANY).length > document.wildcards) {
      context.error('bad_value', 'This path has more "*" than the path of the masked value.');
    }
    document.announce(path);
    return (value) => {
      const found = document.valueAt(path);
      if (found !== undefined) {
        return found;
      }
      return onMissing === 'skip'
        ? value
        : context.fail(
            'path_missing',
            `the path ${JSON.stringify(path)} leads nowhere in this document; set "on_missing: skip" if that may be`,
          );
    };
  },
});
