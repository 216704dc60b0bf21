import { createHash } from 'node:crypto';
import { allFakers } from '@faker-js/faker';
import type { Faker } from '@faker-js/faker';
import { checked, day, TODAY } from './concept.js';
import { SENTENCE_FORMS } from './sentence-forms.js';

/** A part of a sentence whose kind is known. */
export interface LabelledSpan {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
}

/** One sentence whose truth is known. */
export interface LabelledSentence {
  readonly text: string;
  readonly spans: readonly LabelledSpan[];
  /** The half that is tuned by, or the one that is reported. */
  readonly half: 'tune' | 'test';
}

const EACH = 10;
const FAKERS: Readonly<Record<string, readonly Faker[]>> = {
  en: [allFakers.en_US, allFakers.en_GB, allFakers.en_AU],
  de: [allFakers.de],
  fr: [allFakers.fr],
  es: [allFakers.es],
};

const card = checked('luhn', '4###############');

/** What stands for `{KIND}` in a sentence; kinds in small letters are harmless. */
const FILLERS: Readonly<Record<string, (faker: Faker) => string>> = {
  FULL_NAME: (f) => `${f.person.firstName()} ${f.person.lastName()}`,
  EMAIL: (f) => f.internet.email(),
  PHONE: (f) => f.phone.number({ style: f.helpers.arrayElement(['national', 'international', 'human']) }),
  CREDIT_CARD: (f) => {
    const digits = card(f);
    return f.helpers.arrayElement([
      digits,
      digits.replace(/(\d{4})(?=\d)/g, '$1 '),
      digits.replace(/(\d{4})(?=\d)/g, '$1-'),
    ]);
  },
  IBAN: (f) => f.finance.iban({ formatted: f.datatype.boolean() }),
  SSN: (f) =>
    `${f.number.int({ min: 101, max: 665 })}-${f.number.int({ min: 10, max: 99 })}-${f.number.int({ min: 1000, max: 9999 })}`,
  DATE: (f) => {
    const date = f.date.birthdate();
    const [year, month, dayOfMonth] = day(date).split('-');
    const name = date.toLocaleString('en', { month: 'long', timeZone: 'UTC' });
    return f.helpers.arrayElement([
      day(date),
      `${dayOfMonth}/${month}/${year}`,
      `${dayOfMonth}.${month}.${year}`,
      `${Number(dayOfMonth)} ${name} ${year}`,
    ]);
  },
  IP_ADDRESS: (f) => f.helpers.arrayElement([f.internet.ipv4(), f.internet.ipv6()]),
  MAC_ADDRESS: (f) => f.internet.mac(),
  URL: (f) => f.internet.url({ appendSlash: false }),
  UUID: (f) => f.string.uuid(),
  ADDRESS: (f) =>
    `${f.number.int({ min: 1, max: 999 })} ${f.person.lastName()} ${f.helpers.arrayElement(['Street', 'Road', 'Ave', 'Lane', 'Drive', 'Court'])}`,
  order: (f) => `${f.string.alpha({ length: 2, casing: 'upper' })}-${f.string.numeric(6)}`,
  epoch: (f) => String(f.date.recent().getTime()),
  sha: (f) => f.git.commitSha(),
  version: (f) => f.system.semver(),
  product: (f) => f.commerce.productName(),
  amount: (f) => f.commerce.price(),
  count: (f) => String(f.number.int(999)),
  month: (f) => f.date.month(),
};

/** The same sentences whenever it is called. */
export function labelledSentences(): readonly LabelledSentence[] {
  return Object.entries(SENTENCE_FORMS).flatMap(([language, forms], place) =>
    forms.flatMap((form, number) =>
      Array.from({ length: EACH }, (_, index) => {
        const fakers = FAKERS[language]!;
        const faker = fakers[index % fakers.length]!;
        faker.seed(place * 100_000 + number * 100 + index);
        faker.setDefaultRefDate(TODAY);
        return filled(form, faker);
      }),
    ),
  );
}

function filled(form: string, faker: Faker): LabelledSentence {
  const spans: LabelledSpan[] = [];
  let text = '';
  for (const [part, kind] of form.matchAll(/\{(\w+)\}|[^{]+/g)) {
    if (kind === undefined) {
      text += part;
      continue;
    }
    const value = FILLERS[kind]!(faker);
    if (kind === kind.toUpperCase()) {
      spans.push({ kind, start: text.length, end: text.length + value.length });
    }
    text += value;
  }
  const hash = createHash('sha256').update(text).digest();
  return { text, spans, half: (hash[0] ?? 0) % 2 === 0 ? 'tune' : 'test' };
}
