import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const END_MS = 120_000;
/**
 * Below the ports that systems give to outgoing connections, and other ones in each test process: nobody takes one of these
 * while its server is restarted.
 */
const PORTS = { first: 20_000, width: 600, ranges: 20 };
const given = new Set<number>();

/** The shell ends the server when our process is gone: it waits at the end of a pipe that we hold. */
const GUARD = `exec 3<&0; "$@" </dev/null 3<&- & server=$!; (read -r line <&3; kill -KILL $server) 2>/dev/null & exec 3<&-; wait $server`;

/** Starts a server program that outlives neither the test nor a test process that was killed. */
export function launchGuarded(program: string, settings: readonly string[]): ChildProcess {
  const child = spawn('/bin/sh', ['-c', GUARD, 'test-guard', program, ...settings], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.unref();
  return child;
}

/** SIGKILL for the server; resolves when it is gone. */
export async function endGuarded(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) {
    return;
  }
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      resolve();
    });
  });
  // It holds no process up while it runs, but who waits for its end would find the program over before.
  child.ref();
  child.stdin?.end();
  await Promise.race([ended, sleep(END_MS, undefined, { ref: false })]);
}

/** A port for a server that says beforehand where it will listen. */
export async function freePort(): Promise<number> {
  const first = PORTS.first + PORTS.width * (Number(process.env.JEST_WORKER_ID ?? '0') % PORTS.ranges);
  for (;;) {
    const port = randomInt(first, first + PORTS.width);
    if (!given.has(port) && (await isFree(port))) {
      given.add(port);
      return port;
    }
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => {
      resolve(false);
    });
    probe.listen(port, '127.0.0.1', () => {
      probe.close(() => {
        resolve(true);
      });
    });
  });
}
