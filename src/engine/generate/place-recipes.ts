import { imitateCode } from './imitation.js';
import { seed, textRecipe } from './recipe.js';
import type { Recipe, RecipeColumn, RecipeMaker } from './recipe.js';

/** Localities with addresses of their own; the others get those of the United States. */
const ADDRESS_FILES: ReadonlyMap<string, string> = new Map([
  ['AU', 'addresses_au.csv'],
  ['BR', 'addresses_br.csv'],
  ['GB', 'addresses_uk.csv'],
  ['IN', 'addresses_in.csv'],
  ['NZ', 'addresses_nz.csv'],
  ['UK', 'addresses_uk.csv'],
]);

function addresses(locality: string): string {
  return ADDRESS_FILES.get(locality) ?? 'addresses_us.csv';
}

/** Columns of one address file come from one line of it as long as they follow one identity. */
const part = (name: string, longest: number): RecipeMaker =>
  textRecipe(longest, ({ locality }) => [seed(addresses(locality), name)]);

export const street = part('street_address', 38);
export const suburb = part('suburb', 19);
export const city = part('city', 21);
export const state = part('state', 18);

/** Numbers in front of letters would not go into a column of numbers. */
export const postcode: RecipeMaker = (column) => part('postcode', 9)(column) ?? imitateCode(column);

export const fullAddress = textRecipe(89, ({ locality }) => {
  const parts = ['street_address', 'city', 'state', 'postcode'].map((name) =>
    seed(addresses(locality), name),
  );
  return [{ type: 'concat', glue: ', ', masks: parts }];
});

/** Two or three letters where there is no room for more. */
export const country: RecipeMaker = (column) => {
  const { maxLength } = column;
  const name = maxLength === null || maxLength > 3 ? 'name' : maxLength === 3 ? 'alpha_3' : 'alpha_2';
  return textRecipe(name === 'name' ? 44 : 2, () => [seed('country_codes.csv', name)])(column);
};

/** Text may be `41.2`, and the mask gives no more digits than the column takes. */
function coordinate(limit: number): RecipeMaker {
  return (column): Recipe | null => {
    const bound = boundOf(column, limit);
    if (column.kind !== 'decimal' || bound < 1) {
      return imitateCode(column);
    }
    const places = Math.max(0, Math.min(column.numericScale ?? 6, 6));
    const masks = [{ type: 'from_random_number', min: -bound, max: bound, decimal_places: places }];
    return { masks, follows: 'person' };
  };
}

function boundOf({ numericPrecision, numericScale }: RecipeColumn, limit: number): number {
  return numericPrecision === null || numericScale === null
    ? limit
    : Math.min(limit, 10 ** Math.max(0, numericPrecision - numericScale) - 1);
}

export const latitude = coordinate(90);
export const longitude = coordinate(180);
