import { statementProblem } from './postgres-transaction-control.js';

const BODY = `CREATE OR REPLACE FUNCTION f() RETURNS int LANGUAGE sql
  BEGIN ATOMIC SELECT CASE WHEN true THEN 1 END; SELECT 2; END`;

it.each([
  ['COMMIT', 'statement 1', 'line 1, column 1', 'COMMIT'],
  ['DELETE FROM a;\n  rollback;', 'statement 2', 'line 2, column 3', 'ROLLBACK'],
  ['begin; DELETE FROM a; end', 'statement 1', 'line 1, column 1', 'BEGIN'],
  ['SELECT 1; /* ; */ Abort', 'statement 2', 'line 1, column 19', 'ABORT'],
  ['START -- now\n transaction', 'statement 1', 'line 1, column 1', 'START TRANSACTION'],
  ['SAVEPOINT x', 'statement 1', 'line 1, column 1', 'SAVEPOINT'],
  ['RELEASE x', 'statement 1', 'line 1, column 1', 'RELEASE'],
  ["SELECT 'é';PREPARE/**/TRANSACTION 'x'", 'statement 2', 'line 1, column 12', 'PREPARE TRANSACTION'],
  [`${BODY}; END`, 'statement 2', 'line 2, column 65', 'END'],
])('refuses %j', (sql, ...parts) => {
  const problem = statementProblem(sql);
  parts.forEach((part) => expect(problem).toContain(part));
});

it.each([
  "SELECT 'COMMIT; ROLLBACK'; -- COMMIT\n/* ; COMMIT */",
  'DO $$BEGIN COMMIT; END$$',
  'PREPARE later AS SELECT 1; DEALLOCATE later',
  'SELECT end_time FROM begin_of; UPDATE commits SET a = 1',
  'START_IT',
  BODY,
  `${BODY}; SELECT 1`,
  'SELECT CASE 1 WHEN 1 THEN 2 END; SELECT 1',
])('leaves %j alone', (sql) => {
  expect(statementProblem(sql)).toBeNull();
});

it('refuses an open quote', () => {
  expect(statementProblem("SELECT 'x; COMMIT")).toContain('not closed');
});
