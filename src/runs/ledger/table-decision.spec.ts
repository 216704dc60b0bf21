import { decideRun } from './run-decision.js';
import type { LedgerPartition, LedgerTask, RunLedger } from './run-ledger.js';

const part = (kind: LedgerPartition['kind'], status: LedgerPartition['status']): LedgerPartition => ({
  ...{ id: 100, kind, status },
});

/** A run with one table of which something is changed for a while. */
const ledgerOf = (
  managed: Pick<LedgerTask, 'managesTriggers' | 'managesIndexes'>,
  status: LedgerTask['status'],
  partitions: readonly LedgerPartition[],
  run: RunLedger['status'] = 'running',
): RunLedger => ({
  ...{ status: run, targetIsFree: false, continueOnFailure: false, warned: false, mustCleanUp: true },
  ...{ check: part('check_run', 'finished'), cleanUp: null },
  tasks: [
    {
      ...{ id: 1, path: '0', kind: 'mask_table', status, workers: null, splits: false, verifies: true },
      ...{ isNoted: true, masksRows: true, rewritesKeys: false, dealsColumns: false, partitions, ...managed },
    },
  ],
});

const RESTORE = [{ act: 'add_partition', taskId: 1, kind: 'restore_triggers' }];

describe.each([
  ['triggers', { managesTriggers: true, managesIndexes: false }],
  ['indexes', { managesTriggers: false, managesIndexes: true }],
])('the %s of a table', (_, managed) => {
  const ledger = (
    status: LedgerTask['status'],
    partitions: readonly LedgerPartition[],
    run?: RunLedger['status'],
  ): RunLedger => ledgerOf(managed, status, partitions, run);

  it('are noted before its first write', () => {
    expect(decideRun({ ...ledger('pending', []) })).toContainEqual({
      ...{ act: 'add_partition', taskId: 1, kind: 'split_table' },
    });
  });

  it('are put back when all is verified', () => {
    const verified = [part('mask_rows', 'finished'), part('verify_table', 'finished')];
    expect(decideRun(ledger('running', verified))).toEqual(RESTORE);
  });

  it('are put back before a task has failed or stopped', () => {
    expect(decideRun(ledger('stopping', [part('mask_rows', 'failed')]))).toEqual(RESTORE);
    expect(decideRun(ledger('stopping', [part('mask_rows', 'stopped')], 'cancelling'))).toEqual(RESTORE);
  });

  it('are put back whatever else stops', () => {
    const pending = [part('mask_rows', 'stopped'), part('restore_triggers', 'pending')];
    expect(decideRun(ledger('stopping', pending, 'cancelling'))).toEqual([]);
  });

  it('are taken away again before a retry goes on with the rows', () => {
    const reopened = [part('split_table', 'waiting'), part('mask_rows', 'waiting')];
    expect(decideRun(ledger('running', reopened))).toEqual([{ act: 'release_partition', partitionId: 100 }]);
  });
});

describe('a table that needs no step before its rows', () => {
  const unmanaged = { managesTriggers: false, managesIndexes: false };
  const masked = ledgerOf(unmanaged, 'running', [part('mask_rows', 'finished')]);

  it('is masked in one step', () => {
    const started = decideRun(ledgerOf(unmanaged, 'pending', []));
    expect(started).toContainEqual({ act: 'add_partition', taskId: 1, kind: 'mask_rows' });
  });

  it('is verified in that step, too', () => {
    expect(decideRun(masked)).toEqual([{ act: 'move_task', taskId: 1, to: 'finished' }]);
  });

  it('is verified afterwards where a worker of an older version masked it', () => {
    const tasks = masked.tasks.map((task) => ({ ...task, isNoted: false }));
    const verify = { act: 'add_partition', taskId: 1, kind: 'verify_table' };
    expect(decideRun({ ...masked, tasks })).toEqual([verify]);
  });
});
