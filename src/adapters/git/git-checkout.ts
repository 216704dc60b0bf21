import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { git, type GitCall } from './git-command.js';
import { GitError } from './git-error.js';

const TRACKED = 'refs/remotes/origin/current';
const MEGABYTE = 1_048_576;

/** Limits of what one repository may cost. */
export interface GitLimits {
  readonly timeoutMs: number;
  readonly maxMegabytes: number;
}

/** The local copy (bare, without files) of one branch of one repository, brought up to date by `fetch`. */
export class GitCheckout {
  constructor(
    /** Where the local copy lies. */
    readonly folder: string,
    private readonly url: string,
    private readonly sshConfig: string,
    private readonly limits: GitLimits,
  ) {}

  /** The branch to use: the wished one, else the remote's default, else `main` (an empty repository). */
  async branch(wished: string): Promise<string> {
    if (wished !== '') {
      return wished;
    }
    const heads = await this.remote(['ls-remote', '--symref', '--', this.url, 'HEAD']);
    return /^ref: refs\/heads\/(\S+)\tHEAD$/m.exec(heads)?.[1] ?? 'main';
  }

  /**
   * Fetches the branch and returns its commit; null: the repository is empty. Throws `GitError`, `no_branch` where the
   * repository has others only. What grows beyond the limit is stopped and removed.
   */
  async fetch(branch: string): Promise<string | null> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await this.local(['init', '--quiet', '--bare', '--', this.folder], { isNew: true });
    const source = `refs/heads/${branch}`;
    try {
      const fetch = ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--force', '--', this.url];
      await this.remote([...fetch, `${source}:${TRACKED}`], () => this.overgrown());
      await this.assertSize();
      return (await this.local(['rev-parse', '--verify', `${TRACKED}^{commit}`])).trim();
    } catch (error) {
      if (error instanceof GitError && error.fault === 'too_large') {
        await rm(this.folder, { recursive: true, force: true });
      }
      if (error instanceof GitError && error.fault === 'no_branch' && (await this.isEmpty())) {
        return null;
      }
      throw error;
    }
  }

  /** Pushes a commit as the branch's new end, only if nobody else moved it. Throws `GitError` (`rejected`). */
  async push(commit: string, branch: string): Promise<void> {
    await this.remote(['push', '--quiet', '--porcelain', '--', this.url, `${commit}:refs/heads/${branch}`]);
  }

  /** Runs git on the local copy only. */
  async local(
    args: readonly string[],
    options: { readonly input?: string; readonly env?: GitCall['env']; readonly isNew?: boolean } = {},
  ): Promise<string> {
    const { input, env, isNew = false } = options;
    const output = await git(args, {
      ...(isNew ? {} : { repository: this.folder }),
      ...(input === undefined ? {} : { input }),
      ...(env === undefined ? {} : { env }),
      timeoutMs: this.limits.timeoutMs,
    });
    return output.toString('utf8');
  }

  private async isEmpty(): Promise<boolean> {
    return (await this.remote(['ls-remote', '--heads', '--', this.url])).trim() === '';
  }

  private async remote(args: readonly string[], watch?: GitCall['watch']): Promise<string> {
    const output = await git(args, {
      ...(args[0] === 'ls-remote' ? {} : { repository: this.folder }),
      sshConfig: this.sshConfig,
      timeoutMs: this.limits.timeoutMs,
      ...(watch === undefined ? {} : { watch }),
    });
    return output.toString('utf8');
  }

  /** What came faster than anybody watched. */
  private async assertSize(): Promise<void> {
    const reason = await this.overgrown();
    if (reason !== null) {
      throw reason;
    }
  }

  private async overgrown(): Promise<GitError | null> {
    const bytes = await sizeOf(this.folder);
    return bytes <= this.limits.maxMegabytes * MEGABYTE
      ? null
      : new GitError(
          'too_large',
          `The repository is larger than ${this.limits.maxMegabytes} MB (GIT_MAX_REPOSITORY_MB).`,
        );
  }
}

async function sizeOf(folder: string): Promise<number> {
  try {
    const entries = await readdir(folder, { recursive: true });
    const sizes = await Promise.all(
      entries.map((name) =>
        stat(join(folder, name)).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
    );
    return sizes.reduce((sum, size) => sum + size, 0);
  } catch {
    return 0;
  }
}
