import { postgresAdapter } from '../../src/adapters/databases/postgres/postgres-adapter.js';
import { databaseContract } from './contract/database.contract.js';
import { joinsContract } from './contract/joins.contract.js';
import { schemaCatalogContract } from './contract/schema-catalog.contract.js';
import { wholeTableContract } from './contract/whole-table.contract.js';
import type { PostgresTarget } from './support/postgres-target.js';
import { createPostgresTarget } from './support/postgres-target.js';

const SERIES = 'FROM generate_series(1, 60) n';

describe('PostgreSQL adapter', () => {
  let target: PostgresTarget;

  beforeAll(async () => {
    target = await createPostgresTarget();
    await target.sql(`CREATE EXTENSION IF NOT EXISTS citext;
      CREATE SCHEMA elsewhere; CREATE EXTENSION hstore SCHEMA elsewhere;
      CREATE TYPE size AS ENUM ('small', 'medium', 'large');
      CREATE TYPE pair AS (a int, b text);
      CREATE DOMAIN code AS varchar(12) CHECK (value <> '');
      CREATE COLLATION elsewhere.backwards (provider = icu, locale = 'sv-u-kf-upper', deterministic = false)`);
  });

  afterAll(async () => {
    await target.drop();
  });

  joinsContract({ adapter: postgresAdapter, target: () => target });

  schemaCatalogContract({ adapter: postgresAdapter, target: () => target });

  wholeTableContract({ adapter: postgresAdapter, target: () => target });

  databaseContract({
    adapter: postgresAdapter,
    target: () => target,
    quote: (name) => `"${name.replaceAll('"', '""')}"`,
    hostileNames: [
      'quo"te',
      '""',
      'a.b',
      'semi;colon; drop table x',
      'line\nbreak',
      'tab\t',
      'emoji 🦊',
      'Größe',
      'select',
      'user',
      "apo'strophe",
      'back\\slash',
      '$1',
      '-- comment',
      '/*',
      ' blank ',
      'x'.repeat(63),
      'ü'.repeat(31),
    ],
    keys: [
      { types: ['int'], values: [`SELECT n * 3 - 90 ${SERIES}`] },
      { types: ['bigint'], values: [`SELECT 9007199254740991 + n * 7 ${SERIES}`] },
      { types: ['smallint'], values: [`SELECT n ${SERIES}`] },
      { types: ['numeric'], values: [`SELECT n / 7.0 ${SERIES}`, `SELECT 'NaN'`] },
      {
        types: ['double precision'],
        values: [`SELECT n / 7.0 ${SERIES}`, `VALUES ('NaN'::float8), ('-Infinity')`],
      },
      { types: ['real'], values: [`SELECT sqrt(n) ${SERIES}`] },
      { types: ['boolean'], values: ['VALUES (true), (false)'] },
      { types: ['uuid'], values: [`SELECT md5(n::text)::uuid ${SERIES}`] },
      { types: ['text'], values: [`SELECT chr(64 + n) || 'é"\\,{}' || n ${SERIES}`, `VALUES ('')`] },
      { types: ['text COLLATE "C"'], values: [`SELECT chr(64 + n) ${SERIES}`] },
      { types: ['text COLLATE elsewhere.backwards'], values: [`SELECT chr(96 + n) || n ${SERIES}`] },
      { types: ['char(6)'], values: [`SELECT 'k' || n ${SERIES}`] },
      { types: ['varchar(20)'], values: [`SELECT E'NULL\\n' || n ${SERIES}`] },
      { types: ['citext'], values: [`SELECT CASE n % 2 WHEN 0 THEN 'a' ELSE 'B' END || n ${SERIES}`] },
      { types: ['elsewhere.hstore'], values: [`SELECT elsewhere.hstore('k' || n, 'v') ${SERIES}`] },
      { types: ['name'], values: [`SELECT 'N' || n ${SERIES}`] },
      { types: ['bytea'], values: [`SELECT decode(md5(n::text), 'hex') ${SERIES}`] },
      { types: ['date'], values: [`SELECT date '2020-01-01' + n ${SERIES}`, `VALUES ('infinity'::date)`] },
      {
        types: ['timestamptz'],
        values: [`SELECT now() + n * interval '1 microsecond' ${SERIES}`, `SELECT 'infinity'`],
      },
      { types: ['timestamp'], values: [`SELECT timestamp '0044-03-15 BC' + n * interval '1 us' ${SERIES}`] },
      { types: ['time'], values: [`SELECT time '01:00' + n * interval '1 second' ${SERIES}`] },
      { types: ['interval'], values: [`SELECT n * interval '1 day 3 hours' ${SERIES}`] },
      { types: ['inet'], values: [`SELECT inet '10.0.0.0' + n ${SERIES}`] },
      { types: ['size'], values: [`VALUES ('small'::size), ('medium'), ('large')`] },
      { types: ['code'], values: [`SELECT 'c' || n ${SERIES}`] },
      { types: ['pair'], values: [`SELECT (n % 7, n || ',"')::pair ${SERIES}`] },
      { types: ['int[]'], values: [`SELECT ARRAY[n % 5, n] ${SERIES}`] },
      { types: ['int4range'], values: [`SELECT int4range(n, n + 3) ${SERIES}`] },
      { types: ['jsonb'], values: [`SELECT to_jsonb(n) ${SERIES}`, `SELECT 'null'::jsonb`] },
      { types: ['bit varying'], values: [`SELECT n::bit(8)::bit varying ${SERIES}`] },
      { types: ['int', 'text'], values: [`SELECT n % 4, 'b' || n ${SERIES}`] },
      {
        types: ['date', 'uuid', 'bigint'],
        values: [`SELECT date '2020-01-01' + n % 3, md5((n % 5)::text)::uuid, n ${SERIES}`],
      },
      {
        types: ['citext', 'int'],
        values: [`SELECT CASE n % 2 WHEN 0 THEN 'a' ELSE 'B' END || n % 6, n ${SERIES}`],
      },
      {
        types: ['elsewhere.hstore', 'int'],
        values: [`SELECT elsewhere.hstore('k', (n % 5)::text), n ${SERIES}`],
      },
    ],
  });
});
