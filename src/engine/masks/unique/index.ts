import { fpe } from './fpe.js';
import { fromUnique } from './from-unique.js';
import { fromUniqueImitate } from './from-unique-imitate.js';
import { imitateNzIrd } from './imitate-nz-ird.js';
import { imitateUnique } from './imitate-unique.js';
import { imitateUuid } from './imitate-uuid.js';
import { ipAddress } from './ip-address.js';

export const UNIQUE_MASKS = [
  imitateUnique,
  imitateUuid,
  imitateNzIrd,
  ipAddress,
  fromUnique,
  fromUniqueImitate,
  fpe,
];
