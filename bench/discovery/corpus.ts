import { createHash } from 'node:crypto';
import { allFakers } from '@faker-js/faker';
import type { Faker } from '@faker-js/faker';
import { TODAY } from './concept.js';
import type { Concept } from './concept.js';
import { HARMLESS } from './harmless-concepts.js';
import { IDENTIFYING } from './identifying-concepts.js';
import { PERSONAL } from './personal-concepts.js';

/** One column whose truth is known. */
export interface LabelledColumn {
  readonly name: string;
  readonly table: string;
  readonly kind: Concept['kind'];
  readonly label: string | null;
  /** Null: its values tell nothing. */
  readonly values: readonly string[] | null;
  /** The half that is tuned by, or the one that is reported. */
  readonly half: 'tune' | 'test';
}

const ROWS = 1_000;
const LANGUAGES: Readonly<Record<string, Faker>> = {
  en: allFakers.en_US,
  de: allFakers.de,
  fr: allFakers.fr,
  es: allFakers.es,
  it: allFakers.it,
  nl: allFakers.nl,
  pt: allFakers.pt_BR,
};
/** Five domains; some of their tables are called so that they say nothing. */
const TABLES = ['crm_accounts', 'hr_records', 'clinic_visits', 'bank_ledger', 'shop_orders', 't_0815'];
const STYLES: readonly ((words: readonly string[]) => string)[] = [
  (words) => words.join('_'),
  (words) => words.map((word, place) => (place === 0 ? word : capital(word))).join(''),
  (words) => words.join('_').toUpperCase(),
  (words) => `${words.map(capital).join('')}2`,
];

/** The same columns whenever it is called. */
export function labelledColumns(): readonly LabelledColumn[] {
  return [...PERSONAL, ...IDENTIFYING, ...HARMLESS].flatMap((concept, number) =>
    Object.keys(LANGUAGES).flatMap((language, place) => {
      const faker = LANGUAGES[language]!;
      const names = concept.names[language] ?? (place < 3 ? (concept.names.any ?? []) : []);
      return names.flatMap((name, index) =>
        [0, 1].map((style) =>
          columnOf(concept, faker, { name, seed: number * 1000 + place * 100 + index * 10 + style }),
        ),
      );
    }),
  );
}

function columnOf(
  concept: Concept,
  faker: Faker,
  { name, seed }: { readonly name: string; readonly seed: number },
): LabelledColumn {
  faker.seed(seed);
  faker.setDefaultRefDate(TODAY);
  const spelled = STYLES[seed % STYLES.length]!(name.split(' '));
  const table = TABLES[seed % TABLES.length]!;
  const { value, kind, label } = concept;
  const values = value === undefined ? null : Array.from({ length: ROWS }, (_, place) => value(faker, place));
  const hash = createHash('sha256').update(`${table}.${spelled}.${seed}`).digest();
  return { name: spelled, table, kind, label, values, half: (hash[0] ?? 0) % 2 === 0 ? 'tune' : 'test' };
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
