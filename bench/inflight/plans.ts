/** Rules of the measured plans, as YAML. */
export const PLANS = {
  one: '[{hash_sources: [{source: from_request}], masks: [{type: imitate}]}]',
  three:
    '[{hash_sources: [{source: from_request}], masks: [{type: imitate}, {type: transform_case, transform: uppercase}, {type: take_substring, start_index: 0, end_index: 12}]}]',
  threeRandom:
    '[{hash_sources: [{source: from_request}], masks: [{type: concat, glue: " ", masks: [{type: from_choices, choices: [Ada, Grace, Alan, Edsger]}, {type: from_random_text, min: 5, max: 9}, {type: imitate}]}]}]',
} as const;
