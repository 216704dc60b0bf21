import { IMITATE_TEXT } from './imitation.js';
import { ANY_DAY } from './type-recipes.js';
import type { Recipe, RecipeColumn, RecipeMaker } from './recipe.js';
import type { WrittenMask } from './generation-input.js';

/** Days of birth that are surely past, so that there is an age to keep. */
const PAST_BIRTH = '(?:19[0-9]{2}|20[01][0-9]|202[0-5])-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])';
const ADULT = { min: '1940-01-01', max: '2006-01-01' };

/** A date of another form in text keeps it, and digits that may be no date. */
const ISO_DAY = '[0-9]{4}-[0-9]{2}-[0-9]{2}$';

/** Somebody of the same age; whoever is not born yet, or of no age that makes sense, gets a birthday of an adult. */
export function birthDate({ kind, maxLength }: RecipeColumn): Recipe | null {
  switch (kind) {
    case 'date':
    case 'datetime': {
      const otherwise = [drawn(kind, ADULT)];
      return {
        masks: [{ type: 'retain_age' }],
        follows: 'person',
        where: { matches: PAST_BIRTH, otherwise },
      };
    }
    case 'text':
      return maxLength === null || maxLength >= 10 ? textDay(ADULT) : null;
    case 'integer':
      return { masks: [{ type: 'from_random_number', min: 1940, max: 2005 }], follows: 'person' };
    default:
      return null;
  }
}

/** Any day of a plausible range. */
export const anyDate: RecipeMaker = ({ kind, maxLength }) => {
  switch (kind) {
    case 'date':
    case 'datetime':
      return { masks: [drawn(kind, ANY_DAY)], follows: 'person' };
    case 'text':
      return maxLength === null || maxLength >= 10 ? textDay(ANY_DAY) : null;
    default:
      return null;
  }
};

function textDay(range: typeof ADULT): Recipe {
  const where = { matches: ISO_DAY, otherwise: IMITATE_TEXT };
  return { masks: [drawn('date', range)], follows: 'person', where };
}

function drawn(kind: 'date' | 'datetime', range: typeof ADULT): WrittenMask {
  return { type: kind === 'date' ? 'from_random_date' : 'from_random_datetime', ...range };
}
