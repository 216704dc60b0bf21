import type { TypeCase } from './every-type.js';

const numbers: readonly TypeCase[] = [
  { type: 'tinyint', values: ['-128', '127'] },
  { type: 'boolean', values: ['true', 'false'] },
  { type: 'smallint unsigned', values: ['0', '65535'] },
  { type: 'mediumint', values: ['-8388608', '8388607'] },
  { type: 'int', values: ['-2147483648', '0'] },
  { type: 'int(7) zerofill', values: ['5', '12345678'] },
  { type: 'bigint', values: ['-9223372036854775808', '9007199254740993'] },
  { type: 'bigint unsigned', values: ['18446744073709551615', '0'] },
  {
    type: 'decimal(65,30)',
    values: ['12345678901234567890123456789012345.123456789012345678901234567890', '-0.1'],
  },
  { type: 'decimal(5)', values: ['99999', '-1'] },
  { type: 'float', values: ['3.4028235e38', '0.1'] },
  { type: 'float(7,4)', values: ['123.4567', '-0.0001'] },
  { type: 'double', values: ['0.1e0 + 0.2e0', '-1.7976931348623157e308'] },
  { type: 'double(10,3)', values: ['1234567.891', '0'] },
  { type: 'bit(1)', values: ["b'1'", "b'0'"] },
  { type: 'bit(5)', values: ["b'10110'", "b'00001'"] },
  { type: 'bit(64)', values: ['18446744073709551615', "b'1'"] },
  { type: 'year', values: ['0', '2155'] },
];

const texts: readonly TypeCase[] = [
  { type: 'varchar(40)', values: [`'NULL\\n\\t\\\\"{},'`, `'  ß 🦊 é \\0 '`] },
  { type: 'varchar(20) CHARACTER SET latin1', values: ["'Größe €'", "''"] },
  { type: 'varchar(20) CHARACTER SET utf16', values: ["'日本語'", "'x'"] },
  { type: 'varchar(20) CHARACTER SET cp1251', values: ["'Привет'", "'x'"] },
  { type: 'char(10)', values: ["'ab'", "'  ab'"] },
  { type: 'tinytext', values: ["'tiny'", "''"] },
  { type: 'text', values: [`'it''s "q" \\\\ %_'`, "'\\\\'"] },
  { type: 'mediumtext', values: ["REPEAT('ü', 70000)", "''"] },
  { type: 'longtext', values: ["'long'", "'\\r\\n'"] },
  { type: "enum('so, so', 'it''s', 'null', '')", values: ["'it''s'", "''"] },
  { type: "set('a', 'b', 'c d')", values: ["'a,c d'", "''"] },
  { type: 'json', values: [`'{"b" : 1, "a":2,  "a":3}'`, "'null'"] },
  {
    type: 'uuid',
    values: ["'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'", "'00000000-0000-0000-0000-000000000000'"],
  },
  { type: 'inet6', values: ["'2001:db8::1'", "'::'"] },
  { type: 'inet4', values: ["'10.0.0.1'", "'255.255.255.255'"] },
];

const bytes: readonly TypeCase[] = [
  { type: 'binary(4)', values: ["X'00ff5c27'", "X'41'"] },
  { type: 'varbinary(20)', values: ["X'00ff5c2700'", "''"] },
  { type: 'tinyblob', values: ["X'80'", "''"] },
  { type: 'blob', values: ["X'001A0A0D5C2722'", "'text'"] },
  { type: 'mediumblob', values: ["REPEAT(X'ff00', 70000)", "''"] },
  { type: 'longblob', values: ["X'fffe'", "'\\\\x00'"] },
  { type: 'point', values: ['POINT(1.5, -2)', 'POINT(0.1, 1e300)'] },
  {
    type: 'geometry',
    values: ["ST_GeomFromText('LINESTRING(0 0, 1 1)', 4326)", "ST_GeomFromText('POINT(1 2)')"],
  },
  {
    type: 'polygon',
    values: [
      "ST_GeomFromText('POLYGON((0 0,1 0,1 1,0 0))')",
      "ST_GeomFromText('POLYGON((0 0,2 0,1 1,0 0))')",
    ],
  },
];

const temporal: readonly TypeCase[] = [
  { type: 'date', values: ["'0000-00-00'", "'9999-12-31'"] },
  { type: 'date', values: ["'2021-00-00'", "'1000-01-01'"] },
  { type: 'datetime', values: ["'0000-00-00 00:00:00'", "'2024-02-29 23:59:59'"] },
  { type: 'datetime(6)', values: ["'2024-02-29 23:59:59.999999'", "'0001-01-01 00:00:00.000001'"] },
  { type: 'datetime(2)', values: ["'2024-02-29 23:59:59.99'", "'2024-01-01'"] },
  { type: 'timestamp NULL', values: ["'0000-00-00 00:00:00'", "'2038-01-19 03:14:07'"] },
  { type: 'timestamp(6) NULL', values: ["'2024-03-31 02:30:00.123456'", "'1970-01-01 00:00:01.000001'"] },
  { type: 'time', values: ["'838:59:59'", "'-838:59:59'"] },
  { type: 'time(6)', values: ["'00:00:00.000001'", "'-12:34:56.789'"] },
];

/** Types of MariaDB 10.11 with two texts each that are easily damaged, as SQL literals. */
export const EVERY_MYSQL_TYPE: readonly TypeCase[] = [...numbers, ...texts, ...bytes, ...temporal];
