/**
 * Writes the built-in seed files, `seeds/*.csv`, from the name lists of @faker-js/faker and the facts in
 * `scripts/seed-data`. The same input always gives the same bytes: the chance is our own and starts from a fixed number.
 *
 *   node scripts/make-seeds.mjs [target folder]
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allLocales } from '@faker-js/faker';
import { addresses } from './seed-data/addresses.mjs';
import { cardNumbers, cardPrefixes } from './seed-data/cards.mjs';
import { chance } from './seed-data/chance.mjs';

const { en } = allLocales;
const NAME_LOCALES = ['en', 'en_AU', 'en_IN', 'en_ZA', 'en_NG', 'en_GH'];
/** Domains that RFC 2606 keeps free for examples: no mail sent to them ever reaches anyone. */
const EMAIL_SUFFIXES = [
  '@example.com',
  '@example.org',
  '@example.net',
  '@mail.test',
  '@office.test',
  '@home.test',
];

const byText = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
const distinct = (texts) => [...new Set(texts.map((text) => text.trim()))].filter(Boolean).sort(byText);
const lines = (name) =>
  readFileSync(new URL(`seed-data/${name}`, import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean);
/** Names of one word: with a blank inside, a mail address made of the name would not be one. */
const names = (listOf) =>
  distinct(NAME_LOCALES.flatMap((locale) => listOf(allLocales[locale].person) ?? [])).filter(
    (name) => !/\s/.test(name),
  );
const firstNames = (sex) => names((person) => person.first_name[sex]);

const male = firstNames('male');
const female = firstNames('female');
const lastNames = names((person) => person.last_name?.generic);
const regionalLastNames = (locale) => distinct(allLocales[locale].person.last_name.generic);

/** Invented names: family names with a legal form. */
function companies(draw, owners, forms, count) {
  const found = new Set();
  while (found.size < count) {
    const [one, two, three] = [draw.pick(owners), draw.pick(owners), draw.pick(owners)];
    const stem = draw.pick([one, one, `${one} & ${two}`, `${one}-${two}`, `${one}, ${two} and ${three}`]);
    const trade = draw.pick(['', '', ` ${draw.pick(TRADES)}`]);
    found.add(`${stem}${trade} ${draw.pick(forms)}`);
  }
  return [...found].sort(byText);
}

const TRADES =
  'Bakery,Building,Capital,Catering,Consulting,Design,Electrical,Energy,Engineering,Foods,Freight,Health,Holdings,Insurance,Labs,Legal,Logistics,Media,Motors,Partners,Plumbing,Printing,Properties,Retail,Services,Software,Supplies,Systems,Textiles,Travel,Trading,Wines'.split(
    ',',
  );

function emails(draw, count) {
  const found = new Set();
  const plain = (text) =>
    text
      .normalize('NFD')
      .replace(/[^A-Za-z]/g, '')
      .toLowerCase();
  while (found.size < count) {
    const given = plain(draw.pick(draw.pick([male, female])));
    found.add(`${given}.${plain(draw.pick(lastNames))}${draw.pick(EMAIL_SUFFIXES)}`);
  }
  return [...found].sort(byText);
}

const oneColumn = (header, values) => [[header], ...values.map((value) => [value])];
const draw = (label) => chance(`vizard seeds/${label}`);

function people() {
  return {
    'first_names_male.csv': oneColumn('first_name', male),
    'first_names_female.csv': oneColumn('first_name', female),
    'first_names_mixed.csv': oneColumn('first_name', distinct([...male, ...female])),
    'last_names.csv': oneColumn('last_name', lastNames),
    'occupations.csv': oneColumn('occupation', distinct(lines('occupations.txt'))),
    'emails.csv': oneColumn('email', emails(draw('emails'), 2000)),
    'email_suffixes.csv': oneColumn('email_suffix', EMAIL_SUFFIXES),
  };
}

function businesses() {
  const regional = regionalLastNames('en_AU');
  const file = (label, owners, forms, count) =>
    oneColumn('company', companies(draw(label), owners, forms, count));
  const au = ['Pty Ltd', 'Pty Ltd', 'Australia Pty Ltd', 'Group Ltd'];
  const nz = ['Limited', 'Limited', 'NZ Limited', 'New Zealand Limited', 'Holdings Limited'];
  return {
    'companies.csv': file('companies', lastNames, ['Inc', 'LLC', 'Ltd', 'Group', 'PLC', 'Corp'], 3000),
    'companies_au.csv': file('companies au', regional, au, 1500),
    'companies_nz.csv': file('companies nz', regional, nz, 1500),
  };
}

/** Streets are named after people of the country. */
function places() {
  const named = (first, last) => ({ first: distinct(first), last: distinct(last) });
  const english = named(en.person.first_name.generic, en.person.last_name.generic);
  const { en_IN: india, pt_BR: brazil } = allLocales;
  const indian = named(india.person.first_name.male, india.person.last_name.generic);
  const { female: women, male: men } = brazil.person.first_name;
  const brazilian = named([...women, ...men], brazil.person.last_name.generic);
  const file = (country, material, count) =>
    addresses(draw(`addresses ${country}`), country, lines(`places-${country}.txt`), { ...material, count });
  return {
    'addresses_us.csv': file('us', { ...english, neighbourhoods: lines('neighbourhoods.txt') }, 5000),
    'addresses_uk.csv': file('uk', english, 4000),
    'addresses_au.csv': file('au', english, 4000),
    'addresses_nz.csv': file('nz', english, 3000),
    'addresses_in.csv': file('in', indian, 3000),
    'addresses_br.csv': file('br', brazilian, 3000),
  };
}

function codes() {
  const byFirst = (rows) => rows.sort((a, b) => byText(a[0], b[0]));
  const countries = lines('countries.txt').map((line) => line.split('|'));
  const currencies = en.finance.currency;
  return {
    'country_codes.csv': [
      ['name', 'alpha_2', 'alpha_3'],
      ...byFirst(countries.map(([alpha2, alpha3, name]) => [name, alpha2, alpha3])),
    ],
    'currencies.csv': [
      ['code', 'name', 'numeric_code'],
      ...byFirst(currencies.map(({ code, name, numericCode }) => [code, name.trim(), numericCode])),
    ],
    'card_prefixes.csv': [['prefix', 'brand', 'length'], ...cardPrefixes],
    'card_numbers.csv': [['card_number', 'brand'], ...cardNumbers(draw('cards'), 1000)],
  };
}

/** RFC 4180 with plain line feeds. */
function csvText(rows) {
  const cell = (text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return rows.map((row) => `${row.map(cell).join(',')}\n`).join('');
}

const target = process.argv[2] ?? new URL('../seeds', import.meta.url).pathname;
mkdirSync(target, { recursive: true });
for (const [name, rows] of Object.entries({ ...people(), ...businesses(), ...places(), ...codes() })) {
  writeFileSync(join(target, name), csvText(rows));
}
