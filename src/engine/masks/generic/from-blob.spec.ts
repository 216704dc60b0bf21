import { compileTableMask, deriveRunKey, readRuleset } from '../../index.js';
import type { ColumnShape } from '../../index.js';

const LIMIT = 16 * 1024 * 1024;

function problemsOf(size: number): string[] {
  const { ruleset } = readRuleset(
    'version: "1.0"\ntasks: [{type: mask_table, table: t, key: id, rules: [{column: scan, masks: [{type: from_blob, seed_file: scan.png}]}]}]',
  );
  const shape = {
    nullable: true,
    writable: true,
    maxLength: null,
    numericPrecision: null,
    numericScale: null,
  };
  const columns: ColumnShape[] = [
    { name: 'id', kind: 'text', ...shape },
    { name: 'scan', kind: 'bytes', ...shape },
  ];
  const file = {
    name: 'scan.png',
    columnNames: [],
    rowCount: 0,
    digest: 'd',
    bytes: new Uint8Array(size),
    column: () => undefined,
  };
  const task = ruleset?.tasks[0];
  if (task?.kind !== 'mask_table') {
    throw new Error('not a mask_table task');
  }
  return compileTableMask(
    task,
    { columns, find: (name) => columns.find((column) => column.name === name) },
    { runKey: deriveRunKey('x', null), repeatable: false, nowMs: 0, seedFiles: new Map([[file.name, file]]) },
  ).problems.map(({ code }) => code);
}

it('takes files of 16 MiB, and none that is larger', () => {
  expect(problemsOf(LIMIT)).toEqual([]);
  expect(problemsOf(LIMIT + 1)).toEqual(['too_large']);
});
