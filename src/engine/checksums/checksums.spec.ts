import { CHECKSUMS, CHECKSUMS_BY_NAME } from './index.js';
import { isValid, repair } from './checksum.js';
import type { Checksum } from './checksum.js';

/** Numbers from the schemes' own documents, from well-known examples and from test sets of authorities. */
const PUBLISHED: Readonly<Record<string, readonly string[]>> = {
  luhn: ['79927398713', '4111 1111 1111 1111', '378282246310005', '490154203237518'],
  mod11: ['9434578423', '0365327'],
  mod97_iban: ['GB82WEST12345698765432', 'DE89 3704 0044 0532 0130 00', 'FR1420041010050500013M02606'],
  verhoeff: ['2363', '123451', '1428570'],
  damm: ['5724', '112946'],
  ean13: ['4006381333931', '5901234123457'],
  isbn13: ['978-0-306-40615-7', '9783161484100'],
  upc_a: ['036000291452', '012345678905'],
  isbn10: ['0-306-40615-2', '0-8044-2957-X', '080442957x'],
  nhs: ['943 476 5919', '4010232137'],
  nz_ird: ['49-091-850', '35-901-981', '49-098-576', '136-410-132'],
  nz_nhi: ['ZZZ0016', 'ZZZ0024', 'ZZZ00AC', 'ZBN77VL'],
  au_tfn: ['123 456 782', '876543210'],
  au_abn: ['51 824 753 556', '53 004 085 616'],
  au_medicare: ['2123 45670 1', '2428778132'],
  brazilian_cpf: ['529.982.247-25', '11144477735', '39053344705'],
  brazilian_cnpj: ['11.222.333/0001-81', '11444777000161', '12.ABC.345/01DE-35'],
  routing_aba: ['111000025', '021000021', '011401533'],
  vin: ['1M8GDM9AXKP042788', '11111111111111111', '5GZCZ43D13S812715'],
  us_npi: ['1234567893', '1245319599'],
  us_dea: ['AB1234563', 'F91234563'],
  es_dni: ['12345678Z', '54362315-K', 'X-1234567-L', 'X2482300W'],
  fr_nir: ['2 95 10 99 126 111 93', '253072B07300470', '255081416802538'],
  it_cf: ['RSSMRA85T10A562S', 'RCCMNL83S18D969H', 'MRTMTT91D08F205J'],
  nl_bsn: ['111222333', '123456782', '1112.22.333'],
  pl_pesel: ['44051401359', '02070803628'],
  se_personnummer: ['811228-9874', '670919-9530', '19811228-9874', '121212+1212'],
  ca_sin: ['046 454 286', '046454286'],
  za_id: ['8001015009087', '800101 5009 087'],
};

const NOT_ACCEPTED: readonly (readonly [string, string])[] = [
  ['luhn', '79927398710'],
  ['luhn', '7'],
  ['luhn', '799２73987１3'],
  ['mod97_iban', 'GB81WEST12345698765432'],
  ['isbn13', '4006381333931'],
  ['nz_ird', '136-410-133'],
  ['nz_ird', '9125568'],
  ['nz_nhi', 'ZZZ0044'],
  ['nz_nhi', 'ZZI0016'],
  ['au_medicare', '1123456701'],
  ['brazilian_cpf', '111.111.111-11'],
  ['brazilian_cnpj', '00000000000000'],
  ['routing_aba', '000000001'],
  ['vin', 'IM8GDM9AXKP042788'],
  ['us_npi', '0234567893'],
  ['ca_sin', '800000002'],
  ['za_id', '8013015009087'],
  ['pl_pesel', '44053401359'],
];

it('names each scheme of the language once and tries each', () => {
  expect(CHECKSUMS).toHaveLength(29);
  expect([...CHECKSUMS_BY_NAME.keys()].sort()).toEqual(Object.keys(PUBLISHED).sort());
});

describe.each(Object.entries(PUBLISHED))('%s', (name, numbers) => {
  const checksum = CHECKSUMS_BY_NAME.get(name)!;

  it.each(numbers)('finds %s valid and leaves it as it is', (number) => {
    expect(isValid(checksum, number)).toBe(true);
    expect(repair(checksum, number)).toBe(number);
  });

  it('brings a changed check character back', () => {
    for (const number of numbers) {
      const changed = withOtherCheck(checksum, number);
      expect(isValid(checksum, changed)).toBe(false);
      expect(repair(checksum, changed)).toBe(number.toUpperCase());
    }
  });

  it('gives every body check characters that stay', () => {
    for (let i = 0; i < 2000; i++) {
      const body = variant(numbers[0]!, i);
      const repaired = repair(checksum, body);
      expect(repaired).toHaveLength(body.length);
      expect(repair(checksum, repaired!)).toBe(repaired);
    }
  });

  it.each(['', 'x', '12', 'é'.repeat(9), '1'.repeat(300), '\u0000', '😀1234567890'])('refuses %j', (text) => {
    const isNumber = /^[0-9]+$/.test(text) && checksum.form.test(text) && text.length < 256;
    expect(repair(checksum, text) === null).toBe(!isNumber);
  });
});

it.each(NOT_ACCEPTED)('%s does not accept %s', (name, number) => {
  expect(isValid(CHECKSUMS_BY_NAME.get(name)!, number)).toBe(false);
});

it('keeps the case of letters that stay', () => {
  expect(repair(CHECKSUMS_BY_NAME.get('mod97_iban')!, 'gb00 west 1234 5698 7654 32')).toBe(
    'gb82 west 1234 5698 7654 32',
  );
});

it('moves the last free digit on where a body has no check digit', () => {
  // 9434765 with 8 as its last digit would need 10.
  const nhs = CHECKSUMS_BY_NAME.get('nhs')!;
  const without = Array.from({ length: 10 }, (_, digit) => `94347659${digit}0`).find(
    (body) => nhs.compute(body) === null,
  )!;
  const repaired = repair(nhs, without)!;
  expect(repaired.slice(0, 8)).toBe(without.slice(0, 8));
  expect(Number(repaired[8])).toBe((Number(without[8]) + 1) % 10);
  expect(isValid(nhs, repaired)).toBe(true);
});

/** Where a scheme's check characters stand. */
function withOtherCheck({ name }: Checksum, number: string): string {
  const places: Readonly<Record<string, number>> = { mod97_iban: 2, au_abn: 0, vin: 8 };
  const own = name === 'au_medicare' ? medicarePlace(number) : (places[name] ?? number.length - 1);
  const character = number.charAt(own);
  const other = /[0-9]/.test(character)
    ? String(character === '9' ? 1 : Number(character) + 1)
    : character === 'C'
      ? 'D'
      : 'C';
  return `${number.slice(0, own)}${other}${number.slice(own + 1)}`.toUpperCase();
}

function medicarePlace(number: string): number {
  return number.includes(' ') ? 9 : 8;
}

/** Another number of the same form. */
function variant(number: string, turn: number): string {
  let state = turn * 7919 + 1;
  return number.replace(/[0-9]/g, () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return String((state >> 8) % 10);
  });
}
