import { boolean, maskList, required, text, withDefault } from '../parameters.js';
import { defineMask } from '../mask-definition.js';
import { textInput } from '../text-input.js';

export const concat = defineMask({
  name: 'concat',
  family: 'combine',
  role: 'combination',
  summary: 'Applies each mask to the incoming value and joins the results to one text.',
  accepts: 'all',
  gives: 'text',
  parameters: {
    masks: required(maskList('The parts; a part of several masks is a `chain`.')),
    glue: withDefault(text('Text between the parts.'), ''),
    skip_null: withDefault(boolean('Leave NULL parts out together with their glue (extension).'), false),
  },
  example:
    'type: concat\nglue: "-"\nmasks:\n  - {type: take_substring, end_index: 2}\n  - {type: from_fixed, value: 9}',
  choices: [
    'NULL gives empty text and keeps its glue, unless skip_null is set (extension); where all parts are NULL the result is NULL.',
    'Parts become text as by a cast to string.',
    'Identical masks side by side have draws of their own.',
  ],
  compile({ masks, glue, skip_null: skipNull }, context) {
    const parts = masks.map((node) => context.child(node));
    const textOf = textInput(context);
    return (value) => {
      let result: string | null = null;
      let nulls = 0;
      for (const part of parts) {
        const piece = textOf(part(value));
        nulls += piece === null ? 1 : 0;
        if (piece !== null || !skipNull) {
          result = result === null ? (piece ?? '') : result + glue + (piece ?? '');
        }
      }
      return nulls === parts.length ? null : result;
    };
  },
});
