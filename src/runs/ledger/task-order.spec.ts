import type { Task } from '../../engine/index.js';
import { isDoneBefore } from './task-order.js';

const at = { line: 1, column: 1 };
const leaf = (path: string): Task => ({ kind: 'truncate_table', table: 't', path, at });
const group = (kind: 'parallel' | 'serial', path: string, tasks: readonly Task[]): Task => ({
  kind,
  path,
  at,
  tasks,
});

const tasks = [
  leaf('0'),
  group('parallel', '1', [leaf('1.0'), group('serial', '1.1', [leaf('1.1.0'), leaf('1.1.1')])]),
  leaf('2'),
];

it.each([
  ['0', '2', true],
  ['2', '0', false],
  ['0', '1.1.1', true],
  ['1.1.0', '1.1.1', true],
  ['1.1.1', '1.1.0', false],
  ['1.0', '1.1.0', false],
  ['1.1.1', '2', true],
  ['0', '0', false],
])('%s is done before %s: %s', (earlier, later, expected) => {
  expect(isDoneBefore(tasks, earlier, later)).toBe(expected);
});
