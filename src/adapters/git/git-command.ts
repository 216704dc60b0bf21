import { spawn, type ChildProcess } from 'node:child_process';

import { GitError, gitFault } from './git-error.js';

/** No hooks, no helper transports, no files from outside: only what a bare repository and ssh need. */
const FIXED = [
  ['core.hooksPath', '/dev/null'],
  ['core.symlinks', 'false'],
  ['protocol.allow', 'never'],
  ['protocol.ssh.allow', 'always'],
  ['fetch.fsckObjects', 'true'],
  ['fetch.recurseSubmodules', 'false'],
  ['gc.auto', '0'],
  ['commit.gpgSign', 'false'],
].flatMap(([name, value]) => ['-c', `${name}=${value}`]);

const SEARCH_PATH = '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin';
const MAX_ERROR_CHARS = 16_384;
const MAX_OUTPUT_BYTES = 64 * 1_048_576;

/** How one call of git runs. */
export interface GitCall {
  /** The bare repository; absent for calls that need none. */
  readonly repository?: string;
  /** What ssh uses; absent: the call does not leave this machine. */
  readonly sshConfig?: string;
  readonly input?: string;
  readonly timeoutMs: number;
  /** Added to a minimal environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Asked every half second; a reason ends the call with it. */
  readonly watch?: () => Promise<GitError | null>;
}

/**
 * Runs git with fixed arguments, without a shell, and returns its output. Throws `GitError`; after the time limit the
 * whole process group is ended.
 */
export async function git(args: readonly string[], call: GitCall): Promise<Buffer> {
  const where = call.repository === undefined ? [] : [`--git-dir=${call.repository}`];
  const child = spawn('git', [...FIXED, ...where, ...args], {
    env: environment(call),
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(call.input ?? '');
  const stop = guarded(child, call);
  try {
    const { output, errors, status } = await finished(child);
    const reason = stop.reason();
    if (reason !== null) {
      throw reason;
    }
    if (status !== 0) {
      throw gitFault(errors);
    }
    return output;
  } finally {
    stop.release();
  }
}

function environment(call: GitCall): Record<string, string> {
  return {
    PATH: SEARCH_PATH,
    HOME: '/nonexistent',
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ALLOW_PROTOCOL: 'ssh',
    GIT_SSH_VARIANT: 'ssh',
    // The path is of our own making (mkdtemp), so nothing in it has a meaning for the shell that git uses here.
    GIT_SSH_COMMAND: call.sshConfig === undefined ? 'false' : `ssh -F ${call.sshConfig}`,
    ...call.env,
  };
}

/** Ends the call when its time is over or its watch gives a reason. */
function guarded(child: ChildProcess, call: GitCall): { reason: () => GitError | null; release: () => void } {
  let reason: GitError | null = null;
  const end = (why: GitError): void => {
    reason ??= why;
    killGroup(child);
  };
  const timer = setTimeout(() => {
    end(new GitError('timeout', 'The Git server did not answer in time.'));
  }, call.timeoutMs);
  const watcher = setInterval(() => {
    void call.watch?.().then((why) => {
      if (why !== null) {
        end(why);
      }
    });
  }, 500);
  return {
    reason: () => reason,
    release: (): void => {
      clearTimeout(timer);
      clearInterval(watcher);
    },
  };
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null) {
    return;
  }
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}

interface Outcome {
  readonly output: Buffer;
  readonly errors: string;
  readonly status: number | null;
}

function finished(child: ChildProcess): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let errors = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MAX_OUTPUT_BYTES) {
        chunks.push(chunk);
      } else {
        killGroup(child);
      }
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      errors = (errors + chunk.toString('utf8')).slice(-MAX_ERROR_CHARS);
    });
    child.on('error', () => {
      reject(new GitError('failed', 'The program git is not installed on this server.'));
    });
    child.on('close', (status) => {
      resolve({ output: Buffer.concat(chunks), errors, status: size > MAX_OUTPUT_BYTES ? 1 : status });
    });
  });
}
