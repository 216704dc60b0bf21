import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedServerError } from './embedded-server-error.js';
import type { ServerHome } from './server-home.js';

/**
 * Starts the server as its child and holds the reading end of a pipe. When the pipe closes (we ask for it, or our
 * process died in whatever way) the server is shut down, at last by force. Being the server's parent, it can never
 * signal a stranger that got the same pid.
 */
const GUARD = `
exec 3<&0
"$@" </dev/null 3<&- &
server=$!
(
  read -r line <&3
  kill -INT $server 2>/dev/null
  for second in 1 2 3 4 5 6 7 8 9 10; do sleep 1; kill -0 $server 2>/dev/null || exit 0; done
  kill -QUIT $server 2>/dev/null
) &
watcher=$!
exec 3<&-
wait $server
status=$?
kill $watcher 2>/dev/null
exit $status
`;

const MAX_LOG_BYTES = 10_000_000;
const READY_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 15_000;

/** A running private server. */
export class ServerProcess {
  private constructor(private readonly guard: ChildProcess) {}

  /** Resolves when the server takes connections. */
  static async start(place: ServerHome, program: string, args: readonly string[]): Promise<ServerProcess> {
    const logFile = join(place.home, 'server.log');
    if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > MAX_LOG_BYTES) {
      rmSync(logFile, { force: true });
    }
    const log = openSync(logFile, 'a', 0o600);
    const logStart = statSync(logFile).size;
    const guard = spawn(
      '/bin/sh',
      ['-c', GUARD, 'vizard-postgres-guard', program, '-D', place.cluster, ...args],
      {
        ...place.user.identity,
        cwd: '/',
        // Away from the terminal's process group: Ctrl-C is for us, and the server goes last.
        detached: true,
        env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
        stdio: ['pipe', log, log],
      },
    );
    closeSync(log);
    // Writing never happens; a reset of the pipe at the guard's end is no error of ours.
    guard.stdin?.on('error', () => undefined);
    const server = new ServerProcess(guard);
    await server.waitUntilReady(place.cluster, logFile, logStart);
    guard.unref();
    return server;
  }

  /** Calls back once if the server ends, asked to or not. */
  onExit(listener: () => void): void {
    this.guard.once('exit', listener);
  }

  /** Shuts the server down and waits for its end. */
  async stop(): Promise<void> {
    if (this.hasExited()) {
      return;
    }
    this.guard.ref();
    const ended = new Promise<void>((resolve) => this.guard.once('exit', () => resolve()));
    this.guard.stdin?.end();
    const timeout = new AbortController();
    await Promise.race([
      ended,
      sleep(STOP_TIMEOUT_MS, undefined, { signal: timeout.signal }).catch(() => undefined),
    ]);
    timeout.abort();
  }

  private async waitUntilReady(cluster: string, logFile: string, logStart: number): Promise<void> {
    const failures: string[] = [];
    this.guard.once('error', (error) => failures.push(error.message));
    const deadline = Date.now() + READY_TIMEOUT_MS;
    while (!isReady(cluster)) {
      if (failures.length > 0 || this.hasExited()) {
        throw new EmbeddedServerError(
          `The private PostgreSQL did not start: ${failures[0] ?? tail(logFile, logStart)}`,
        );
      }
      if (Date.now() > deadline) {
        await this.stop();
        throw new EmbeddedServerError(
          `The private PostgreSQL did not start in time: ${tail(logFile, logStart)}`,
        );
      }
      await sleep(10);
    }
  }

  private hasExited(): boolean {
    return this.guard.exitCode !== null || this.guard.signalCode !== null;
  }
}

/** The server writes its state into the eighth line of its pid file. The caller has removed an older one. */
function isReady(cluster: string): boolean {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[7]?.trim() === 'ready';
  } catch {
    return false;
  }
}

function tail(logFile: string, from: number): string {
  const lines = readFileSync(logFile).subarray(from).toString('utf8').trim().split('\n');
  return lines.slice(-5).join(' | ') || 'it said nothing';
}
