import { isFinal, mayMove, RUN_STATUSES, UNFINISHED_RUN_STATUSES } from './run-status.js';
import type { RunStatus } from './run-status.js';

describe('the life cycle of a run', () => {
  const allowed: readonly (readonly [RunStatus, RunStatus])[] = [
    ['queued', 'validating'],
    ['queued', 'failed'],
    ['queued', 'cancelling'],
    ['validating', 'running'],
    ['validating', 'failed'],
    ['validating', 'cancelling'],
    ['running', 'finished'],
    ['running', 'finished_with_warnings'],
    ['running', 'failed'],
    ['running', 'cancelling'],
    ['cancelling', 'cancelled'],
    ['cancelling', 'failed'],
    ['failed', 'queued'],
  ];

  it('allows exactly the documented moves', () => {
    const found = RUN_STATUSES.flatMap((from) =>
      RUN_STATUSES.filter((to) => mayMove(from, to)).map((to) => `${from} → ${to}`),
    );
    expect(found.sort()).toEqual(allowed.map(([from, to]) => `${from} → ${to}`).sort());
  });

  it('knows four final statuses', () => {
    expect(RUN_STATUSES.filter(isFinal)).toEqual([
      'finished',
      'finished_with_warnings',
      'failed',
      'cancelled',
    ]);
    expect(UNFINISHED_RUN_STATUSES).toEqual(['queued', 'validating', 'running', 'cancelling']);
  });
});
