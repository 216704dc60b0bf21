import { CONTACT_KEYWORDS } from './contact.js';
import { HEALTH_KEYWORDS } from './health.js';
import { IDENTITY_KEYWORDS } from './identity.js';
import type { KeywordList } from './keyword-list.js';
import { ONLINE_KEYWORDS } from './online.js';
import { PAYMENT_KEYWORDS } from './payment.js';
import { PERSON_KEYWORDS } from './person.js';
import { TRAIT_KEYWORDS } from './trait.js';

/** Of two lists with the same name in them, the earlier one counts. */
export const KEYWORD_LISTS: readonly KeywordList[] = [
  ...PERSON_KEYWORDS,
  ...CONTACT_KEYWORDS,
  ...IDENTITY_KEYWORDS,
  ...ONLINE_KEYWORDS,
  ...PAYMENT_KEYWORDS,
  ...HEALTH_KEYWORDS,
  ...TRAIT_KEYWORDS,
];
