import type { Faker } from '@faker-js/faker';
import { repair } from '../../src/engine/checksums/checksum.js';
import { CHECKSUMS_BY_NAME } from '../../src/engine/checksums/index.js';

/** A kind of column: what it is called, by language, and what its values are. */
export interface Concept {
  /** Null: harmless. */
  readonly label: string | null;
  readonly kind: 'text' | 'integer' | 'decimal' | 'date' | 'datetime' | 'boolean';
  /** Language → names, with blanks between their words. `any`: the same everywhere. */
  readonly names: Readonly<Record<string, readonly string[]>>;
  /** Absent: values of this kind tell nothing, so only names are measured. */
  readonly value?: (faker: Faker, place: number) => string;
}

/** The day on which the corpora stand still. */
export const TODAY = Date.UTC(2026, 10, 28);
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Numbers of a form with right check characters; `#` is a digit, `A` a letter. */
export function checked(scheme: string, form: string): (faker: Faker) => string {
  const checksum = CHECKSUMS_BY_NAME.get(scheme)!;
  return (faker) => {
    for (let tries = 0; tries < 1000; tries++) {
      const body = form.replace(/[#A]/g, (sign) =>
        sign === '#' ? String(faker.number.int(9)) : LETTERS.charAt(faker.number.int(LETTERS.length - 1)),
      );
      const right = repair(checksum, body);
      if (right !== null) {
        return right;
      }
    }
    throw new Error(`No number of ${scheme} has the form ${form}.`);
  };
}

/** `2024-05-06` */
export const day = (date: Date): string => date.toISOString().slice(0, 10);
