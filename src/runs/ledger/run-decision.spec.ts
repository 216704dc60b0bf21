import { decideRun, MAX_PARALLEL_PARTS, MAX_PARALLEL_TASKS } from './run-decision.js';
import type { Action } from './run-decision.js';
import type { LedgerPartition, LedgerTask, RunLedger } from './run-ledger.js';

const part = (
  kind: LedgerPartition['kind'],
  status: LedgerPartition['status'],
  id = 100,
): LedgerPartition => ({
  id,
  kind,
  status,
});

const CHECKED = part('check_run', 'finished', 1);

const ledger = (more: Partial<RunLedger>): RunLedger => ({
  status: 'running',
  targetIsFree: false,
  continueOnFailure: false,
  warned: false,
  mustCleanUp: false,
  check: CHECKED,
  cleanUp: null,
  tasks: [],
  ...more,
});

const table = (id: number, path: string, more: Partial<LedgerTask> = {}): LedgerTask => ({
  id,
  path,
  kind: 'mask_table',
  status: 'pending',
  workers: null,
  splits: true,
  verifies: true,
  isNoted: false,
  masksRows: true,
  rewritesKeys: false,
  managesTriggers: false,
  managesIndexes: false,
  dealsColumns: false,
  partitions: [],
  ...more,
});

const group = (
  id: number,
  path: string,
  kind: 'parallel' | 'serial',
  more: Partial<LedgerTask> = {},
): LedgerTask => table(id, path, { kind, ...more });

/** Actions in a few words: `task 3 → running`. */
const words = (actions: readonly Action[]): string[] =>
  actions.map((action) => {
    switch (action.act) {
      case 'move_run':
        return `run → ${action.to}`;
      case 'move_task':
        return `task ${action.taskId} → ${action.to}`;
      case 'add_partition':
        return `add ${action.kind} to ${action.taskId ?? 'run'}`;
      case 'release_partition':
        return `release ${action.partitionId}`;
      case 'stop_partition':
        return `stop ${action.partitionId}`;
    }
  });

const done = { status: 'finished' } as const;
const rows = (status: LedgerPartition['status'], id = 100): LedgerPartition => part('mask_rows', status, id);

const CASES: readonly (readonly [name: string, ledger: RunLedger, expected: readonly string[]])[] = [
  // life of the run itself
  ['a final run stays as it is', ledger({ status: 'failed', tasks: [table(1, '0')] }), []],
  ['a queued run waits for its target', ledger({ status: 'queued', check: null }), []],
  [
    'a queued run starts when its target is free',
    ledger({ status: 'queued', check: null, targetIsFree: true }),
    ['run → validating', 'add check_run to run'],
  ],
  [
    'a run cancelled in the queue ends at once',
    ledger({ status: 'cancelling', check: null }),
    ['run → cancelled'],
  ],
  ['the check is under way', ledger({ status: 'validating', check: part('check_run', 'working') }), []],
  ['a passed check lets the run go', ledger({ status: 'validating' }), ['run → running']],
  [
    'a failed check ends the run',
    ledger({ status: 'validating', check: part('check_run', 'failed') }),
    ['run → failed'],
  ],
  [
    'a failed check is cleaned up after',
    ledger({ status: 'validating', check: part('check_run', 'failed'), mustCleanUp: true }),
    ['add clean_up to run'],
  ],
  [
    'cancelling stops a check that nobody has taken',
    ledger({ status: 'cancelling', check: part('check_run', 'pending', 7) }),
    ['stop 7'],
  ],
  [
    'cancelling waits for a check that is under way',
    ledger({ status: 'cancelling', check: part('check_run', 'working') }),
    [],
  ],
  [
    'a stopped check ends as cancelled',
    ledger({ status: 'cancelling', check: part('check_run', 'stopped') }),
    ['run → cancelled'],
  ],

  // ends
  ['no tasks: finished', ledger({}), ['run → finished']],
  ['everything finished', ledger({ tasks: [table(1, '0', done)] }), ['run → finished']],
  [
    'a warning shows in the end status',
    ledger({ tasks: [table(1, '0', done)], warned: true }),
    ['run → finished_with_warnings'],
  ],
  [
    'clean-up comes before the end status',
    ledger({ tasks: [table(1, '0', done)], mustCleanUp: true }),
    ['add clean_up to run'],
  ],
  [
    'the end status waits for the clean-up',
    ledger({ tasks: [table(1, '0', done)], mustCleanUp: true, cleanUp: part('clean_up', 'working') }),
    [],
  ],
  [
    'what cannot be cleaned up does not hold the end status',
    ledger({ tasks: [table(1, '0', done)], mustCleanUp: true, cleanUp: part('clean_up', 'finished') }),
    ['run → finished'],
  ],
  [
    'a failed task fails the run, warnings or not',
    ledger({ tasks: [table(1, '0', { status: 'failed' })], warned: true }),
    ['run → failed'],
  ],
  [
    'a run cancelled after its last task is cancelled',
    ledger({ status: 'cancelling', tasks: [table(1, '0', done)] }),
    ['run → cancelled'],
  ],

  // one task after the other
  [
    'the first task starts, the second does not',
    ledger({ tasks: [table(1, '0'), table(2, '1')] }),
    ['task 1 → running', 'add split_table to 1'],
  ],
  [
    'a small table with nothing to compare at the end is masked at once',
    ledger({ tasks: [table(1, '0', { splits: false, verifies: false })] }),
    ['task 1 → running', 'add mask_rows to 1'],
  ],
  [
    'a large table is split first',
    ledger({ tasks: [table(1, '0', { splits: true, verifies: false })] }),
    ['task 1 → running', 'add split_table to 1'],
  ],
  [
    'statements have their own kinds',
    ledger({ tasks: [table(1, '0', done), table(2, '1', { kind: 'run_sql' })] }),
    ['task 2 → running', 'add run_statement to 2'],
  ],
  [
    'and truncate_table, too',
    ledger({ tasks: [table(1, '0', { kind: 'truncate_table' })] }),
    ['task 1 → running', 'add truncate_table to 1'],
  ],
  [
    'a finished statement finishes its task',
    ledger({
      tasks: [
        table(1, '0', {
          kind: 'run_sql',
          status: 'running',
          partitions: [part('run_statement', 'finished')],
        }),
      ],
    }),
    ['task 1 → finished'],
  ],

  // partitions of one table
  [
    'a split table releases all parts',
    ledger({
      tasks: [
        table(1, '0', {
          status: 'running',
          partitions: [part('split_table', 'finished', 9), rows('waiting', 10), rows('waiting', 11)],
        }),
      ],
    }),
    ['release 10', 'release 11'],
  ],
  [
    'workers bounds the parts worked at once',
    ledger({
      tasks: [
        table(1, '0', {
          status: 'running',
          workers: 2,
          partitions: [rows('finished', 9), rows('working', 10), rows('waiting', 11), rows('waiting', 12)],
        }),
      ],
    }),
    ['release 11'],
  ],
  [
    'no place is free',
    ledger({
      tasks: [
        table(1, '0', {
          status: 'running',
          workers: 1,
          partitions: [rows('pending', 10), rows('waiting', 11)],
        }),
      ],
    }),
    [],
  ],
  [
    'masked rows are verified',
    ledger({ tasks: [table(1, '0', { status: 'running', partitions: [rows('finished')] })] }),
    ['add verify_table to 1'],
  ],
  [
    'verification is awaited',
    ledger({
      tasks: [
        table(1, '0', { status: 'running', partitions: [rows('finished'), part('verify_table', 'pending')] }),
      ],
    }),
    [],
  ],
  [
    'and ends the task',
    ledger({
      tasks: [
        table(1, '0', {
          status: 'running',
          partitions: [rows('finished'), part('verify_table', 'finished')],
        }),
      ],
    }),
    ['task 1 → finished'],
  ],
  [
    'some tables cannot be verified by counting',
    ledger({
      tasks: [table(1, '0', { status: 'running', verifies: false, partitions: [rows('finished')] })],
    }),
    ['task 1 → finished'],
  ],

  // keys
  [
    'keys come after the rows and their verification',
    ledger({
      tasks: [
        table(1, '0', {
          status: 'running',
          rewritesKeys: true,
          partitions: [rows('finished'), part('verify_table', 'finished')],
        }),
      ],
    }),
    ['add rewrite_keys to 1'],
  ],
  [
    'a task of keys alone has one step',
    ledger({ tasks: [table(1, '0', { masksRows: false, rewritesKeys: true })] }),
    ['task 1 → running', 'add rewrite_keys to 1'],
  ],
  [
    'and ends with it',
    ledger({
      tasks: [
        table(1, '0', {
          status: 'running',
          masksRows: false,
          rewritesKeys: true,
          partitions: [part('rewrite_keys', 'finished')],
        }),
      ],
    }),
    ['task 1 → finished'],
  ],
  [
    'also when it was done before it heard of the stop',
    ledger({
      status: 'cancelling',
      tasks: [
        table(1, '0', {
          status: 'stopping',
          masksRows: false,
          rewritesKeys: true,
          partitions: [part('rewrite_keys', 'finished')],
        }),
      ],
    }),
    ['task 1 → finished'],
  ],

  // failures
  [
    'a failed part stops its table',
    ledger({
      tasks: [
        table(1, '0', {
          status: 'running',
          partitions: [rows('failed', 9), rows('working', 10), rows('pending', 11), rows('waiting', 12)],
        }),
        table(2, '1'),
      ],
    }),
    ['task 1 → stopping', 'stop 11', 'stop 12', 'task 2 → skipped'],
  ],
  [
    'a stopping table waits for its working parts',
    ledger({
      tasks: [
        table(1, '0', { status: 'stopping', partitions: [rows('failed'), rows('working')] }),
        table(2, '1'),
      ],
    }),
    ['task 2 → skipped'],
  ],
  [
    'a stopped failing table has failed',
    ledger({ tasks: [table(1, '0', { status: 'stopping', partitions: [rows('failed'), rows('stopped')] })] }),
    ['task 1 → failed'],
  ],
  [
    'tasks after a failed one are skipped',
    ledger({
      tasks: [table(1, '0', { status: 'failed' }), table(2, '1'), group(3, '2', 'serial'), table(4, '2.0')],
    }),
    ['task 2 → skipped', 'task 3 → skipped', 'task 4 → skipped'],
  ],
  [
    'unless the run goes on after failures',
    ledger({ continueOnFailure: true, tasks: [table(1, '0', { status: 'failed' }), table(2, '1')] }),
    ['task 2 → running', 'add split_table to 2'],
  ],
  [
    'a run that went on still fails',
    ledger({ continueOnFailure: true, tasks: [table(1, '0', { status: 'failed' }), table(2, '1', done)] }),
    ['run → failed'],
  ],
  [
    'a part that stopped for no visible reason never hangs its run',
    ledger({ tasks: [table(1, '0', { status: 'running', partitions: [rows('stopped')] })] }),
    ['task 1 → stopping'],
  ],

  // parallel and serial
  [
    'parallel starts all, serial inside it one',
    ledger({
      tasks: [
        group(1, '0', 'parallel'),
        table(2, '0.0'),
        group(3, '0.1', 'serial'),
        table(4, '0.1.0', { kind: 'truncate_table' }),
        table(5, '0.1.1'),
      ],
    }),
    [
      'task 1 → running',
      'task 2 → running',
      'add split_table to 2',
      'task 3 → running',
      'task 4 → running',
      'add truncate_table to 4',
    ],
  ],
  [
    'serial goes on while its sibling runs',
    ledger({
      tasks: [
        group(1, '0', 'parallel', { status: 'running' }),
        table(2, '0.0', { status: 'running', partitions: [rows('working')] }),
        group(3, '0.1', 'serial', { status: 'running' }),
        table(4, '0.1.0', done),
        table(5, '0.1.1'),
      ],
    }),
    ['task 5 → running', 'add split_table to 5'],
  ],
  [
    'a parallel task ends with its children',
    ledger({
      tasks: [group(1, '0', 'parallel', { status: 'running' }), table(2, '0.0', done), table(3, '0.1', done)],
    }),
    ['task 1 → finished'],
  ],
  [
    'a failed branch stops its siblings',
    ledger({
      tasks: [
        group(1, '0', 'parallel', { status: 'running' }),
        table(2, '0.0', { status: 'failed' }),
        table(3, '0.1', { status: 'running', partitions: [rows('working')] }),
        table(4, '0.2'),
      ],
    }),
    ['task 3 → stopping', 'task 4 → skipped'],
  ],
  [
    'a failing branch stops its siblings before it has ended',
    ledger({
      tasks: [
        group(1, '0', 'parallel', { status: 'running' }),
        table(2, '0.0', { status: 'stopping', partitions: [rows('failed'), rows('working')] }),
        table(3, '0.1', { status: 'running', partitions: [rows('working')] }),
      ],
    }),
    ['task 3 → stopping'],
  ],
  [
    'siblings run to their end when the run goes on after failures',
    ledger({
      continueOnFailure: true,
      tasks: [
        group(1, '0', 'parallel', { status: 'running' }),
        table(2, '0.0', { status: 'failed' }),
        table(3, '0.1', { status: 'running', partitions: [rows('working')] }),
        table(4, '0.2'),
      ],
    }),
    ['task 4 → running', 'add split_table to 4'],
  ],
  [
    'a parallel task with a failed branch fails',
    ledger({
      tasks: [
        group(1, '0', 'parallel', { status: 'running' }),
        table(2, '0.0', { status: 'failed' }),
        table(3, '0.1', { status: 'stopped' }),
      ],
    }),
    ['task 1 → failed'],
  ],

  // cancelling
  [
    'cancelling stops what runs and skips the rest',
    ledger({
      status: 'cancelling',
      tasks: [
        table(1, '0', { status: 'running', partitions: [rows('working', 9), rows('waiting', 10)] }),
        table(2, '1'),
      ],
    }),
    ['task 1 → stopping', 'stop 10', 'task 2 → skipped'],
  ],
  [
    'a table stopped by cancelling is stopped, not failed',
    ledger({
      status: 'cancelling',
      tasks: [table(1, '0', { status: 'stopping', partitions: [rows('stopped')] })],
    }),
    ['task 1 → stopped'],
  ],
  [
    'a statement that was done before it heard of the stop is done',
    ledger({
      status: 'cancelling',
      tasks: [
        table(1, '0', {
          kind: 'run_sql',
          status: 'stopping',
          partitions: [part('run_statement', 'finished')],
        }),
      ],
    }),
    ['task 1 → finished'],
  ],
  [
    'cancelling cleans up',
    ledger({ status: 'cancelling', tasks: [table(1, '0', { status: 'stopped' })], mustCleanUp: true }),
    ['add clean_up to run'],
  ],
];

describe('decideRun', () => {
  it.each(CASES)('%s', (_, given, expected) => {
    expect(words(decideRun(given))).toEqual(expected);
  });

  it('works on at most ten tasks at once', () => {
    const children = Array.from({ length: 12 }, (_, index) => table(10 + index, `0.${index}`));
    const started = words(decideRun(ledger({ tasks: [group(1, '0', 'parallel'), ...children] })));
    expect(started.filter((word) => word.startsWith('add'))).toHaveLength(MAX_PARALLEL_TASKS);

    const busy = children.map((child, index) =>
      index < 10 ? { ...child, status: 'running' as const, partitions: [rows('working')] } : child,
    );
    const tasks = [group(1, '0', 'parallel', { status: 'running' }), ...busy];
    expect(decideRun(ledger({ tasks }))).toEqual([]);
  });

  it('works on at most so many parts at once, of all tables together', () => {
    const parts = (status: LedgerPartition['status'], count: number, from: number): LedgerPartition[] =>
      Array.from({ length: count }, (_, index) => rows(status, from + index));
    const tasks = [
      group(1, '0', 'parallel', { status: 'running' }),
      table(2, '0.0', {
        status: 'running',
        partitions: [...parts('working', 9, 100), ...parts('waiting', 9, 200)],
      }),
      table(3, '0.1', {
        status: 'running',
        partitions: [...parts('pending', 6, 300), ...parts('waiting', 9, 400)],
      }),
    ];
    expect(decideRun(ledger({ tasks }))).toHaveLength(MAX_PARALLEL_PARTS - 15);
  });
});
