import { spawn, type ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const END_MS = 5_000;

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
  child.stdin?.end();
  await Promise.race([ended, sleep(END_MS, undefined, { ref: false })]);
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => {
        resolve(port);
      });
    });
  });
}
