import { isTransactional, outlineCondition, splitBatches, statementProblem } from './mssql-batches.js';
import { toDatabaseError } from './mssql-errors.js';
import { mssqlDialect } from './mssql-dialect.js';
import { quoteIdentifier, quoteText, readIdentifier, splitQualifiedName } from './mssql-sql.js';
import { countLost, rowsAsJson } from './mssql-staging.js';
import { keyOrder, limitsOf, readExpression, spellType, textToSend, writeExpression } from './mssql-types.js';
import type { TargetColumn } from '../database-adapter.js';

const column = (typeName: string): TargetColumn => ({
  ...{ id: '1', name: 'c', typeName, kind: 'text', nullable: true, writable: true, maxLength: null },
  ...{ numericPrecision: null, numericScale: null, generated: false, inForeignKey: false },
  ...{ inUniqueIndex: false, canSelect: true, canUpdate: true },
});

describe('SQL Server names and literals', () => {
  it.each(['a', 'a]b', ']]', '[x]', 'a"b', "a'b", 'a.b', 'línea\n😀', ' x '])(
    'reads %p as it quotes it',
    (name) => {
      expect(readIdentifier(quoteIdentifier(name))).toBe(name);
      expect(splitQualifiedName(`${quoteIdentifier(name)}.${quoteIdentifier(name)}`)).toEqual([name, name]);
    },
  );

  it('takes the quotes of other rulesets, and sees an open one', () => {
    expect(splitQualifiedName('"dbo"."ta""b"')).toEqual(['dbo', 'ta"b']);
    expect(splitQualifiedName(' dbo . t ')).toEqual(['dbo', 't']);
    expect(splitQualifiedName('[open')).toBeNull();
  });

  it('keeps a backslash before a line break, which the server would swallow', () => {
    expect(quoteText("it's")).toBe("N'it''s'");
    expect(quoteText('a\\\nb')).toBe("N'a\\' + N'\nb'");
    expect(quoteText('a\\\r\nb')).toBe("N'a\\' + N'\r\nb'");
    expect(quoteText(null)).toBe('NULL');
  });
});

describe('SQL Server types', () => {
  const facts = { precision: 0, scale: 0, collation: null, databaseCollation: 'D_CI_AS' };
  const types: readonly (readonly [Parameters<typeof spellType>[0], string, string, string])[] = [
    [{ ...facts, base: 'int', maxLength: 4 }, 'int', 'CONVERT(varchar(41), c)', 'CONVERT(int, x)'],
    [
      { ...facts, base: 'decimal', maxLength: 17, precision: 38, scale: 10 },
      ...(['decimal(38,10)', 'CONVERT(varchar(41), c)', 'CONVERT(decimal(38,10), x)'] as const),
    ],
    [{ ...facts, base: 'money', maxLength: 8 }, 'money', 'CONVERT(varchar(30), c, 2)', 'CONVERT(money, x)'],
    [{ ...facts, base: 'float', maxLength: 8 }, 'float', 'CONVERT(varchar(40), c, 3)', 'CONVERT(float, x)'],
    [
      { ...facts, base: 'datetime2', maxLength: 8, scale: 7 },
      ...(['datetime2(7)', 'CONVERT(varchar(40), c, 121)', 'CONVERT(datetime2(7), x, 121)'] as const),
    ],
    [
      { ...facts, base: 'datetimeoffset', maxLength: 10, scale: 3 },
      ...([
        'datetimeoffset(3)',
        'CONVERT(varchar(40), c, 121)',
        'CONVERT(datetimeoffset(3), x, 121)',
      ] as const),
    ],
    [
      { ...facts, base: 'datetime', maxLength: 8 },
      ...([
        'datetime',
        'CONVERT(varchar(40), c, 121)',
        'CONVERT(datetime, CONVERT(datetime2, x, 121))',
      ] as const),
    ],
    [
      { ...facts, base: 'uniqueidentifier', maxLength: 16 },
      ...(['uniqueidentifier', 'LOWER(CONVERT(char(36), c))', 'CONVERT(uniqueidentifier, x)'] as const),
    ],
    [
      { ...facts, base: 'varbinary', maxLength: -1 },
      ...(['varbinary(max)', "'\\x' + LOWER(CONVERT(varchar(max), CONVERT(varbinary(max), c), 2))"] as const),
      'CONVERT(varbinary(max), x, 2)',
    ],
    [{ ...facts, base: 'nvarchar', maxLength: 80 }, 'nvarchar(40)', 'CONVERT(nvarchar(max), c)', 'x'],
    [
      { ...facts, base: 'varchar', maxLength: 40, collation: 'Polish_CI_AS' },
      ...(['varchar(40) COLLATE Polish_CI_AS', 'CONVERT(nvarchar(max), c)', 'x'] as const),
    ],
    [{ ...facts, base: 'xml', maxLength: -1 }, 'xml', 'CONVERT(nvarchar(max), c)', 'CONVERT(xml, x, 1)'],
    [
      { ...facts, base: 'hierarchyid', maxLength: 892 },
      'hierarchyid',
      'c.ToString()',
      'hierarchyid::Parse(x)',
    ],
    [{ ...facts, base: 'sql_variant', maxLength: 8016 }, 'sql_variant', 'CONVERT(nvarchar(max), c)', 'x'],
    [{ ...facts, base: 'geography', maxLength: -1 }, 'geography', 'c.ToString()', 'x'],
  ];

  it.each(types)('reads and writes %p', (type, spelled, read, written) => {
    expect(spellType(type)).toBe(spelled);
    expect(readExpression('c', spelled)).toBe(read);
    expect(writeExpression('x', spelled)).toBe(written);
  });

  it('compares keys by a literal of their own type and code page', () => {
    expect(keyOrder('int').literal('5')).toBe("CONVERT(int, N'5')");
    expect(keyOrder('varchar(9)').literal("a'")).toBe("CONVERT(varchar(9), N'a''')");
    expect(keyOrder('varchar(9) COLLATE Polish_CI_AS').literal('ł')).toBe(
      "CONVERT(varchar(9), N'ł' COLLATE Polish_CI_AS)",
    );
    expect(keyOrder('binary(2)').literal('\\x0aff')).toBe("CONVERT(binary(2), N'0aff', 2)");
  });

  it('gives floats their shortest texts', () => {
    const columns = [column('float'), column('real'), column('varchar(9)')];
    expect(mssqlDialect.finish(columns, [['1.0000000000000001e-001', '1.00000001e-001', '1e5']])).toEqual([
      ['0.1', '0.1', '1e5'],
    ]);
  });

  it('sends a batch as one text, with bytes as digits and surrogates whole', () => {
    const texts = [
      ['\\x00ff', 'ab'],
      ['😀"\\\n', null],
    ];
    expect(
      JSON.parse(rowsAsJson({ columns: [column('varbinary(9)'), column('nvarchar(9)')], texts })),
    ).toEqual([
      ['00ff', '😀"\\\n'],
      ['6162', null],
    ]);
    expect(textToSend('\\x0g', 'binary(9)')).toBe('5c783067');
  });

  it('asks for lost characters only where a code page could lack some', () => {
    expect(countLost({ columns: [column('varchar(9)')], texts: [['plain']] })).toBeNull();
    expect(countLost({ columns: [column('nvarchar(9)')], texts: [['ł']] })).toBeNull();
    expect(countLost({ columns: [column('varchar(9)')], texts: [['ł']] })?.sql).toContain('DATABASE_DEFAULT');
  });

  it('tells the engine what a column can hold', () => {
    expect(limitsOf({ ...facts, base: 'nvarchar', maxLength: 80, collation: 'X_CI_AS' })).toEqual({
      ...{ kind: 'text', maxLength: 40, numericPrecision: null, numericScale: null, caseInsensitive: true },
    });
  });
});

describe('SQL Server texts', () => {
  it('divides at lines of GO, not at those in quotes and comments', () => {
    expect(splitBatches("SELECT 1\nGO\n/* GO\nGO */ SELECT 'a\nGO\nb'\n go \nSELECT [x]")).toEqual([
      'SELECT 1',
      "SELECT 'a\nGO\nb'",
      'SELECT [x]',
    ]);
  });

  it.each([
    ['BEGIN TRAN; DELETE FROM a', 'BEGIN TRAN'],
    ['DELETE FROM a COMMIT', 'COMMIT'],
    ['rollback transaction', 'ROLLBACK'],
    ['SET XACT_ABORT OFF', 'SET XACT_ABORT'],
    ["SELECT 'open", 'not closed'],
    ['/* /* */ SELECT 1', 'not closed'],
  ])('refuses %p', (sql, said) => {
    expect(statementProblem(sql)).toContain(said);
  });

  it.each([
    "SELECT 'COMMIT' AS [ROLLBACK]",
    'BEGIN UPDATE a SET b = 1 END',
    'CREATE PROCEDURE p AS BEGIN TRAN; COMMIT',
    '/* /* COMMIT */ */ SELECT 1',
  ])('takes %p', (sql) => {
    expect(statementProblem(sql)).toBeNull();
  });

  it('knows what stands alone', () => {
    expect(isTransactional('CREATE TABLE a (b int)')).toBe(true);
    expect(isTransactional('-- x\nALTER DATABASE a SET RECOVERY SIMPLE')).toBe(false);
  });

  it('sees what a condition is from outside', () => {
    expect(outlineCondition("a = 'x;y' AND [;] = 1")).toMatchObject({ hasSemicolon: false, balanced: true });
    expect(outlineCondition('1=1) OR (1=1').balanced).toBe(false);
    expect(outlineCondition('[a').unterminated).toBe(true);
  });
});

describe('SQL Server errors', () => {
  const told = (number: number, message = 'text with a value'): ReturnType<typeof toDatabaseError> =>
    toDatabaseError({ number, message, lineNumber: 3 });

  it.each([
    ...([
      [1205, 'deadlock', true],
      [1222, 'lock_timeout', true],
      [3960, 'serialization', true],
    ] as const),
    ...([
      [596, 'lost_connection', true],
      [40613, 'lost_connection', true],
      [922, 'starting_up', true],
    ] as const),
    ...([
      [17809, 'too_many_connections', true],
      [701, 'server_resources', false],
    ] as const),
    ...([
      [1105, 'disk_full', false],
      [9002, 'disk_full', false],
      [3906, 'read_only', false],
    ] as const),
    ...([
      [18456, 'bad_credentials', false],
      [4060, 'unknown_database', false],
    ] as const),
    ...([
      [2601, 'constraint_violation', false],
      [2627, 'constraint_violation', false],
    ] as const),
    ...([
      [547, 'constraint_violation', false],
      [515, 'constraint_violation', false],
    ] as const),
    ...([
      [2628, 'value_too_long', false],
      [8152, 'value_too_long', false],
    ] as const),
    ...([
      [8115, 'bad_value', false],
      [241, 'bad_value', false],
      [8102, 'bad_value', false],
    ] as const),
    ...([
      [229, 'permission_denied', false],
      [208, 'unknown_table', false],
    ] as const),
    ...([
      [207, 'unknown_column', false],
      [102, 'syntax', false],
      [4712, 'foreign_key', false],
    ] as const),
    ...([
      [50000, 'raised_by_database', false],
      [3609, 'raised_by_database', false],
    ] as const),
    ...([[12345, 'database_error', false]] as const),
  ])('%p is %p', (number, code, transient) => {
    expect(told(number)).toMatchObject({ code, transient, engineCode: String(number) });
  });

  it('names constraints, never values', () => {
    const unique =
      "Violation of UNIQUE KEY constraint 'uq_mail'. Cannot insert duplicate key in object 'dbo.p'. The duplicate key value is (secret).";
    expect(told(2627, unique).message).toContain('(constraint "uq_mail")');
    expect(told(2627, unique).message).not.toContain('secret');
    const foreign =
      'The UPDATE statement conflicted with the FOREIGN KEY constraint "fk_a". The conflict occurred in database "d", table "dbo.a", column \'id\'.';
    expect(told(547, foreign).message).toContain('(constraint "fk_a")');
    expect(
      told(245, "Conversion failed when converting the nvarchar value 'secret' to data type int.").message,
    ).not.toContain('secret');
  });

  it('takes the first of several, and a broken connection for one', () => {
    expect(
      toDatabaseError(
        new AggregateError([
          { number: 207, message: "Invalid column name 'x'." },
          { number: 11501, message: '' },
        ]),
      ),
    ).toMatchObject({
      code: 'unknown_column',
      message: "Invalid column name 'x'",
    });
    expect(
      toDatabaseError({ code: 'ECLOSE', message: 'Connection closed before request completed.' }),
    ).toMatchObject({
      ...{ code: 'lost_connection', transient: true },
    });
  });
});
