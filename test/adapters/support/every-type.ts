/** A column of a PostgreSQL type with two texts that are easily damaged, as SQL literals. */
export interface TypeCase {
  readonly type: string;
  readonly values: readonly [string, string];
}

/** Run once in the database that gets the columns. */
export const EVERY_TYPE_SETUP = `
  CREATE EXTENSION IF NOT EXISTS citext;
  CREATE SCHEMA IF NOT EXISTS elsewhere;
  CREATE EXTENSION IF NOT EXISTS hstore SCHEMA elsewhere;
  CREATE EXTENSION IF NOT EXISTS ltree;
  CREATE TYPE "Mood ""x""" AS ENUM ('so, so', 'go"od', 'null', '{}');
  CREATE TYPE address AS (street text, number int, tags text[]);
  CREATE DOMAIN short_code AS varchar(8) CHECK (value ~ '^[a-z]');
  CREATE DOMAIN nested_code AS short_code NOT NULL;
  CREATE DOMAIN tag_list AS text[];
  CREATE DOMAIN address_book AS address;
  CREATE TYPE float_range AS RANGE (subtype = float8)`;

const plain: readonly TypeCase[] = [
  { type: 'smallint', values: ['-32768', '32767'] },
  { type: 'integer', values: ['-2147483648', '0'] },
  { type: 'bigint', values: ['-9223372036854775808', '9007199254740993'] },
  { type: 'numeric', values: ["'NaN'", '123456789012345678901234567890.12345678901234567890'] },
  { type: 'numeric(12,4)', values: ['1.5', '-99999999.9999'] },
  { type: 'numeric(5)', values: ['99999', "'-1'"] },
  { type: 'real', values: ["'-Infinity'", '3.4028235e38'] },
  { type: 'double precision', values: ["'NaN'", '0.1::float8 + 0.2::float8'] },
  { type: 'money', values: ["'12.34'", "'-1234567.89'"] },
  { type: 'boolean', values: ['true', 'false'] },
  { type: 'text', values: ["E'NULL\\n\\t\\\\\"{},'", "'  ß 🦊 é '"] },
  { type: 'varchar(20)', values: ["''", "'NULL'"] },
  { type: 'char(10)', values: ["'ab'", "'ab        '"] },
  { type: '"char"', values: ["'x'", "''"] },
  { type: 'name', values: ["'A name'", `'"q"'`] },
  { type: 'citext', values: ["'MiXeD'", "'ÄÖ'"] },
  { type: 'bytea', values: ["'\\x00ff5c22'", "''"] },
  { type: 'bit(5)', values: ["B'10110'", "B'00000'"] },
  { type: 'bit varying(9)', values: ["B'101'", "B''"] },
  {
    type: 'uuid',
    values: ["'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'", "'00000000-0000-0000-0000-000000000000'"],
  },
  { type: 'inet', values: ["'10.0.0.1/8'", "'::1'"] },
  { type: 'cidr', values: ["'10.0.0.0/8'", "'2001:db8::/32'"] },
  { type: 'macaddr', values: ["'08:00:2b:01:02:03'", "'ff:ff:ff:ff:ff:ff'"] },
  { type: 'macaddr8', values: ["'08:00:2b:01:02:03:04:05'", "'00:00:00:00:00:00:00:00'"] },
];

const temporal: readonly TypeCase[] = [
  { type: 'date', values: ["'infinity'", "'0044-03-15 BC'"] },
  { type: 'timestamp', values: ["'-infinity'", "'2024-02-29 23:59:59.999999'"] },
  { type: 'timestamp(2)', values: ["'2024-02-29 23:59:59.99'", "'294276-12-31 00:00:00'"] },
  { type: 'timestamptz', values: ["'infinity'", "'1883-11-18 12:03:57.123456-07:53'"] },
  { type: 'time', values: ["'24:00:00'", "'00:00:00.000001'"] },
  { type: 'timetz', values: ["'12:00:00.5+05:45'", "'00:00:00-15:59'"] },
  { type: 'interval', values: ["'-1 year 2 mons -3 days 04:05:06.789'", "'178000000 years'"] },
  { type: 'interval(0)', values: ["'1 day 1 second'", "'0'"] },
];

const structured: readonly TypeCase[] = [
  { type: 'json', values: [`'{"b" : 1, "a":2,  "a":3}'`, "'null'"] },
  { type: 'jsonb', values: [`'{"n": 1.10000000000000000001, "e": "\\u00e9\\\\"}'`, `'"null"'`] },
  { type: 'jsonpath', values: [`'$.a[*] ? (@ > 1)'`, `'strict $'`] },
  { type: 'xml', values: [`'<a b="1">&amp;<!-- c --></a>'`, "'plain'"] },
  { type: 'tsvector', values: [`'fat:1A,2 cat:3B ''it''''s'''`, "''"] },
  { type: 'tsquery', values: ["'fat & (cat | !dog)'", "'a <-> b'"] },
  { type: 'elsewhere.hstore', values: [`'a=>NULL, "b c"=>"d\\"e"'`, "''"] },
  { type: 'ltree', values: ["'Top.Science.Astronomy'", "''"] },
  { type: 'point', values: ["'(1.5,-2)'", "'(0.1,1e300)'"] },
  { type: 'line', values: ["'{1,2,3}'", "'{-1,0,0.1}'"] },
  { type: 'lseg', values: ["'[(1,2),(3,4)]'", "'[(0,0),(0,0)]'"] },
  { type: 'box', values: ["'(3,4),(1,2)'", "'(1,1),(0,0)'"] },
  { type: 'path', values: ["'[(1,2),(3,4)]'", "'((1,2),(3,4))'"] },
  { type: 'polygon', values: ["'((0,0),(1,1),(2,0))'", "'((0.1,0))'"] },
  { type: 'circle', values: ["'<(1,2),3>'", "'<(0,0),0>'"] },
  { type: 'int4range', values: ["'[1,10)'", "'empty'"] },
  { type: 'numrange', values: ["'(1.50,]'", "'[,2.5)'"] },
  { type: 'tstzrange', values: [`'["2024-01-01 00:00:00+00",infinity)'`, "'(,)'"] },
  { type: 'daterange', values: ["'[2024-01-01,2024-02-01)'", "'empty'"] },
  { type: 'float_range', values: ["'[0.1,0.3)'", "'empty'"] },
  { type: 'int4multirange', values: ["'{[1,3),[5,7)}'", "'{}'"] },
];

const composed: readonly TypeCase[] = [
  { type: 'integer[]', values: ["'{1,NULL,3}'", "'[-1:0]={1,2}'"] },
  { type: 'text[]', values: [`'{"a,b","NULL",NULL,"{}","q\\"\\\\"}'`, "'{}'"] },
  { type: 'varchar(5)[]', values: ["'{{a,b},{c,d}}'", "'{}'"] },
  { type: 'timestamptz[]', values: [`'{infinity,"2024-01-01 00:00:00+00"}'`, "'{NULL}'"] },
  { type: 'jsonb[]', values: [`ARRAY['{"a": [1, 2]}'::jsonb, 'null']`, "'{}'"] },
  { type: 'bytea[]', values: [`ARRAY['\\x00ff'::bytea, '']`, "'{}'"] },
  { type: 'address[]', values: [`ARRAY[('A "x" \\ ,(', 1, '{a,"b c"}')::address, NULL]`, "'{}'"] },
  { type: '"Mood ""x"""[]', values: [`ARRAY['so, so', 'null']::"Mood ""x"""[]`, "'{}'"] },
  { type: '"Mood ""x"""', values: [`'go"od'`, "'null'"] },
  { type: 'address', values: [`('Main "st"', 5, '{x,NULL}')`, "(NULL, NULL, '{}')"] },
  { type: 'short_code', values: ["'abc'", "'z'"] },
  { type: 'nested_code', values: ["'abc'", "'abcdefgh'"] },
  { type: 'tag_list', values: [`'{a,"b,c"}'`, "'{}'"] },
  { type: 'address_book', values: [`('x', 1, NULL)`, `('', NULL, NULL)`] },
  { type: 'oid', values: ['4294967295', '0'] },
  { type: 'xid8', values: ["'18446744073709551615'", "'0'"] },
  { type: 'pg_lsn', values: ["'16/B374D848'", "'0/0'"] },
  { type: 'regclass', values: ["'pg_class'", "'pg_catalog.pg_type'"] },
  { type: 'regtype', values: ["'integer'", "'address'"] },
  { type: 'int2vector', values: ["'1 2 3'", "''"] },
  { type: 'pg_snapshot', values: ["'10:20:10,14,15'", "'1:1:'"] },
];

export const EVERY_TYPE: readonly TypeCase[] = [...plain, ...temporal, ...structured, ...composed];
