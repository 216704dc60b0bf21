import { IMITATE_TEXT } from './imitation.js';
import type { WrittenMask } from './generation-input.js';
import type { ColumnClass } from './column-class.js';
import type { Recipe, RecipeColumn } from './recipe.js';

/** First and last day, which is never drawn, of dates that nothing else is known about. */
export const ANY_DAY = { min: '2000-01-01', max: '2026-01-01' };

const PRIVATE_ADDRESS = '10.1{[0-9],2}.1{[0-9],2}.1{[0-9],2}';
const LOCAL_HARDWARE = `02${':{[0-9a-f],2}'.repeat(5)}`;

const BY_CLASS: Readonly<Record<ColumnClass, (column: RecipeColumn) => readonly WrittenMask[] | null>> = {
  text: () => IMITATE_TEXT,
  integer: () => [{ type: 'imitate' }],
  decimal: () => [{ type: 'imitate' }],
  boolean: () => [{ type: 'from_random_boolean' }],
  date: () => [{ type: 'from_random_date', ...ANY_DAY }],
  datetime: () => [{ type: 'from_random_datetime', ...ANY_DAY }],
  time: () => [{ type: 'imitate' }],
  bytes: () => [{ type: 'from_fixed', value: '' }],
  // A fixed text would become a JSON text.
  json: () => [{ type: 'from_choices', choices: [{ value: {} }] }],
  xml: () => [{ type: 'from_fixed', value: '<removed/>' }],
  uuid: () => [{ type: 'imitate' }],
  network: () => [{ type: 'from_format_string', format: PRIVATE_ADDRESS }],
  mac: () => [{ type: 'from_format_string', format: LOCAL_HARDWARE }],
  other: ({ nullable }) => (nullable ? [{ type: 'from_fixed', value: null }] : null),
};

/** Where nothing is known but the type; null: no value of such a type can be made up. */
export function recipeOfType(column: RecipeColumn): Recipe | null {
  const masks = BY_CLASS[column.kind](column);
  return masks === null ? null : { masks, follows: 'person' };
}

/** Addresses of the private network, and of hardware that somebody named himself. */
export const NETWORK_FORMATS = { address: PRIVATE_ADDRESS, hardware: LOCAL_HARDWARE };
