import { CHECKSUMS } from '../checksums/index.js';
import { repair } from '../checksums/checksum.js';
import { ColumnDetector } from './column-detector.js';
import type { ColumnMatch, LookedAtColumn } from './column-detector.js';
import { compileColumnRules } from './column-rules.js';
import type { ColumnWishes } from './column-rules.js';
import { DetectionWords } from './values/detection-words.js';

const NOW = Date.UTC(2026, 10, 1);
const WORDS = new DetectionWords({
  firstNames: ['Ann', 'Ben', 'Carla', 'Dieter', 'Eva', 'Grace'],
  lastNames: ['Lopez', 'Nguyen', 'Fischer', 'Rossi', 'Brown', 'Green', 'White'],
  cities: ['Paris', 'Bath', 'Turin', 'Lima', 'Denver'],
  occupations: ['Accountant', 'Nurse', 'Plumber', 'Teacher'],
});

function detector(wishes: Partial<ColumnWishes> = {}): ColumnDetector {
  const { rules, problems } = compileColumnRules({ values: { force: true }, ...wishes });
  expect(problems).toEqual([]);
  return new ColumnDetector(rules, WORDS, NOW);
}

function column(name: string, facts: Partial<LookedAtColumn> = {}): LookedAtColumn {
  return { name, kind: 'text', table: '', siblings: [], ...facts };
}

/** Matches as a discovery makes them. */
function found(
  rules: ColumnDetector,
  looked: LookedAtColumn,
  values: readonly (string | null)[],
): readonly ColumnMatch[] {
  const byName = rules.byName(looked);
  return rules.needsValues(looked, byName) ? rules.byValues(looked, byName, values) : byName;
}

function labelOf(
  name: string,
  values: readonly string[],
  facts: Partial<LookedAtColumn> = {},
): string | null {
  return found(detector(), column(name, facts), values).find(({ by }) => by === 'values')?.label ?? null;
}

function checked(scheme: string, bodies: readonly string[]): readonly string[] {
  const checksum = CHECKSUMS.find(({ name }) => name === scheme)!;
  return bodies.map((body) => repair(checksum, body)!);
}

const SEVERAL = ['13572468', '24681357', '98765432', '11223344', '55667788'];

describe('values tell', () => {
  it.each([
    ['email', ['a.b@example.com', 'c@d.co.nz', 'n/a']],
    ['phone_number', ['(415) 555-0132', '212.555.0187']],
    ['phone_number', ['+49 30 901820', '+64 9 300 0000']],
    ['phone_number', ['020 7946 0958', '0161 496 0000']],
    ['phone_number', ['(11) 98765-4321', '21 3456-7890']],
    ['phone_number', ['912 345 678', '600 12 34 56']],
    ['phone_number', ['348 1234567', '06 4428 6891']],
    ['card_number', ['4111 1111 1111 1111', '2223003122003222', '6011000990139424']],
    ['card_number', ['4000000000000000006']],
    ['iban', ['DE89 3704 0044 0532 0130 00', 'GB82WEST12345698765432']],
    ['us_ssn', ['123-45-6789', '219-09-9999']],
    ['us_itin', ['912-70-1234', '900-94-1234']],
    ['uk_nino', ['AB123456C', 'JG 10 37 59 A']],
    ['in_pan', ['ABCPE1234F', 'AAAPL1234C']],
    ['ip_address', ['10.0.0.1', '2001:db8::1']],
    ['mac_address', ['00:1B:44:11:3A:B7', '00-1b-44-11-3a-b8']],
    ['url', ['https://example.com/a', 'www.example.org']],
    ['coordinates', ['48.8566, 2.3522', '-33.8688,151.2093']],
    ['icd10_code', ['E11.9', 'I10', 'J45.909', 'Z00.00']],
    ['blood_type', ['A+', 'O-', 'AB+', 'B+']],
    ['secret_key', ['ghp_0123456789abcdef0123456789abcdef0123']],
    ['secret_key', ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTYifQ.abcdef']],
    ['password', ['$2b$12$abcdefghijklmnopqrstuuu5lqA8xXQ0ZkqVQ0ZkqVQ0ZkqVQ0Z12']],
    ['full_name', ['Ann Lopez', 'Dr. Ben Carter', 'Rossi, Carla', 'Eva Maria Fischer']],
    ['first_name', ['Ann', 'Ben', 'Carla', 'Xaver']],
    ['last_name', ['Lopez', 'Nguyen', 'Rossi', 'Zzyzx']],
    ['first_name', ['Käthe', 'Jürgen', 'Małgorzata', 'Émilie', 'João', 'Sjoerd']],
    ['last_name', ['Müller', 'Kowalczyk', 'García', 'Lefèvre', 'Gonçalves', 'van der Berg']],
    ['full_name', ['Herr Jürgen Schäfer', 'Giulia Mancini', 'Renée Dubois']],
    ['street_address', ['Carretera Agustín, 54', 'Ronda Norte s/n', 'Estrada Velha 7']],
    ['city', ['Paris', 'Bath', 'Turin', 'Lima']],
    ['street_address', ['12 High Street', 'Hauptstraße 5', '7 rue de la Paix', 'Via Roma 3']],
    ['postcode', ['SW1A 1AA', 'M1 1AE', 'EC1A 1BB']],
    [
      'free_text',
      [
        'Please call Ann Lopez today, thanks.',
        'Sent to ann@example.com as she wished.',
        'All good in the end so far',
      ],
    ],
    // The same sentence in every row tells as much.
    ['free_text', Array.from({ length: 30 }, () => 'Sent to ann@example.com as she wished.')],
    ['gender', ['male', 'female', 'male']],
    ['company_name', ['Acme Ltd', 'Foo GmbH', 'Bar & Sons Inc.']],
  ] as const)('%s', (label, values) => {
    expect(labelOf('x1', values)).toBe(label);
  });

  it.each([
    ['it_codice_fiscale', ['RSSMRA85T10A562S']],
    ['es_dni', checked('es_dni', ['12345678A', '87654321A'])],
    ['br_cpf', checked('brazilian_cpf', ['12345678900', '98765432100'])],
    ['br_cnpj', checked('brazilian_cnpj', ['11222333000100', '99888777000100'])],
    ['uk_nhs', checked('nhs', ['9434765910', '4010232130', '6541003210', '7312345670'])],
    ['in_aadhaar', checked('verhoeff', ['234567890120', '345678901230', '456789012340'])],
    [
      'ca_sin',
      checked(
        'ca_sin',
        SEVERAL.map((body) => `${body}0`),
      ),
    ],
    ['nz_nhi', checked('nz_nhi', ['ZAC5361', 'ZBN7780'])],
  ])('%s by its check digit', (label, values) => {
    expect(labelOf('x1', values)).toBe(label);
  });

  it('birth_date by plausibility', () => {
    const births = ['1941-02-03', '1959-12-30', '1978-05-06', '1990-07-08', '2004-01-02'];
    expect(labelOf('d', births, { kind: 'date' })).toBe('birth_date');
    expect(labelOf('hire_date', births, { kind: 'date' })).toBeNull();
    expect(
      labelOf(
        'd',
        births.map((day) => day.replace(/^..../, '2019')),
        { kind: 'date' },
      ),
    ).toBeNull();
  });

  it('person_id by a UUID beside a person', () => {
    const uuids = ['6f1c8f0e-2f4e-4b57-9d57-0d2f6f7f1a11'];
    expect(labelOf('user_ref', uuids, { kind: 'other' })).toBe('person_id');
    expect(labelOf('batch', uuids, { kind: 'other' })).toBeNull();
  });
});

describe('many values tell where each alone does not', () => {
  const many = (known: readonly string[], unknown: string): readonly string[] =>
    Array.from(
      { length: 60 },
      (_, n) => known[n] ?? `${unknown}${'abcdefghij'.charAt(n % 10)}${'klmnop'.charAt(n / 10)}`,
    );
  const surnames =
    'Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Koch Bauer Richter'.split(
      ' ',
    );

  it('last_name by a dozen known names among unknown ones that are written alike', () => {
    expect(labelOf('c1', many(surnames, 'Zympf'))).toBe('last_name');
    expect(labelOf('c1', many(surnames.slice(0, 9), 'Zympf'))).toBeNull();
    expect(labelOf('c1', many(surnames, 'zympf-'))).toBeNull();
  });

  it('phone_number by the numbers that can be nothing else, whatever the form of the others', () => {
    const forms = ['06 4428 6891', '4490515813', '308 202 631', '058 123 4567', '58 99 14 43'];
    expect(labelOf('c1', forms)).toBe('phone_number');
    expect(labelOf('c1', forms.slice(1, 3))).toBeNull();
    expect(labelOf('order_no', forms)).toBeNull();
  });
});

describe('values do not tell', () => {
  it.each([
    ['epoch milliseconds', ['1700000000000', '1712345678901', '1699999999999', '1701234567890']],
    ['Git SHAs', ['9fceb02d0ae598e95dc970b74767f19372d61af8', '1f7ec5eb4a1d3ffb1b4a0a3a9b4a0f1d2c3b4a5f']],
    ['order numbers, of which one passes Luhn', ['4111111111111112', '4111111111111111', '4111111111111113']],
    ['version strings', ['1.2.3', '10.4.1', '2.0.0-rc1']],
    ['ports', ['8080', '443', '5432']],
    ['fractions', ['0.4111111111111111', '0.12345678']],
    ['SKU', ['AB-1234-X', 'A10', 'B22', 'C31']],
    ['colours that are surnames', ['Brown', 'Green', 'White', 'Black']],
    ['statuses', ['active', 'closed', 'pending']],
    ['amounts in groups', ['1 234 567', '9 876 543', '12 345 678']],
    ['car models', ['Ford Focus', 'Audi Q7', 'BMW X5']],
    ['days', ['2024-01-02', '2024-02-03']],
  ])('%s', (_, values) => {
    expect(labelOf('x1', values)).toBeNull();
  });

  it('version numbers of four parts in a column called so', () => {
    expect(labelOf('app_version', ['10.0.1.2', '10.0.1.3'])).toBeNull();
  });
});

describe('rules of users', () => {
  const codes = [
    'K-1',
    'K-2',
    'x',
    'x',
    'x',
    'x',
    'x',
    'x',
    'x',
    'x',
    'x',
    'x',
    'x',
    'x',
    'x',
    'x',
    'x',
    'x',
    'x',
    'x',
  ];

  it('custom rules count from 10 % of the values on', () => {
    const rules = detector({ values: { customRules: [{ name: 'Key card', pattern: 'K-\\d' }] } });
    expect(found(rules, column('c'), codes)).toEqual([
      {
        label: 'key_card',
        description: 'Key card',
        categories: ['Custom'],
        by: 'values',
        hitRatio: 10,
        score: 0.1,
      },
    ]);
    expect(found(rules, column('c'), [...codes, 'x'])).toEqual([]);
    expect(found(rules, column('c'), [...codes, null, null])).toHaveLength(1);
  });

  it('non-sensitive rules count when every value matches, and then before all others', () => {
    const rules = detector({ values: { nonSensitiveRules: [{ name: null, pattern: 'test@.*' }] } });
    const [match, ...others] = found(rules, column('email'), ['test@example.com', null, 'test@b.org']);
    expect(match).toMatchObject({
      label: null,
      categories: ['Custom Non-Sensitive'],
      by: 'values',
      hitRatio: 100,
    });
    expect(others).toEqual([]);
    expect(found(rules, column('email'), ['test@example.com', 'a@b.org'])[0]?.label).toBe('email');
    expect(found(rules, column('email'), [null])[0]?.label).toBe('email');
  });

  it('ignore rules pass over values', () => {
    const rules = detector({
      values: { ignoreRules: [{ name: null, pattern: 'x' }], customRules: [{ name: 'K', pattern: '^K' }] },
    });
    expect(found(rules, column('c'), codes)[0]?.hitRatio).toBe(100);
  });

  it('values are looked at after a match of the name only with force', () => {
    const gentle = detector({ values: {} });
    const emails = ['a@example.com'];
    expect(found(gentle, column('email'), emails).map(({ by }) => by)).toEqual(['name']);
    expect(found(detector(), column('email'), emails).map(({ by }) => by)).toEqual(['values', 'name']);
    expect(found(gentle, column('c'), emails).map(({ by }) => by)).toEqual(['values']);
  });

  it('ignored keywords win over everything', () => {
    const rules = detector({ ignoredKeywords: ['mail'], customKeywords: ['email'] });
    expect(found(rules, column('E_Mail'), ['a@example.com'])).toEqual([]);
  });

  it('custom keywords match parts of names, whatever the case and the separators', () => {
    const rules = detector({ customKeywords: ['emp no', '^cc_\\d+$'] });
    expect(rules.byName(column('EmpNo2'))[0]).toMatchObject({
      categories: ['Custom'],
      description: 'emp no',
    });
    expect(rules.byName(column('CC_12'))[0]?.description).toBe('^cc_\\d+$');
    expect(rules.byName(column('acc_12'))).toEqual([]);
  });

  it('built-in keywords can be switched off', () => {
    expect(detector({ keywordLists: null }).byName(column('email'))).toEqual([]);
  });

  it('patterns that cannot be used are refused with their place', () => {
    const { problems } = compileColumnRules({
      customKeywords: ['ok', 'a(?=b)'],
      values: { customRules: [{ name: null, pattern: '(a' }] },
    });
    expect(problems.map(({ path }) => path)).toEqual(['customKeywords.1', 'values.customRules.0']);
    expect(problems[0]?.message).toMatch(/look-ahead.*character/);
  });

  it('a catastrophic pattern takes linear time', () => {
    const rules = detector({ values: { customRules: [{ name: null, pattern: '(a+)+$' }] } });
    const start = performance.now();
    found(rules, column('c'), [`${'a'.repeat(4000)}b`]);
    expect(performance.now() - start).toBeLessThan(30_000);
  });
});

it('a name that does not suit the type of its column does not count', () => {
  const rules = detector();
  expect(rules.byName(column('phone', { kind: 'boolean' }))).toEqual([]);
  expect(rules.byName(column('email', { kind: 'datetime' }))).toEqual([]);
  expect(rules.byName(column('dob', { kind: 'date' }))[0]?.label).toBe('birth_date');
});
