import { IMITATE_TEXT, imitateCode, wherever } from './imitation.js';
import { NETWORK_FORMATS } from './type-recipes.js';
import type { Recipe, RecipeColumn, RecipeMaker } from './recipe.js';
import type { WrittenMask } from './generation-input.js';

/** Digits with single separators between them. */
const digits = (least: number, most = least): string => `(?:[0-9][ .-]?){${least - 1},${most - 1}}[0-9]`;

const IMITATE: WrittenMask = { type: 'imitate' };

/** Numbers with check digits: drawn anew, and made right again. */
function checked(scheme: string, pattern: string, masks: readonly WrittenMask[] = [IMITATE]): RecipeMaker {
  return wherever(pattern, [...masks, { type: 'set_checksum', checksum_type: scheme }]);
}

/** The first characters stay: they say which country or kind the number is of. */
function keeping(characters: number): readonly WrittenMask[] {
  return [{ type: 'replace_substring', start_index: characters, masks: [IMITATE] }];
}

export const paymentCard = wherever(digits(12, 19), [{ type: 'credit_card' }]);
export const socialSecurityNumber = wherever('(?:[0-9]{9}|[0-9]{3}-[0-9]{2}-[0-9]{4})', [
  { type: 'social_security_number' },
]);
export const iban = checked('mod97_iban', '[A-Z]{2}[0-9]{2}(?: ?[0-9A-Z]){11,30}', keeping(2));
export const britishHealthNumber = checked('nhs', digits(10));
export const canadianInsurance = checked('ca_sin', digits(9));
export const australianTaxFile = checked('au_tfn', digits(9));
export const australianBusiness = checked('au_abn', digits(11));
export const australianMedicare = checked('au_medicare', digits(10));
export const newZealandTax = checked('nz_ird', digits(8, 9));
export const newZealandHealth = checked('nz_nhi', '[A-HJ-NP-Z]{3}[0-9]{4}');
export const brazilianPerson = wherever(digits(11), [{ type: 'brazilian_cpf' }]);
export const brazilianCompany = checked(
  'brazilian_cnpj',
  '[0-9]{2}\\.?[0-9]{3}\\.?[0-9]{3}[/]?[0-9]{4}-?[0-9]{2}',
);
export const spanishIdentity = checked('es_dni', '[0-9]{8}-?[A-Z]');
export const frenchSecurity = checked('fr_nir', '[12](?: ?[0-9]){14}', keeping(1));
export const dutchCitizen = checked('nl_bsn', digits(9));
export const polishIdentity = checked('pl_pesel', digits(11));
export const indianIdentity = checked('verhoeff', digits(12));
export const southAfricanIdentity = checked('za_id', digits(13));
export const vehicle = checked('vin', '[A-HJ-NPR-Z0-9]{17}');
export const provider = checked('us_npi', '[12][0-9]{9}', keeping(1));
export const prescriber = checked('us_dea', '[A-Z][A-Z9][0-9]{7}', keeping(2));
export const bankRouting = checked('routing_aba', '[0-9]{9}');

/** Numbers and codes of any kind, in whatever country. */
export const anyCode: RecipeMaker = imitateCode;

/** `0525`, `05/25` and `05/2025` in text, days in columns of dates. */
export const cardExpiry: RecipeMaker = ({ kind }) => {
  switch (kind) {
    case 'date':
      return {
        masks: [{ type: 'from_random_date', min: '2027-01-01', max: '2032-01-01' }],
        follows: 'person',
      };
    case 'text': {
      const masks = [{ type: 'from_format_string', format: '0{[1-9],1}/{[23],1}{[0-9],1}' }];
      return { masks, follows: 'person', where: { matches: '[01][0-9]/[0-9]{2}$', otherwise: IMITATE_TEXT } };
    }
    default:
      return null;
  }
};

/** Amounts keep their size, so that sums and averages stay credible. */
export function amount(column: RecipeColumn): Recipe | null {
  return column.kind === 'integer' || column.kind === 'decimal'
    ? { masks: [{ type: 'noise', ratio: 0.25 }], follows: 'person' }
    : imitateCode(column);
}

/** Results and measures stay near what they were; in text they are read by people, who get other digits. */
export function measurement(column: RecipeColumn): Recipe | null {
  return column.kind === 'text' ? null : amount(column);
}

export function age({ kind }: RecipeColumn): Recipe | null {
  return kind === 'integer' || kind === 'decimal'
    ? { masks: [{ type: 'from_random_number', min: 18, max: 90 }], follows: 'person' }
    : null;
}

/** Addresses of the private network, whatever version the old one was of. */
export function networkAddress({ kind, maxLength }: RecipeColumn): Recipe | null {
  const fits = kind === 'network' || (kind === 'text' && (maxLength === null || maxLength >= 15));
  return fits
    ? { masks: [{ type: 'from_format_string', format: NETWORK_FORMATS.address }], follows: 'self' }
    : null;
}

export function hardwareAddress(column: RecipeColumn): Recipe | null {
  return column.kind === 'mac'
    ? { masks: [{ type: 'from_format_string', format: NETWORK_FORMATS.hardware }], follows: 'self' }
    : imitateCode(column);
}

/** Where a browser was sent may name people in its path. */
export function webAddress({ kind, maxLength }: RecipeColumn): Recipe | null {
  const fits = kind === 'text' && (maxLength === null || maxLength >= 30);
  const masks = [{ type: 'from_format_string', format: 'https://example.com/{[a-z0-9],10}' }];
  return fits ? { masks, follows: 'self' } : null;
}
