import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EmbeddedServerError } from './embedded-server-error.js';
import type { ServerBinaries } from './server-binaries.js';
import type { ServerHome } from './server-home.js';

export const SERVER_SUPERUSER = 'vizard';

/**
 * Makes the database cluster on the first start: whole or not at all (it is renamed into place when it is complete).
 * Returns the server's password, which lies in a file of mode 0600 beside the cluster.
 */
export async function ensureCluster(
  place: ServerHome,
  binaries: ServerBinaries,
  options: { readonly fast: boolean },
): Promise<string> {
  const passwordFile = join(place.home, 'password');
  if (existsSync(place.cluster)) {
    return readPassword(passwordFile);
  }
  removeDrafts(place.home);
  const password = randomBytes(24).toString('hex');
  rmSync(passwordFile, { force: true });
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600, flag: 'wx', flush: true });
  const { uid, gid } = place.user.identity;
  if (uid !== undefined && gid !== undefined) {
    chownSync(passwordFile, uid, gid);
  }
  const draft = join(place.home, `cluster-draft-${process.pid}`);
  await runInitdb(place, binaries.initdb, [
    ...[`--pgdata=${draft}`, `--username=${SERVER_SUPERUSER}`, `--pwfile=${passwordFile}`],
    ...['--auth=scram-sha-256', '--encoding=UTF8', '--no-instructions', '--data-checksums'],
    ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    ...(options.fast ? ['--no-sync'] : []),
  ]);
  renameSync(draft, place.cluster);
  return password;
}

function readPassword(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new EmbeddedServerError(
      'DATA_DIR holds a database, but the file with its password is missing or cannot be read by this user.',
    );
  }
}

/** What an interrupted first start has left. Only called by the owner of the home's lock. */
function removeDrafts(home: string): void {
  for (const name of readdirSync(home).filter((entry) => entry.startsWith('cluster-draft-'))) {
    rmSync(join(home, name), { recursive: true, force: true });
  }
}

function runInitdb(place: ServerHome, initdb: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(initdb, args, {
      ...place.user.identity,
      cwd: '/',
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let complaint = '';
    child.stderr.on('data', (chunk: Buffer) => {
      complaint = (complaint + chunk.toString()).slice(-2_000);
    });
    child.on('error', (error) => {
      reject(new EmbeddedServerError(`The private PostgreSQL could not be set up: ${error.message}`));
    });
    child.on('close', (code) => {
      if (code === 0) {
        resolve();
      } else {
        reject(new EmbeddedServerError(`The private PostgreSQL could not be set up: ${complaint.trim()}`));
      }
    });
  });
}
