import { createHash, randomBytes } from 'node:crypto';
import { chownSync, mkdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { EmbeddedServerError } from './embedded-server-error.js';
import { serverUser, type ServerUser } from './server-user.js';

/** Folders of the private server. `home` is only reachable by its user and root. */
export interface ServerHome {
  readonly home: string;
  readonly cluster: string;
  readonly user: ServerUser;
}

const SYSTEM_PLACE = '/var/lib/vizard';

/**
 * Chooses and makes the private server's home: a folder below `dataDir`, or, when the unprivileged user may not pass
 * through to it (a checkout in root's home), one in the system's place for state, remembered in `dataDir`.
 */
export function openServerHome(dataDir: string): ServerHome {
  mkdirSync(dataDir, { recursive: true });
  const usual = join(dataDir, 'postgres');
  const home = rememberedHome(dataDir) ?? (reachable(dataDir, usual) ? usual : systemHome(dataDir));
  const cluster = join(home, 'cluster');
  const user = serverUser(cluster);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const { uid, gid } = user.identity;
  if (uid !== undefined && gid !== undefined && statSync(home).uid !== uid) {
    chownSync(home, uid, gid);
  }
  return { home, cluster, user };
}

const noteIn = (dataDir: string): string => join(dataDir, 'postgres-home');

function rememberedHome(dataDir: string): string | null {
  try {
    return readFileSync(noteIn(dataDir), 'utf8').trim() || null;
  } catch {
    return null;
  }
}

/** May the server's user pass through every folder above its home? Only a question when we are root. */
function reachable(dataDir: string, home: string): boolean {
  const { uid } = serverUser(join(home, 'cluster')).identity;
  if (uid === undefined) {
    return true;
  }
  for (let folder = realpathSync(dataDir); ; folder = dirname(folder)) {
    const { mode, uid: owner } = statSync(folder);
    const passBit = owner === uid ? 0o100 : 0o001;
    if ((mode & passBit) === 0) {
      return false;
    }
    if (folder === dirname(folder)) {
      return true;
    }
  }
}

function systemHome(dataDir: string): string {
  const hash = createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 16);
  // The random part: who deletes DATA_DIR and starts again wants to begin anew, not to find the former database.
  const home = join(SYSTEM_PLACE, `${hash}-${randomBytes(4).toString('hex')}`);
  try {
    mkdirSync(SYSTEM_PLACE, { recursive: true, mode: 0o711 });
    writeFileSync(noteIn(dataDir), `${home}\n`, { flush: true });
  } catch {
    throw new EmbeddedServerError(
      `The private PostgreSQL runs as an unprivileged user, which cannot reach DATA_DIR, and ${SYSTEM_PLACE} cannot be made. Set DATA_DIR to a folder that others may pass through, or set DATABASE_URL.`,
    );
  }
  return home;
}
