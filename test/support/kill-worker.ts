import type { TestApp } from './test-app.js';

/** Kills a worker process that has a part of the run in its hands; false: none has. */
export async function killOneAtWork(app: TestApp, runId: number): Promise<boolean> {
  const found = await app.database.query<{ worker: string }>(
    `SELECT claimed_by AS worker FROM run_partition WHERE run_id = $1 AND status = 'working' ORDER BY random()`,
    [runId],
  );
  const pid = Number(/-(\d+)-[0-9a-f]{8}$/.exec(found[0]?.worker ?? '')?.[1] ?? 0);
  if (!app.background.supervisor.pids().includes(pid)) {
    return false;
  }
  process.kill(pid, 'SIGKILL');
  return true;
}
