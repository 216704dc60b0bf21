import { createHash, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import { GitCheckout, type GitLimits } from './git-checkout.js';
import { GitError } from './git-error.js';
import { fileHistory, type FileCommit } from './git-history.js';
import { withSshFiles, type SshAccess } from './ssh-identity.js';

/** Where the files lie. */
export interface GitPlace {
  readonly url: string;
  /** Empty: the repository's default branch. */
  readonly branch: string;
  /** Without slashes at its ends; empty: the repository's root. */
  readonly folder: string;
}

/** Who asks, and where to keep what was learned of the server's key. */
export interface GitCaller extends SshAccess {
  readonly learned: (knownHosts: string) => Promise<void>;
}

/** A file as it stood at a commit of a branch. */
export interface FileAtCommit {
  readonly text: string;
  readonly commit: string;
  readonly branch: string;
}

/** One file's new content, and who says so. */
export interface FileChange {
  readonly fileName: string;
  readonly text: string;
  readonly message: string;
  readonly author: { readonly name: string; readonly email: string };
}

const MAX_FILE_BYTES = 16 * 1_048_576;
const PUSH_ATTEMPTS = 4;

/**
 * Files of Git repositories over SSH, read and written without a work tree. Each repository has one bare copy on this
 * machine, which is brought up to date with the caller's own key before anything is read from it, so that nobody reads
 * what the server would not show them.
 */
export class GitRepositories {
  private readonly busy = new Map<string, Promise<unknown>>();

  constructor(
    private readonly cacheFolder: string,
    private readonly limits: GitLimits,
  ) {}

  /** Can the caller reach the place? Returns the branch in use. Throws `GitError`. */
  check(place: GitPlace, caller: GitCaller): Promise<string> {
    return this.use(place, caller, (_checkout, { branch }) => Promise.resolve(branch));
  }

  /** A file as it was at a commit of the branch; without a commit as it is now. Throws `GitError`. */
  read(place: GitPlace, caller: GitCaller, fileName: string, commitId?: string): Promise<FileAtCommit> {
    return this.use(place, caller, async (checkout, { branch, head }) => {
      const commit = await commitOf(checkout, head, commitId);
      const text = await fileText(checkout, commit, pathOf(place, fileName));
      return { text, commit, branch };
    });
  }

  /** The commits of every file with the ending in the folder (not below it), newest first. Throws `GitError`. */
  history(place: GitPlace, caller: GitCaller, ending: string): Promise<Record<string, FileCommit[]>> {
    return this.use(place, caller, (checkout, { head }) =>
      head === null ? Promise.resolve({}) : fileHistory(checkout, head, place.folder, ending),
    );
  }

  /**
   * Commits one file and pushes. Where others push at the same time it is done again on top of theirs; where they changed
   * the very file, it throws `GitError` (`rejected`). Never forces. A file that has this content already needs no commit:
   * the newest one is returned.
   */
  write(place: GitPlace, caller: GitCaller, change: FileChange): Promise<FileAtCommit> {
    return this.use(place, caller, async (checkout, { branch, head }) => {
      const path = pathOf(place, change.fileName);
      const before = await blobAt(checkout, head, path);
      let parent = head;
      for (let attempt = 1; ; attempt += 1) {
        const commit = await commitFile(checkout, parent, path, change);
        try {
          if (commit !== parent) {
            await checkout.push(commit, branch);
          }
          return { text: change.text, commit, branch };
        } catch (error) {
          if (!(error instanceof GitError) || error.fault !== 'rejected' || attempt === PUSH_ATTEMPTS) {
            throw error;
          }
          parent = await checkout.fetch(branch);
          if ((await blobAt(checkout, parent, path)) !== before) {
            throw error;
          }
        }
      }
    });
  }

  /** One use of a repository's copy at a time. */
  private use<T>(
    place: GitPlace,
    caller: GitCaller,
    work: (checkout: GitCheckout, state: { branch: string; head: string | null }) => Promise<T>,
  ): Promise<T> {
    const folder = join(this.cacheFolder, createHash('sha256').update(place.url).digest('hex').slice(0, 32));
    return this.inTurn(folder, () =>
      withSshFiles(caller, async (ssh) => {
        const checkout = new GitCheckout(folder, place.url, ssh.config, this.limits);
        const branch = await checkout.branch(place.branch);
        const head = await checkout.fetch(branch);
        const hosts = await ssh.knownHosts();
        if (hosts.trim() !== caller.knownHosts.trim()) {
          await caller.learned(hosts);
        }
        return work(checkout, { branch, head });
      }),
    );
  }

  private async inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.busy.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    const settled = mine.catch(() => undefined);
    this.busy.set(key, settled);
    try {
      return await mine;
    } finally {
      if (this.busy.get(key) === settled) {
        this.busy.delete(key);
      }
    }
  }
}

function pathOf(place: GitPlace, fileName: string): string {
  return place.folder === '' ? fileName : `${place.folder}/${fileName}`;
}

/** The whole id of a commit that the branch contains. */
async function commitOf(checkout: GitCheckout, head: string | null, wished?: string): Promise<string> {
  const missing = new GitError('no_commit', 'The branch has no such commit.');
  if (head === null) {
    throw missing;
  }
  if (wished === undefined) {
    return head;
  }
  try {
    const commit = (await checkout.local(['rev-parse', '--verify', '--quiet', `${wished}^{commit}`])).trim();
    await checkout.local(['merge-base', '--is-ancestor', commit, head]);
    return commit;
  } catch {
    throw missing;
  }
}

/** The object of an ordinary file; null: there is none at that commit. */
async function blobAt(checkout: GitCheckout, commit: string | null, path: string): Promise<string | null> {
  if (commit === null) {
    return null;
  }
  const listing = await checkout.local([
    '--literal-pathspecs',
    'ls-tree',
    '-z',
    '--full-tree',
    commit,
    '--',
    path,
  ]);
  return /^100\d{3} blob ([0-9a-f]+)\t/.exec(listing)?.[1] ?? null;
}

async function fileText(checkout: GitCheckout, commit: string, path: string): Promise<string> {
  const blob = await blobAt(checkout, commit, path);
  if (blob === null) {
    throw new GitError('no_file', 'There is no such file at this commit.');
  }
  if (Number(await checkout.local(['cat-file', '-s', blob])) > MAX_FILE_BYTES) {
    throw new GitError('too_large', 'The file is too large for a ruleset.');
  }
  return checkout.local(['cat-file', 'blob', blob]);
}

/** Makes a commit that differs from its parent in one file; the parent itself where nothing differs. */
async function commitFile(
  checkout: GitCheckout,
  parent: string | null,
  path: string,
  { text, message, author }: FileChange,
): Promise<string> {
  const blob = (await checkout.local(['hash-object', '-w', '--stdin'], { input: text })).trim();
  if (parent !== null && (await blobAt(checkout, parent, path)) === blob) {
    return parent;
  }
  const tree = await treeWith(checkout, parent, path, blob);
  const commit = await checkout.local(
    ['commit-tree', tree, ...(parent === null ? [] : ['-p', parent]), '-F', '-'],
    {
      input: message,
      env: {
        GIT_AUTHOR_NAME: author.name,
        GIT_AUTHOR_EMAIL: author.email,
        GIT_COMMITTER_NAME: author.name,
        GIT_COMMITTER_EMAIL: author.email,
      },
    },
  );
  return commit.trim();
}

async function treeWith(
  checkout: GitCheckout,
  parent: string | null,
  path: string,
  blob: string,
): Promise<string> {
  const index = join(checkout.folder, `index-${randomUUID()}`);
  const env = { GIT_INDEX_FILE: index };
  try {
    if (parent !== null) {
      await checkout.local(['read-tree', parent], { env });
    }
    await checkout.local(['update-index', '-z', '--add', '--index-info'], {
      env,
      input: `100644 ${blob}\t${path}\0`,
    });
    return (await checkout.local(['write-tree'], { env })).trim();
  } finally {
    await rm(index, { force: true });
  }
}
