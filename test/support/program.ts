import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { recordSaid } from './leaks/records.js';
import { noteEnvironment } from './leaks/told-secrets.js';

const LAST_WORDS_MS = 2_000;

export interface ProgramOptions {
  readonly env: Readonly<Record<string, string>>;
  /** Runs as this user (only root may ask). */
  readonly uid?: number;
  /** Compiled entry below the root folder. */
  readonly entry?: string;
  readonly args?: readonly string[];
  readonly root?: string;
  /** As the foreground job of a terminal: `interruptGroup` is its Ctrl-C. */
  readonly ownGroup?: boolean;
}

/** The compiled program as its own process, as an operator starts it. */
export class Program {
  private text = '';
  private isOver = false;
  readonly exited: Promise<number | null>;

  private constructor(readonly child: ChildProcess) {
    const hear = (chunk: Buffer): void => {
      this.text += chunk.toString();
      recordSaid({ kind: 'log', name: 'of the program' }, chunk);
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    this.exited = new Promise((resolve) => {
      child.once('exit', (code) => {
        void lastWords(child).then(() => {
          this.isOver = true;
          resolve(code);
        });
      });
    });
  }

  static start(options: ProgramOptions): Program {
    const root = options.root ?? process.cwd();
    const entry = join(root, options.entry ?? 'dist/src/main.js');
    noteEnvironment(options.env);
    const child = spawn(process.execPath, [entry, ...(options.args ?? [])], {
      cwd: root,
      env: { PATH: process.env.PATH, LOG_FORMAT: 'json', ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: options.ownGroup === true,
      ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
    });
    return new Program(child);
  }

  get output(): string {
    return this.text;
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Waits for a line of the log that holds a text; returns it parsed. */
  async says(part: string, timeoutMs = 500_000): Promise<Record<string, unknown>> {
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      const lines = this.text.split('\n');
      // The last one is still being written.
      const line = lines.slice(0, this.isOver ? undefined : -1).find((each) => each.includes(part));
      if (line !== undefined) {
        return line.startsWith('{') ? (JSON.parse(line) as Record<string, unknown>) : { msg: line };
      }
      if (Date.now() > deadline || this.isOver) {
        throw new Error(`Never said "${part}": ${this.text}`);
      }
      await sleep(20);
    }
  }

  /** SIGINT to the whole process group, then waits for the end. */
  async interruptGroup(): Promise<number | null> {
    process.kill(-this.pid, 'SIGINT');
    return this.exited;
  }

  /** Its direct child processes. */
  childPids(): number[] {
    const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(this.pid)], { encoding: 'utf8' });
    return stdout.split('\n').filter(Boolean).map(Number);
  }

  /** Signals it and waits for its end. */
  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      this.child.kill(signal);
    }
    return this.exited;
  }
}

/** A process that has ended may have said more than was read yet; its children may hold the pipe open for longer. */
async function lastWords(child: ChildProcess): Promise<void> {
  const streams = [child.stdout, child.stderr].filter((stream) => stream?.closed === false);
  const closed = streams.map((stream) => new Promise((resolve) => stream!.once('close', resolve)));
  await Promise.race([Promise.all(closed), sleep(LAST_WORDS_MS, undefined, { ref: false })]);
}

/** Living processes whose command line holds a text. */
export function processesNaming(part: string): number[] {
  const { stdout } = spawnSync('ps', ['-eo', 'pid=,stat=,args='], { encoding: 'utf8' });
  return stdout
    .split('\n')
    .filter((line) => line.includes(part) && !/^\s*\d+\s+Z/.test(line))
    .map((line) => Number(line.trim().split(/\s+/)[0]));
}

/** Living processes of process groups, by their leaders. */
export function processesOfGroups(leaders: readonly number[]): number[] {
  const { stdout } = spawnSync('ps', ['-eo', 'pid=,pgid=,stat='], { encoding: 'utf8' });
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, group, state = 'Z']) => leaders.includes(Number(group)) && !state.startsWith('Z'))
    .map(([pid]) => Number(pid));
}

/** Waits until no living process names the text; throws after `timeoutMs`. */
export async function noProcessNaming(part: string, timeoutMs = 300_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (processesNaming(part).length > 0) {
    if (Date.now() > deadline) {
      throw new Error(`Still there: ${processesNaming(part).join(', ')}`);
    }
    await sleep(50);
  }
}
