import { auAbn } from './au-abn.js';
import { auMedicare } from './au-medicare.js';
import { auTfn } from './au-tfn.js';
import { brazilianCnpj } from './brazilian-cnpj.js';
import { brazilianCpf } from './brazilian-cpf.js';
import { caSin } from './ca-sin.js';
import { damm } from './damm.js';
import { ean13 } from './ean13.js';
import { esDni } from './es-dni.js';
import { frNir } from './fr-nir.js';
import { isbn10 } from './isbn10.js';
import { isbn13 } from './isbn13.js';
import { itCf } from './it-cf.js';
import { luhn } from './luhn.js';
import { mod11 } from './mod11.js';
import { mod97Iban } from './mod97-iban.js';
import { nhs } from './nhs.js';
import { nlBsn } from './nl-bsn.js';
import { nzIrd } from './nz-ird.js';
import { nzNhi } from './nz-nhi.js';
import { plPesel } from './pl-pesel.js';
import { routingAba } from './routing-aba.js';
import { sePersonnummer } from './se-personnummer.js';
import { upcA } from './upc-a.js';
import { usDea } from './us-dea.js';
import { usNpi } from './us-npi.js';
import { verhoeff } from './verhoeff.js';
import { vin } from './vin.js';
import { zaId } from './za-id.js';
import type { Checksum } from './checksum.js';

/** Every scheme this version has. */
export const CHECKSUMS: readonly Checksum[] = [
  luhn,
  mod11,
  mod97Iban,
  verhoeff,
  damm,
  ean13,
  isbn13,
  upcA,
  isbn10,
  nhs,
  nzIrd,
  nzNhi,
  auTfn,
  auAbn,
  auMedicare,
  brazilianCpf,
  brazilianCnpj,
  routingAba,
  vin,
  usNpi,
  usDea,
  esDni,
  frNir,
  itCf,
  nlBsn,
  plPesel,
  sePersonnummer,
  caSin,
  zaId,
];

export const CHECKSUMS_BY_NAME: ReadonlyMap<string, Checksum> = new Map(
  CHECKSUMS.map((checksum) => [checksum.name, checksum]),
);
