import { execFileSync, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { endGuarded, freePort, launchGuarded } from './guarded-process.js';

const SSHD = '/usr/sbin/sshd';

/** A real sshd on loopback with one bare repository. */
export interface TestGitServer {
  readonly url: string;
  /** Lines of known_hosts for it. */
  readonly knownHosts: string;
  /** A private key that may log in, and one that may not. */
  readonly privateKey: Buffer;
  readonly strangerKey: Buffer;
  /** Runs git on the bare repository. */
  git(...args: string[]): string;
  /** Commits a file as somebody else would. */
  commit(path: string, text: string, branch?: string): string;
  /** Another host key from now on. */
  changeHostKey(): Promise<void>;
  /** A script that decides about pushes (the `update` hook). */
  setUpdateHook(script: string): void;
  stop(): Promise<void>;
}

/** `describe` where sshd, ssh and git are installed and we may log in, `describe.skip` (with the reason printed) elsewhere. */
export function describeWithGitServer(name: string, body: () => void): void {
  const isThere =
    spawnSync(SSHD, ['-t', '-f', '/dev/null']).error === undefined &&
    spawnSync('ssh', ['-V']).error === undefined &&
    spawnSync('git', ['--version']).error === undefined;
  // The test logs in as the user that it runs as.
  const mayLogIn = !/\/(nologin|false)$/.test(userInfo().shell ?? '');
  if (!isThere || !mayLogIn) {
    const reason = isThere ? 'this user has no login shell' : 'sshd, ssh or git is not installed';
    process.stderr.write(`Skipped: tests of Git over SSH (${reason}).\n`);
  }
  (isThere && mayLogIn ? describe : describe.skip)(name, body);
}

export async function startGitServer(): Promise<TestGitServer> {
  const folder = mkdtempSync(join(tmpdir(), 'vizard-test-git-'));
  const repository = join(folder, 'rulesets.git');
  const tcpPort = await freePort();
  const files = (name: string): string => join(folder, name);
  for (const name of ['host', 'host2', 'user', 'stranger']) {
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', files(name)]);
  }
  const git = (...args: string[]): string =>
    execFileSync('git', [`--git-dir=${repository}`, ...args], { encoding: 'utf8', env: gitEnv() }).trim();
  execFileSync('git', ['init', '-q', '--bare', '-b', 'main', repository], { env: gitEnv() });
  writeFileSync(files('authorized_keys'), readFileSync(files('user.pub')), { mode: 0o600 });
  let sshd = await launch(folder, tcpPort, files('host'));
  return {
    url: `ssh://${userInfo().username}@127.0.0.1:${tcpPort}${repository}`,
    knownHosts: `[127.0.0.1]:${tcpPort} ${readFileSync(files('host.pub'), 'utf8').trim()}\n`,
    privateKey: readFileSync(files('user')),
    strangerKey: readFileSync(files('stranger')),
    git,
    commit: (path, text, branch = 'main') => commitFile(folder, repository, { path, text, branch }),
    changeHostKey: async (): Promise<void> => {
      await endGuarded(sshd);
      sshd = await launch(folder, tcpPort, files('host2'));
    },
    setUpdateHook: (script): void => {
      writeFileSync(join(repository, 'hooks', 'update'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    },
    stop: async (): Promise<void> => {
      await endGuarded(sshd);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function gitEnv(): Record<string, string> {
  const person = { NAME: 'Somebody Else', EMAIL: 'else@example.org' };
  return {
    PATH: process.env.PATH ?? '',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: person.NAME,
    GIT_AUTHOR_EMAIL: person.EMAIL,
    GIT_COMMITTER_NAME: person.NAME,
    GIT_COMMITTER_EMAIL: person.EMAIL,
  };
}

function commitFile(
  folder: string,
  repository: string,
  file: { path: string; text: string; branch: string },
): string {
  const clone = mkdtempSync(join(folder, 'clone-'));
  const run = (...args: string[]): string =>
    execFileSync('git', args, {
      cwd: clone,
      env: gitEnv(),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  run('clone', '-q', repository, '.');
  const isKnown =
    spawnSync('git', ['checkout', '-q', file.branch], { cwd: clone, env: gitEnv() }).status === 0;
  if (!isKnown) {
    run('checkout', '-q', '-b', file.branch);
  }
  mkdirSync(join(clone, file.path, '..'), { recursive: true });
  writeFileSync(join(clone, file.path), file.text);
  run('add', '-A');
  run('commit', '-q', '-m', `Change ${file.path}`);
  run('push', '-q', 'origin', file.branch);
  return run('rev-parse', 'HEAD').trim();
}

async function launch(folder: string, tcpPort: number, hostKey: string): Promise<ChildProcess> {
  const config = join(folder, 'sshd_config');
  const lines = {
    ListenAddress: `127.0.0.1:${tcpPort}`,
    HostKey: hostKey,
    AuthorizedKeysFile: join(folder, 'authorized_keys'),
    PidFile: 'none',
    StrictModes: 'no',
    UsePAM: 'no',
    PasswordAuthentication: 'no',
    KbdInteractiveAuthentication: 'no',
    PermitRootLogin: 'prohibit-password',
    MaxStartups: '100',
  };
  writeFileSync(
    config,
    Object.entries(lines)
      .map(([name, value]) => `${name} ${value}\n`)
      .join(''),
  );
  if (process.getuid?.() === 0) {
    // Started by root, sshd wants the folder in which its children without rights live.
    mkdirSync('/run/sshd', { recursive: true, mode: 0o755 });
  }
  const child = launchGuarded(SSHD, ['-D', '-e', '-f', config]);
  for (let attempt = 0; attempt < 10_000 && !(await listens(tcpPort)); attempt += 1) {
    await sleep(50);
  }
  return child;
}

function listens(tcpPort: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(tcpPort, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => {
      resolve(false);
    });
  });
}
