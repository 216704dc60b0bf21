import { readFileSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedServerError } from './embedded-server-error.js';
import { commandLine } from './process-identity.js';

const GRACE_MS = 10_000;

/**
 * Ends a server that an earlier start of ours left behind on this cluster. Signals only a process whose command line
 * names both `postgres` and this cluster. Only called by the owner of the home's lock.
 */
export async function endStaleServer(cluster: string): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid');
  const pid = readPid(pidFile);
  if (pid === null) {
    return;
  }
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (isOurs(pid, cluster)) {
      process.kill(pid, signal);
      await waitForEnd(pid, cluster);
    }
  }
  if (isOurs(pid, cluster)) {
    throw new EmbeddedServerError(
      `A PostgreSQL server left over by an earlier start (process ${pid}) does not stop. End it, then start again.`,
    );
  }
  // The pid may belong to a stranger by now, which would keep the new server from starting.
  rmSync(pidFile, { force: true });
}

function readPid(pidFile: string): number | null {
  try {
    const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
    return Number.isInteger(pid) && pid > 1 ? pid : null;
  } catch {
    return null;
  }
}

function isOurs(pid: number, cluster: string): boolean {
  const command = commandLine(pid);
  const names = [cluster, realpathSync(cluster)];
  return command !== null && /\bpostgres\b/.test(command) && names.some((name) => command.includes(name));
}

async function waitForEnd(pid: number, cluster: string): Promise<void> {
  const deadline = Date.now() + GRACE_MS;
  while (isOurs(pid, cluster) && Date.now() < deadline) {
    await sleep(50);
  }
}
