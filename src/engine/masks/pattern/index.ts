import { brazilianCpf } from './brazilian-cpf.js';
import { creditCard } from './credit-card.js';
import { hash } from './hash.js';
import { partial } from './partial.js';
import { setChecksum } from './set-checksum.js';
import { socialSecurityNumber } from './social-security-number.js';

export const PATTERN_MASKS = [creditCard, brazilianCpf, socialSecurityNumber, setChecksum, partial, hash];
