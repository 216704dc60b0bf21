import { decideRun } from '../ledger/run-decision.js';
import type { Action } from '../ledger/run-decision.js';
import type { LedgerPartition, LedgerTask, RunLedger } from '../ledger/run-ledger.js';

const part = (
  kind: LedgerPartition['kind'],
  status: LedgerPartition['status'],
  id = 100,
): LedgerPartition => ({
  ...{ id, kind, status },
});
const lane = (status: LedgerPartition['status'], id = 100): LedgerPartition => part('mask_files', status, id);
const listed = part('list_files', 'finished', 50);

const of = (more: Partial<RunLedger>): RunLedger => ({
  ...{ status: 'running', targetIsFree: false, continueOnFailure: false, warned: false, mustCleanUp: false },
  ...{ check: part('check_run', 'finished', 1), cleanUp: null, tasks: [] },
  ...more,
});

const files = (more: Partial<LedgerTask> = {}): LedgerTask => ({
  ...{ id: 1, path: '0', kind: 'mask_tabular_file', status: 'running', workers: null, splits: false },
  ...{
    verifies: false,
    isNoted: true,
    masksRows: false,
    rewritesKeys: false,
    managesTriggers: false,
    managesIndexes: false,
    dealsColumns: false,
  },
  ...{ partitions: [] },
  ...more,
});

/** Actions in a few words: `task 1 → running`. */
const words = (actions: readonly Action[]): string[] =>
  actions.map((action) => {
    switch (action.act) {
      case 'move_task':
        return `task ${action.taskId} → ${action.to}`;
      case 'add_partition':
        return `add ${action.kind} to ${action.taskId ?? 'run'}`;
      case 'release_partition':
        return `release ${action.partitionId}`;
      case 'stop_partition':
        return `stop ${action.partitionId}`;
      case 'move_run':
        return `run → ${action.to}`;
    }
  });

const CASES: readonly (readonly [name: string, ledger: RunLedger, expected: readonly string[]])[] = [
  [
    'a task on files begins with the list',
    of({ tasks: [files({ status: 'pending' })] }),
    ['task 1 → running', 'add list_files to 1'],
  ],
  [
    'lanes start as far as there are workers',
    of({
      tasks: [
        files({
          workers: 2,
          partitions: [listed, lane('waiting', 1), lane('waiting', 2), lane('waiting', 3)],
        }),
      ],
    }),
    ['release 1', 'release 2'],
  ],
  ['nothing to mask is done', of({ tasks: [files({ partitions: [listed] })] }), ['task 1 → finished']],
  [
    'all lanes done is done',
    of({ tasks: [files({ partitions: [listed, lane('finished', 1), lane('finished', 2)] })] }),
    ['task 1 → finished'],
  ],
  [
    'a lane that fails stops the others',
    of({
      tasks: [files({ partitions: [listed, lane('failed', 1), lane('working', 2), lane('waiting', 3)] })],
    }),
    ['task 1 → stopping', 'stop 3'],
  ],
  [
    'unless the run goes on after failures',
    of({
      continueOnFailure: true,
      tasks: [files({ partitions: [listed, lane('failed', 1), lane('working', 2), lane('waiting', 3)] })],
    }),
    ['release 3'],
  ],
  [
    'which shows at the end',
    of({
      continueOnFailure: true,
      tasks: [files({ partitions: [listed, lane('failed', 1), lane('finished', 2)] })],
    }),
    ['task 1 → failed'],
  ],
  [
    'without a list there is nothing to go on with',
    of({ continueOnFailure: true, tasks: [files({ partitions: [part('list_files', 'failed')] })] }),
    ['task 1 → stopping'],
  ],
  [
    'a task that is cancelled has not finished, whatever its lanes say',
    of({
      status: 'cancelling',
      tasks: [files({ status: 'stopping', partitions: [listed, lane('finished')] })],
    }),
    ['task 1 → stopped'],
  ],
];

describe('decideRun about files', () => {
  it.each(CASES)('%s', (_, given, expected) => {
    expect(words(decideRun(given))).toEqual(expected);
  });
});
