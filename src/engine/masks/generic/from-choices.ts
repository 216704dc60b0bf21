import { defineMask } from '../mask-definition.js';
import { optional, required } from '../parameters.js';
import { choiceList, weightList } from '../choice-parameters.js';
import { cumulative, pickByWeight } from '../weights.js';

export const fromChoices = defineMask({
  name: 'from_choices',
  family: 'generic',
  role: 'source',
  summary: 'Draws one of a few constants, evenly or by weight.',
  accepts: 'all',
  gives: 'the choice’s kind',
  traits: { ignoresValue: true },
  parameters: {
    choices: required(
      choiceList('`A`, `A: 3`, `{value: A, weight: 3}`; a weight is a number above 0 or "25%".'),
    ),
    weights: optional(weightList('One weight for each choice, instead of weights at the choices.')),
  },
  example: 'type: from_choices\nchoices:\n  - {value: basic, weight: 8}\n  - {value: plus, weight: 2}',
  choices: [
    'Weights count relative to their sum, whatever it is; a choice without one among others that have some counts 1, with a warning.',
    'A choice keeps the kind it is written in: 7 is a number, "7" is text, null is NULL.',
  ],
  check({ choices, weights }, report) {
    const weighted = choices.filter((choice) => choice.weight !== null).length;
    if (weights !== null && weighted > 0) {
      report.error('conflicting_keys', 'Give weights at the choices or in "weights", not both.', 'weights');
    } else if (weights !== null && weights.length !== choices.length) {
      const message = `There are ${choices.length} choices but ${weights.length} weights.`;
      report.error('bad_value', message, 'weights');
    } else if (weighted > 0 && weighted < choices.length) {
      report.warning('partly_weighted', 'Choices without a weight count 1.', 'choices');
    }
  },
  randomness: (params) => ({ domain: params }),
  compile({ choices, weights }) {
    const values = choices.map((choice) => choice.value);
    const ownWeights = weights ?? choices.map((choice) => choice.weight);
    if (ownWeights.every((weight) => weight === null)) {
      return (_, draws) => values[draws.below(values.length)]!;
    }
    const steps = cumulative(ownWeights);
    return (_, draws) => values[pickByWeight(steps, draws)]!;
  },
});
