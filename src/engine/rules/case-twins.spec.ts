import { compileTableMask, deriveRunKey, readRuleset } from '../index.js';
import type { ColumnShape } from '../index.js';

const COLUMNS = ['id', 'mail', 'Mail', 'MAIL', 'name'].map((name): ColumnShape => ({
  ...{ name, kind: 'text', nullable: true, writable: true, maxLength: null },
  ...{ numericPrecision: null, numericScale: null },
}));

function found(names: readonly string[]): string[] {
  const rules = names.map((name) => `{column: ${name}, masks: [{type: imitate}]}`).join(', ');
  const text = `version: "1.0"\ntasks: [{type: mask_table, table: t, key: id, rules: [${rules}]}]\n`;
  const task = readRuleset(text).ruleset?.tasks[0];
  if (task?.kind !== 'mask_table') {
    throw new Error('not a mask_table task');
  }
  const shape = { columns: COLUMNS, find: (written: string) => COLUMNS.find(({ name }) => name === written) };
  const context = {
    runKey: deriveRunKey('a secret', null),
    repeatable: true,
    nowMs: 0,
    seedFiles: new Map(),
  };
  return compileTableMask(task, shape, context).problems.map(
    ({ severity, code, message, path }) => `${severity} ${code} ${path} ${message.slice(0, 17)}`,
  );
}

it.each([
  [['name'], []],
  [['mail', 'Mail', 'MAIL'], []],
  [['mail', 'MAIL'], ['warning unmasked_twin tasks[0].rules[0].column The column "Mail"']],
  [
    ['name', 'Mail'],
    [
      'warning unmasked_twin tasks[0].rules[1].column The column "mail"',
      'warning unmasked_twin tasks[0].rules[1].column The column "MAIL"',
    ],
  ],
])('of the columns mail, Mail and MAIL, %j masked, the others are warned of', (names, expected) => {
  expect(found(names)).toEqual(expected);
});
