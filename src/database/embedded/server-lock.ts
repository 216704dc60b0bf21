import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EmbeddedServerError } from './embedded-server-error.js';
import { isSameProcess, processMark } from './process-identity.js';

interface Holder {
  readonly pid: number;
  /** Tells this process from a later one with the same pid. */
  readonly mark: string;
}

const MAX_TRIES = 5;

/**
 * Makes us the only owner of a private server's home; returns the function that gives it back. Throws when another
 * living process owns it. A dead owner's lock is taken over.
 */
export function lockServerHome(home: string): () => void {
  const lock = join(home, 'owner.lock');
  const self: Holder = { pid: process.pid, mark: processMark(process.pid) ?? '' };
  for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
    if (tryLock(lock, self)) {
      return () => {
        release(lock, self);
      };
    }
    const holder = readHolder(lock);
    if (holder !== null && isSameProcess(holder.pid, holder.mark)) {
      throw new EmbeddedServerError(
        `Another Vizard (process ${holder.pid}) is using this DATA_DIR. Stop it first, or set another DATA_DIR and PORT.`,
      );
    }
    removeStale(lock, holder);
  }
  throw new EmbeddedServerError(
    'DATA_DIR could not be locked: several processes start on it at the same time.',
  );
}

/** A link never replaces an existing file, so exactly one of several starters wins, with its whole content. */
function tryLock(lock: string, self: Holder): boolean {
  const draft = `${lock}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, JSON.stringify(self), { mode: 0o600 });
  try {
    linkSync(draft, lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw error;
    }
    return false;
  } finally {
    rmSync(draft, { force: true });
  }
}

function readHolder(lock: string): Holder | null {
  try {
    return JSON.parse(readFileSync(lock, 'utf8')) as Holder;
  } catch {
    return null;
  }
}

/** Moves the stale lock aside; if a faster starter has put its own there meanwhile, that one is put back. */
function removeStale(lock: string, stale: Holder | null): void {
  const aside = `${lock}.${randomBytes(6).toString('hex')}`;
  try {
    renameSync(lock, aside);
  } catch {
    return;
  }
  const moved = readHolder(aside);
  if (moved !== null && (moved.pid !== stale?.pid || moved.mark !== stale.mark)) {
    try {
      linkSync(aside, lock);
    } catch {
      // A third starter holds it now and will be refused or refuse in its turn.
    }
  }
  rmSync(aside, { force: true });
}

function release(lock: string, self: Holder): void {
  const holder = readHolder(lock);
  if (holder?.pid === self.pid && holder.mark === self.mark) {
    rmSync(lock, { force: true });
  }
}
