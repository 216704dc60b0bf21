import { setTimeout as sleep } from 'node:timers/promises';
import type { PartitionKind } from '../../src/runs/ledger/run-ledger.js';
import { whileHeld } from './hold.js';
import type { TestApp } from './test-app.js';
import type { TestDatabase } from './test-database.js';

/** Kills a worker process that has a part (of a kind) of the run in its hands, and cannot end it any more; false: none has. */
export function killOneAtWork(app: TestApp, runId: number, kind?: PartitionKind): Promise<boolean> {
  const ofKind = kind === undefined ? '' : ` AND kind = '${kind}'`;
  const working = `FROM run_partition WHERE run_id = ${runId} AND status = 'working'${ofKind}`;
  return whileHeld(app.database, `SELECT 1 ${working} FOR UPDATE`, async () => {
    const found = await app.database.query<{ worker: string }>(
      `SELECT claimed_by AS worker ${working} ORDER BY random()`,
    );
    const pid = Number(/-(\d+)-[0-9a-f]{8}$/.exec(found[0]?.worker ?? '')?.[1] ?? 0);
    if (!app.background.supervisor.pids().includes(pid)) {
      return false;
    }
    process.kill(pid, 'SIGKILL');
    return true;
  });
}

/**
 * Starts a run and kills its worker at the moment when the target has committed what the worker did last and our own
 * database has not been told. `lock` holds the worker up in the target before that, and `before` is done before the kill;
 * gives the id of the run.
 */
export function killBeforeTelling(
  { app, target }: { readonly app: TestApp; readonly target: TestDatabase },
  lock: string,
  start: () => Promise<number>,
  before: () => Promise<unknown> = () => Promise.resolve(),
): Promise<number> {
  return whileHeld(target, lock, async (held) => {
    const id = await start();
    await held.untilMet();
    // the end of a part is written under the lock of its run
    await whileHeld(app.database, `SELECT 1 FROM run WHERE id = ${id} FOR UPDATE`, async ({ untilMet }) => {
      await held.letGo();
      await untilMet();
      await before();
      while (!(await killOneAtWork(app, id))) {
        await sleep(20);
      }
    });
    return id;
  });
}
