import { fitted, seed, textRecipe } from './recipe.js';
import { IMITATE_TEXT, imitateCode } from './imitation.js';
import type { Recipe, RecipeColumn } from './recipe.js';
import type { WrittenMask } from './generation-input.js';

const FIRST_NAME = seed('first_names_mixed.csv', 'first_name');
const LAST_NAME = seed('last_names.csv', 'last_name');

export const firstName = textRecipe(15, () => [FIRST_NAME]);
export const femaleName = textRecipe(15, () => [seed('first_names_female.csv', 'first_name')]);
export const maleName = textRecipe(15, () => [seed('first_names_male.csv', 'first_name')]);
export const lastName = textRecipe(18, () => [LAST_NAME]);
export const fullName = textRecipe(34, () => [{ type: 'concat', glue: ' ', masks: [FIRST_NAME, LAST_NAME] }]);
export const initials = textRecipe(2, () => [{ type: 'from_format_string', format: '{[A-Z],2}' }]);
export const occupation = textRecipe(31, () => [seed('occupations.csv', 'occupation')]);

/** The companies of the installation's region, where there is a list of them. */
export const company = textRecipe(60, ({ locality }) => [
  seed(
    ['AU', 'NZ'].includes(locality) ? `companies_${locality.toLowerCase()}.csv` : 'companies.csv',
    'company',
  ),
]);

/** The longest reserved domain and the @ before it. */
const MAIL_DOMAIN = 12;
const MAIL_NAME = { least: 6, usual: 16 };

/** The same address for the same person everywhere, as long as the column has room for addresses that differ. */
export function email(column: RecipeColumn): Recipe | null {
  const room = column.maxLength === null ? MAIL_NAME.usual : column.maxLength - MAIL_DOMAIN;
  if (column.kind !== 'text' || room < MAIL_NAME.least) {
    return imitateCode(column);
  }
  const masks: readonly WrittenMask[] = [{ type: 'email', length: Math.min(room, MAIL_NAME.usual) }];
  return { masks, follows: 'self', foldsCase: true };
}

/** Letters that the column has, so that programs which read it still understand it. */
export function gender({ kind, maxLength }: RecipeColumn): Recipe | null {
  if (kind !== 'text') {
    return null;
  }
  const letters: WrittenMask = { type: 'from_choices', choices: ['F', 'M'] };
  const words: WrittenMask = { type: 'from_choices', choices: ['Female', 'Male'] };
  if (maxLength !== null && maxLength < 6) {
    return { masks: fitted([letters], 1, { maxLength }), follows: 'person' };
  }
  return { masks: [letters], follows: 'person', where: { matches: '[A-Za-z]$', otherwise: [words] } };
}

export const bloodType = textRecipe(3, () => [
  { type: 'from_choices', choices: ['0+', 'A+', 'B+', 'AB+', '0-', 'A-', 'B-', 'AB-'] },
]);

const SENTENCE = { least: 20, most: 60 };

/** What people write freely may hold anything about anybody: nothing of it stays. */
export const freeText = textRecipe(0, ({ maxLength }) => {
  const max = Math.min(maxLength ?? SENTENCE.most, SENTENCE.most);
  return [{ type: 'from_random_text', min: Math.min(SENTENCE.least, max), max, case: 'lower' }];
});

/** Keys that open something are worth nothing when half of them stays. */
export const secret = textRecipe(0, ({ maxLength }) => {
  const max = Math.min(maxLength ?? 32, 32);
  return [{ type: 'from_random_text', min: max, max }];
});

export const maritalStatus = textRecipe(8, () => [
  { type: 'from_choices', choices: ['Single', 'Married', 'Divorced', 'Widowed'] },
]);

/** Words of a small list that nobody but the owner of the column knows: made unreadable. */
export const category = textRecipe(0, () => IMITATE_TEXT);
