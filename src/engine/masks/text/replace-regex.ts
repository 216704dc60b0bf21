import { boolean, maskList, required, withDefault } from '../parameters.js';
import { defineMask, TEXT_KINDS } from '../mask-definition.js';
import { fitLength } from '../fit-length.js';
import { MatchMasks } from '../match-masks.js';
import { searchPattern } from '../search-parameters.js';
import { textInput } from '../text-input.js';

export const replaceRegex = defineMask({
  name: 'replace_regex',
  family: 'text',
  role: 'combination',
  summary: 'Masks every match of a pattern and keeps the rest of the text.',
  accepts: TEXT_KINDS,
  gives: 'text',
  parameters: {
    regex: required(searchPattern('The pattern.')),
    masks: required(maskList('What is done to each match.')),
    preserve_length: withDefault(boolean('Cut or repeat what comes out to the length of the match.'), false),
    force_consistency: withDefault(
      boolean(
        'Equal matches get equal values: the draws depend on the match, not on its number (extension).',
      ),
      false,
    ),
  },
  example: 'type: replace_regex\nregex: "[0-9]+"\nmasks: [{type: imitate}]',
  choices: [
    'The whole match is replaced, whatever groups the pattern has; matches of no character are passed over.',
    'The n-th match has the n-th draws of the row, so that equal matches may differ.',
    'Patterns run in linear time. Look-behind (fixed width; negative: one character) stands at the very start, look-ahead (up to 1000 characters; negative: a plain sequence) at the very end.',
    'NULL from the masks counts as empty text; with preserve_length empty text is an error.',
  ],
  compile({ regex, masks, preserve_length: preserveLength, force_consistency: isConsistent }, context) {
    const read = textInput(context);
    const rules = { hasIdentity: false, isConsistent, advances: true };
    const children = new MatchMasks(masks, rules, context);
    return (value) => {
      const text = read(value);
      if (text === null) {
        return null;
      }
      let result = '';
      let copied = 0;
      let step = 0;
      regex.search.each(text, (start, end) => {
        const part = text.slice(start, end);
        const masked = read(children.apply(part, step++, null)) ?? '';
        result += text.slice(copied, start) + (preserveLength ? fitLength(masked, part, context) : masked);
        copied = end;
      });
      return step === 0 ? value : result + text.slice(copied);
    };
  },
});
