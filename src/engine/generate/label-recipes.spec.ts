import { SENSITIVE_LABELS } from '../detect/labels.js';
import { chooseRecipe, knowsLabel } from './label-recipes.js';

const TEXT = {
  ...{ kind: 'text' as const, maxLength: null, numericPrecision: null, numericScale: null },
  ...{ nullable: true, locality: 'US' },
} as const;

const maskOf = (...labels: readonly string[]): string | undefined =>
  chooseRecipe(labels, TEXT)?.masks[0]?.type;

test.each(['first_name', 'FirstName', 'first-name', 'First name', 'customer_first_name'])(
  '%s is a first name',
  (label) => {
    expect(chooseRecipe([label], TEXT)?.masks).toEqual([
      { type: 'from_file', seed_file: 'first_names_mixed.csv', seed_column: 'first_name' },
    ]);
  },
);

test('the most telling label counts, and one without a mask for the type makes way for the next', () => {
  expect(maskOf('email', 'first_name')).toBe('email');
  expect(maskOf('latitude', 'email')).toBe('imitate');
  expect(chooseRecipe(['age', 'email'], TEXT)?.masks[0]?.type).toBe('email');
});

test('an unknown label gets what fits the type', () => {
  expect(knowsLabel('shoe_size')).toBe(false);
  expect(maskOf('shoe_size')).toBe('imitate');
  expect(chooseRecipe([], { ...TEXT, kind: 'other', nullable: false })).toBeNull();
});

test('every label that detectors know has a mask', () => {
  expect(SENSITIVE_LABELS.map(({ name }) => name).filter((name) => !knowsLabel(name))).toEqual([]);
});

test.each([
  ['in_pan', 'imitate'],
  ['card_number', 'credit_card'],
  ['middle_name', 'from_file'],
  ['free_text', 'from_random_text'],
  ['secret_key', 'from_random_text'],
  ['diagnosis', 'from_random_text'],
  ['iban', 'replace_substring'],
])('%s is masked by %s', (label, mask) => {
  expect(maskOf(label)).toBe(mask);
});
