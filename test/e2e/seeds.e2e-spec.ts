import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { parseCsv } from '../../src/rulesets/csv-text.js';
import { SeedFilesService } from '../../src/rulesets/seed-files.service.js';
import type { WireBody } from '../support/builders/connection.builder.js';
import { rulesetBody, VALID_RULESET } from '../support/builders/ruleset.builder.js';
import { installRoles, type RoleClients } from '../support/role-clients.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

const FOLDER = join(process.cwd(), 'seeds');
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.csv'));
const ADDRESSES = FILES.filter((name) => name.startsWith('addresses_'));

const textOf = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');
const recordsOf = (name: string): string[][] => parseCsv(textOf(name));

describe('the built-in seed files', () => {
  it('come out of the script again, byte for byte', async () => {
    const again = mkdtempSync(join(tmpdir(), 'vizard-seeds-'));
    try {
      await promisify(execFile)(process.execPath, ['scripts/make-seeds.mjs', again]);
      expect(readdirSync(again).sort()).toEqual([...FILES].sort());
      for (const name of FILES) {
        expect(readFileSync(join(again, name)).equals(readFileSync(join(FOLDER, name)))).toBe(true);
      }
    } finally {
      rmSync(again, { recursive: true });
    }
  });

  it.each(FILES)('%s has no empty cell, no stray blank and no row twice', (name) => {
    const rows = recordsOf(name);
    expect(rows.flat().filter((cell) => cell === '' || cell !== cell.trim())).toEqual([]);
    expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(rows.length);
  });

  it('name no domain in which anyone could receive mail', () => {
    const domains = FILES.flatMap((name) =>
      [...textOf(name).matchAll(/@([\w.-]+)/g)].map(([, domain]) => domain),
    );
    expect(domains.length).toBeGreaterThan(2_000);
    expect(domains.filter((domain) => !/^(example\.(com|org|net)|\w+\.test)$/.test(String(domain)))).toEqual(
      [],
    );
    expect(FILES.filter((name) => /https?:|www\./.test(textOf(name)))).toEqual([]);
  });

  it('are small enough to ship', () => {
    expect(FILES.reduce((bytes, name) => bytes + Buffer.byteLength(textOf(name)), 0)).toBeLessThan(3_000_000);
  });

  it.each(ADDRESSES)('%s has at least 3,000 rows whose postcode belongs to one city and state', (name) => {
    const [header, ...rows] = recordsOf(name);
    expect(header).toEqual(['street_address', 'suburb', 'city', 'state', 'postcode']);
    expect(rows.length).toBeGreaterThanOrEqual(3_000);
    const states = new Map<string, Set<string>>();
    for (const [, , city, state, postcode] of rows) {
      const outward = String(postcode).split(/[ -]/)[0]!;
      states.set(outward, (states.get(outward) ?? new Set()).add(`${String(city)}, ${String(state)}`));
    }
    expect([...states].filter(([, places]) => places.size > 1).map(([postcode]) => postcode)).toEqual([]);
  });

  it('have card numbers with a right check digit', () => {
    const isRight = (digits: string): boolean =>
      [...digits].reverse().reduce((sum, digit, place) => {
        const value = place % 2 === 1 ? Number(digit) * 2 : Number(digit);
        return sum + (value > 9 ? value - 9 : value);
      }, 0) %
        10 ===
      0;
    expect(
      recordsOf('card_numbers.csv')
        .slice(1)
        .filter(([digits]) => !isRight(String(digits))),
    ).toEqual([]);
  });

  it('know 249 countries', () => {
    const rows = recordsOf('country_codes.csv').slice(1);
    expect(rows).toHaveLength(249);
    expect(rows).toContainEqual(['New Zealand', 'NZ', 'NZL']);
  });
});

describe('seed files in the service', () => {
  let target: TestApp;
  let as: RoleClients;

  beforeAll(async () => {
    target = await createTestApp();
    as = await installRoles(target);
  });

  afterAll(async () => {
    await target.stop();
  });

  it('GET /api/seeds/ answers 401 to strangers and 403 to API tokens', async () => {
    await as.anonymous.get('/api/seeds/').expect(401);
    await as.builderByApiToken.get('/api/seeds/').expect(403);
  });

  it('GET /api/seeds/ lists every file with its dates and names (decision D23)', async () => {
    const { body } = await as.runner.get('/api/seeds/').expect(200);
    expect((body as WireBody[]).map((seed) => seed.name).sort()).toEqual([...FILES].sort());
    for (const seed of body as WireBody[]) {
      expect(seed).toMatchObject({
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
        filename: seed.name,
        created_date: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        modified_date: expect.any(String),
      });
    }
    expect(new Set((body as WireBody[]).map((seed) => seed.id)).size).toBe(FILES.length);
  });

  it('GET /api/seeds/{id}/ shows one', async () => {
    const { body } = await as.runner.get('/api/seeds/').expect(200);
    const [first] = body as WireBody[];
    expect((await as.runner.get(`/api/seeds/${String(first?.id)}/`).expect(200)).body).toEqual(first);
    await as.runner.get('/api/seeds/00000000-0000-4000-8000-000000000000/').expect(404);
  });

  it('loads tables by their own and by alias names, once', async () => {
    const seeds = target.app.get(SeedFilesService);
    const names = ['first_names_mixed.csv', 'DataMasque_firstNames_mixed.csv', 'first_names_mixed.csv'];
    const tables = await seeds.load(names);
    const [own, alias] = [tables.get(names[0]!), tables.get(names[1]!)];
    expect(tables.size).toBe(2);
    expect(alias?.columnNames[0]).toBe('firstname-mixed');
    expect(alias?.column('firstname-mixed')).toBe(own?.column('first_name'));
    expect(alias?.column('first_name')).toBe(own?.column('first_name'));
    expect(alias?.digest).toBe(own?.digest);
    expect((await seeds.load(['first_names_mixed.csv'])).get('first_names_mixed.csv')).toBe(own);
  });

  it.each(['no_such.csv', '../package.json', '__proto__', 'constructor', 'aliases.json', ''])(
    'refuses the name %j',
    async (name) => {
      await expect(target.app.get(SeedFilesService).load([name])).rejects.toThrow('There is no seed file');
      expect((await target.app.get(SeedFilesService).catalog()).columnNames(name)).toBeUndefined();
    },
  );

  it.each([
    ['DataMasque_firstNames_mixed.csv', 'firstname-mixed'],
    ['DataMasque_firstNames_male.csv', 'firstname-male'],
    ['DataMasque_firstNames_female.csv', 'firstname-female'],
    ['DataMasque_lastNames_v2.csv', 'lastnames'],
    ['DataMasque_lastNames.csv', 'lastnames'],
    ['DataMasque_fake_email_suffixes.csv', 'email-suff'],
    ['DataMasque_email_suffixes.csv', 'email-suff'],
    ['DataMasque_emails.csv', 'email'],
    ['DataMasque_US_addresses.csv', 'street_address'],
    ['DataMasque_AU_addresses_real.csv', 'suburb'],
    ['DataMasque_NZ_addresses_real.csv', 'city'],
    ['DataMasque_IN_addresses.csv', 'state'],
    ['DataMasque_BR_addresses.csv', 'postcode'],
    ['DataMasque_companies.csv', 'company'],
    ['DataMasque_AU_companies.csv', 'company'],
    ['DataMasque_NZ_companies.csv', 'company'],
    ['DataMasque_country_codes.csv', 'alpha_3'],
    ['DataMasque_occupations.csv', 'occupation'],
    ['DataMasque_credit_card_numbers.csv', 'card_number'],
    ['DataMasque_credit_card_prefixes.csv', 'prefix'],
  ])('knows the alias %s with the column %s', async (name, column) => {
    const seeds = target.app.get(SeedFilesService);
    expect((await seeds.catalog()).columnNames(name)).toContain(column);
    const table = (await seeds.load([name])).get(name);
    expect(table?.column(column)).toHaveLength(table?.rowCount ?? 0);
  });

  it.each([
    ['first_names_mixed.csv', 'first_name', 'valid'],
    ['DataMasque_firstNames_mixed.csv', 'firstname-mixed', 'valid'],
    ['DataMasque_firstNames_mixed.csv', 'lastname', 'invalid'],
    ['DataMasque_firstNames_mixd.csv', 'firstname-mixed', 'invalid'],
  ])('judges a ruleset that draws from %s, column %s, as %s', async (seed_file, seed_column, verdict) => {
    const config_yaml = VALID_RULESET.replace(
      /type: from_fixed\n.*\n/,
      `type: from_file\n            seed_file: ${seed_file}\n            seed_column: ${seed_column}\n`,
    );
    const { body } = await as.builder.post('/api/rulesets/', rulesetBody({ config_yaml })).expect(201);
    expect(body).toMatchObject({ validation_status: verdict });
  });
});
