import type { TargetColumn } from '../database-adapter.js';
import { oracleDialect } from './oracle-dialect.js';
import { toDatabaseError } from './oracle-errors.js';
import {
  quoteIdentifier,
  quoteLongText,
  quoteText,
  readIdentifier,
  splitQualifiedName,
} from './oracle-sql.js';
import { isTransactional, outlineCondition, splitStatements, statementProblem } from './oracle-statements.js';
import type { TypeFacts } from './oracle-types.js';
import {
  bindKind,
  keyOrder,
  limitsOf,
  readExpression,
  spellType,
  valueToSend,
  writeExpression,
} from './oracle-types.js';

const column = (typeName: string): TargetColumn => ({
  ...{ id: '1', name: 'C', typeName, kind: 'text', nullable: true, writable: true, maxLength: null },
  ...{ numericPrecision: null, numericScale: null, generated: false, inForeignKey: false },
  ...{ inUniqueIndex: false, canSelect: true, canUpdate: true },
});

describe('Oracle names and literals', () => {
  it('takes names without quotes for capitals, and quoted ones exactly', () => {
    expect(readIdentifier(' people ')).toBe('PEOPLE');
    expect(readIdentifier('"People x"')).toBe('People x');
    expect(readIdentifier(quoteIdentifier('a"b'))).toBe('a"b');
    expect(splitQualifiedName('hr."a.b"')).toEqual(['HR', 'a.b']);
    expect(splitQualifiedName('"open')).toBeNull();
  });

  it('quotes texts of any length, without dividing a character', () => {
    expect(quoteText("it's")).toBe("'it''s'");
    const text = 'x'.repeat(999) + '😀'.repeat(2_000);
    const pieces = quoteLongText(text).split(' || ');
    expect(
      pieces.every((piece) => /^TO_CLOB\('[^']*'\)$/.test(piece) && Buffer.byteLength(piece) <= 4_000),
    ).toBe(true);
    expect(pieces.map((piece) => piece.slice("TO_CLOB('".length, -2)).join('')).toBe(text);
  });
});

describe('Oracle types', () => {
  const facts = { characters: null, bytes: null, precision: null, scale: null };
  const moment = 'YYYY-MM-DD HH24:MI:SS';
  const types: readonly (readonly [TypeFacts, string, string, string, string])[] = [
    [
      { ...facts, dataType: 'NUMBER', precision: 10, scale: 2 },
      'NUMBER(10,2)',
      "TO_CHAR(c, 'TM9')",
      'TO_NUMBER(x)',
      'text',
    ],
    [{ ...facts, dataType: 'NUMBER' }, 'NUMBER', "TO_CHAR(c, 'TM9')", 'TO_NUMBER(x)', 'text'],
    [{ ...facts, dataType: 'VARCHAR2', characters: 40 }, 'VARCHAR2(40 CHAR)', 'c', 'x', 'text'],
    [{ ...facts, dataType: 'CHAR', characters: 4 }, 'CHAR(4 CHAR)', 'c', 'x', 'text'],
    [{ ...facts, dataType: 'NVARCHAR2', characters: 40 }, 'NVARCHAR2(40)', 'c', 'x', 'wide'],
    [{ ...facts, dataType: 'CLOB' }, 'CLOB', 'c', 'x', 'long'],
    [
      { ...facts, dataType: 'DATE' },
      'DATE',
      `TO_CHAR(c, '${moment}')`,
      `CAST(TO_TIMESTAMP(x, '${moment}.FF9') AS DATE)`,
      'text',
    ],
    [
      { ...facts, dataType: 'TIMESTAMP(3)' },
      ...([
        'TIMESTAMP(3)',
        `TO_CHAR(c, '${moment}.FF3')`,
        `TO_TIMESTAMP(x, '${moment}.FF9')`,
        'text',
      ] as const),
    ],
    [
      { ...facts, dataType: 'TIMESTAMP(0)' },
      ...(['TIMESTAMP(0)', `TO_CHAR(c, '${moment}')`, `TO_TIMESTAMP(x, '${moment}.FF9')`, 'text'] as const),
    ],
    [
      { ...facts, dataType: 'TIMESTAMP(6) WITH TIME ZONE' },
      ...(['TIMESTAMP(6) WITH TIME ZONE', `TO_CHAR(c, '${moment}.FF6TZH:TZM')`] as const),
      ...([`TO_TIMESTAMP_TZ(x, '${moment}.FF9 TZH:TZM')`, 'text'] as const),
    ],
    [
      { ...facts, dataType: 'INTERVAL DAY(2) TO SECOND(6)' },
      ...(['INTERVAL DAY(2) TO SECOND(6)', 'TO_CHAR(c)', 'TO_DSINTERVAL(x)', 'text'] as const),
    ],
    [
      { ...facts, dataType: 'RAW', bytes: 16 },
      ...(['RAW(16)', "CASE WHEN c IS NOT NULL THEN '\\x' || LOWER(RAWTOHEX(c)) END", 'x', 'bytes'] as const),
    ],
    [{ ...facts, dataType: 'BLOB' }, 'BLOB', 'c', 'x', 'largeBytes'],
    [{ ...facts, dataType: 'XMLTYPE' }, 'XMLTYPE', 'XMLSERIALIZE(CONTENT c AS CLOB)', 'XMLTYPE(x)', 'long'],
    [{ ...facts, dataType: 'BINARY_FLOAT' }, 'BINARY_FLOAT', 'c', 'TO_BINARY_FLOAT(x)', 'text'],
    [{ ...facts, dataType: 'LONG' }, 'LONG', 'NULL', 'x', 'text'],
  ];

  it.each(types)('reads and writes %p', (...[type, spelled, read, written, bind]) => {
    expect(spellType(type)).toBe(spelled);
    expect(readExpression('c', spelled)).toBe(read);
    expect(writeExpression('x', spelled, true)).toBe(written);
    expect(bindKind(spelled)).toBe(bind);
  });

  it('compares keys by a literal of their own type', () => {
    expect(keyOrder('NUMBER(10,0)').literal('-5')).toBe('-5');
    expect(keyOrder('VARCHAR2(9 CHAR)').literal("a'")).toBe("'a'''");
    expect(keyOrder('CHAR(4 CHAR)').literal('a')).toBe("CAST('a' AS CHAR(4 CHAR))");
    expect(keyOrder('RAW(2)').literal('\\x0aff')).toBe("HEXTORAW('0aff')");
    expect(keyOrder('ROWID').literal('AAAA')).toBe("CHARTOROWID('AAAA')");
  });

  it.each([
    ['2020-01-02 03:04:05.6+02:00', '2020-01-02 03:04:05.6 +02:00'],
    ['2020-01-02T03:04:05Z', '2020-01-02 03:04:05.0 +00:00'],
    ['2020-01-02', '2020-01-02 00:00:00.0 +00:00'],
    ['no date', 'no date'],
  ])('sends %p with a zone as %p', (text, sent) => {
    expect(valueToSend(text, 'TIMESTAMP(6) WITH TIME ZONE')).toBe(sent);
  });

  it('sends bytes as bytes', () => {
    expect(valueToSend('\\x00ff', 'RAW(2)')).toEqual(Buffer.from([0, 255]));
    expect(valueToSend('ab', 'BLOB')).toEqual(Buffer.from('ab'));
  });

  it('brings numbers into their usual form', () => {
    const columns = [column('NUMBER'), column('NUMBER'), column('BINARY_FLOAT'), column('VARCHAR2(9 CHAR)')];
    expect(oracleDialect.finish(columns, [['.5', '-.25', '0.10000000149011612', '.5']])).toEqual([
      ['0.5', '-0.25', '0.1', '.5'],
    ]);
  });

  it('tells the engine what a column can hold', () => {
    expect(limitsOf({ ...facts, dataType: 'NUMBER', precision: 9, scale: 0 })).toMatchObject({
      kind: 'integer',
    });
    expect(limitsOf({ ...facts, dataType: 'NUMBER' })).toMatchObject({
      kind: 'decimal',
      numericPrecision: null,
    });
    expect(limitsOf({ ...facts, dataType: 'NCHAR', characters: 3 })).toMatchObject({
      kind: 'text',
      maxLength: 3,
    });
    expect(limitsOf({ ...facts, dataType: 'DATE' })).toMatchObject({ kind: 'datetime' });
  });
});

describe('Oracle texts', () => {
  it('divides at semicolons and slashes, not inside of blocks and quotes', () => {
    const block = 'CREATE OR REPLACE TRIGGER t BEFORE UPDATE ON a BEGIN :new.b := 1; END;';
    expect(
      splitStatements(`UPDATE a SET b = ';';\n${block}\n/\nDELETE FROM "a;b"; SELECT q'[;']' FROM dual`),
    ).toEqual(["UPDATE a SET b = ';'", block, 'DELETE FROM "a;b"', "SELECT q'[;']' FROM dual"]);
    expect(splitStatements('SELECT 4 / 2 FROM dual;')).toEqual(['SELECT 4 / 2 FROM dual']);
  });

  it.each([
    ['COMMIT', 'COMMIT'],
    ['DELETE FROM a; rollback', 'ROLLBACK'],
    ['SET TRANSACTION READ ONLY', 'SET TRANSACTION'],
    ["SELECT 'open", 'not closed'],
    ["SELECT q'[open' FROM dual", 'not closed'],
  ])('refuses %p', (sql, said) => {
    expect(statementProblem(sql)).toContain(said);
  });

  it.each(["SELECT 'COMMIT' FROM dual", 'BEGIN COMMIT; END;', '/* COMMIT */ DELETE FROM a'])(
    'takes %p',
    (sql) => {
      expect(statementProblem(sql)).toBeNull();
    },
  );

  it('knows what commits by itself', () => {
    expect(isTransactional('-- x\nMERGE INTO a USING b ON (1 = 1)')).toBe(true);
    expect(isTransactional('CREATE TABLE a (b NUMBER)')).toBe(false);
    expect(isTransactional('BEGIN NULL; END;')).toBe(false);
  });

  it('sees what a condition is from outside', () => {
    expect(outlineCondition("a = q'{x;y)}' AND 1 = 1")).toMatchObject({
      hasSemicolon: false,
      balanced: true,
    });
    expect(outlineCondition('1=1) OR (1=1').balanced).toBe(false);
    expect(outlineCondition('/* open').unterminated).toBe(true);
  });
});

describe('Oracle errors', () => {
  const told = (errorNum: number, text = 'text with a value'): ReturnType<typeof toDatabaseError> =>
    toDatabaseError({ errorNum, message: `ORA-${String(errorNum).padStart(5, '0')}: ${text}` });

  it.each([
    ...([
      [60, 'deadlock', true],
      [54, 'lock_timeout', true],
      [8177, 'serialization', true],
    ] as const),
    ...([
      [1555, 'serialization', true],
      [3113, 'lost_connection', true],
      [28, 'lost_connection', true],
    ] as const),
    ...([
      [1033, 'starting_up', true],
      [12514, 'starting_up', true],
      [12519, 'too_many_connections', true],
    ] as const),
    ...([
      [4031, 'server_resources', false],
      [1653, 'disk_full', false],
      [16000, 'read_only', false],
    ] as const),
    ...([
      [1017, 'bad_credentials', false],
      [28000, 'bad_credentials', false],
    ] as const),
    ...([
      [1, 'constraint_violation', false],
      [2291, 'constraint_violation', false],
    ] as const),
    ...([
      [2290, 'constraint_violation', false],
      [1407, 'constraint_violation', false],
    ] as const),
    ...([
      [12899, 'value_too_long', false],
      [1438, 'bad_value', false],
      [1722, 'bad_value', false],
    ] as const),
    ...([
      [32795, 'bad_value', false],
      [942, 'unknown_table', false],
      [904, 'unknown_column', false],
    ] as const),
    ...([
      [1031, 'permission_denied', false],
      [933, 'syntax', false],
      [2266, 'foreign_key', false],
    ] as const),
    ...([
      [1013, 'cancelled', false],
      [20001, 'raised_by_database', false],
      [9999, 'database_error', false],
    ] as const),
  ])('ORA-%p is %p', (number, code, transient) => {
    expect(told(number)).toMatchObject({ code, transient });
  });

  it('names constraints and columns, never values', () => {
    const unique =
      'unique constraint (HR.UQ_MAIL) violated on table HR.P columns (MAIL)\nORA-03301: (ORA-00001 details) row with column values (MAIL:secret) already exists';
    expect(told(1, unique).message).toContain('(constraint "UQ_MAIL")');
    expect(told(1, unique).message).not.toContain('secret');
    expect(
      told(12899, 'value too large for column "HR"."P"."NAME" (actual: 9, maximum: 5)').message,
    ).toContain('column "NAME"');
    expect(told(1407, 'cannot update ("HR"."P"."NAME") to NULL').message).toContain('column "NAME"');
    expect(told(1722, 'invalid number: secret').message).not.toContain('secret');
  });

  it('knows a broken connection of the driver', () => {
    expect(
      toDatabaseError({ code: 'NJS-500', message: 'NJS-500: connection to the Oracle Database was broken' }),
    ).toMatchObject({
      ...{ code: 'lost_connection', transient: true },
    });
  });
});
