import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';

import {
  GitError,
  GitRepositories,
  isBranchName,
  readGitAddress,
  repositoryFolder,
} from '../adapters/git/index.js';
import { AuditService } from '../audit/audit.service.js';
import type { AuthenticatedUser } from '../auth/authenticated-user.js';
import { InvalidInputError } from '../common/errors/domain-error.js';
import { assertFields } from '../common/validation/assert-fields.js';
import { transaction } from '../database/transaction.js';
import type { UpdateGitSettingDto } from './dto/git-setting.dto.js';
import { GitSetting } from './git-setting.entity.js';
import { GitSshKeysService } from './git-ssh-keys.service.js';
import { hostKeys } from './host-keys.js';

const ONLY_ROW = 1;
/** A line of known_hosts: names, type, key; markers are not needed here. */
const KNOWN_HOST = /^[^\s@#]\S* (ssh|ecdsa|sk)-\S+ [A-Za-z0-9+/=]+( .*)?$/;

/** Which repository holds the rulesets of this installation. */
@Injectable()
export class GitSettingService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly keys: GitSshKeysService,
    private readonly repositories: GitRepositories,
    private readonly audit: AuditService,
  ) {}

  async get(manager: EntityManager = this.dataSource.manager): Promise<GitSetting> {
    return (await manager.findOneBy(GitSetting, { id: ONLY_ROW })) ?? noSetting();
  }

  /** Puts `changes` over the setting (over an empty one to replace it), if the place can be reached with the caller's key. */
  async change(
    user: AuthenticatedUser,
    changes: UpdateGitSettingDto,
    { replace }: { readonly replace: boolean },
  ): Promise<GitSetting> {
    const stored = await this.get();
    const next = laidOver(
      replace ? Object.assign(noSetting(), { learnedHosts: stored.learnedHosts }) : stored,
      changes,
    );
    assertFields(problems(next));
    next.directoryPath = repositoryFolder(next.directoryPath) ?? '';
    next.learnedHosts = next.repositoryUrl === stored.repositoryUrl ? next.learnedHosts : '';
    next.learnedHosts = await this.reached(user, next);
    next.modifiedTime = new Date();
    return transaction(this.dataSource, async (manager) => {
      await manager.upsert(GitSetting, next, ['id']);
      const description = next.repositoryUrl === '' ? 'Git integration switched off' : 'Git setting';
      await this.audit.record({ user, category: 'git', action: 'modified', description }, manager);
      return next;
    });
  }

  /** Keeps the keys that a server has shown, unless the repository was changed meanwhile. */
  async learn(repositoryUrl: string, learnedHosts: string): Promise<void> {
    await this.dataSource.manager.update(GitSetting, { id: ONLY_ROW, repositoryUrl }, { learnedHosts });
  }

  /** Checks the place if the caller has a key; returns the host keys known afterwards. */
  private async reached(user: AuthenticatedUser, setting: GitSetting): Promise<string> {
    const privateKey = setting.repositoryUrl === '' ? null : await this.keys.privateKey(user);
    let learned = setting.learnedHosts;
    if (privateKey === null) {
      return learned;
    }
    const place = { url: setting.repositoryUrl, branch: setting.branch, folder: setting.directoryPath };
    const keep = (hosts: string): Promise<void> => {
      learned = hosts;
      return Promise.resolve();
    };
    try {
      await this.repositories.check(place, { privateKey, ...hostKeys(setting), learned: keep });
      return learned;
    } catch (error) {
      if (error instanceof GitError) {
        const field = error.fault === 'no_branch' ? 'git_branch' : 'git_repository_url';
        throw new InvalidInputError({ [field]: [error.message] });
      }
      throw error;
    }
  }
}

function noSetting(): GitSetting {
  const empty = { repositoryUrl: '', branch: '', directoryPath: '', knownHosts: '', learnedHosts: '' };
  return Object.assign(new GitSetting(), { id: ONLY_ROW, ...empty });
}

function laidOver(setting: GitSetting, changes: UpdateGitSettingDto): GitSetting {
  return Object.assign(new GitSetting(), setting, {
    repositoryUrl: changes.git_repository_url ?? setting.repositoryUrl,
    branch: changes.git_branch ?? setting.branch,
    directoryPath: changes.git_directory_path ?? setting.directoryPath,
    knownHosts: changes.git_known_hosts ?? setting.knownHosts,
  });
}

function problems(setting: GitSetting): Record<string, string | null> {
  const { repositoryUrl, branch, directoryPath, knownHosts } = setting;
  return {
    git_repository_url: repositoryUrl === '' ? null : addressProblem(repositoryUrl),
    git_branch: branch === '' || isBranchName(branch) ? null : 'This cannot be the name of a branch.',
    git_directory_path:
      repositoryFolder(directoryPath) === null ? 'Must be a directory inside the repository.' : null,
    git_known_hosts: knownHostsProblem(knownHosts),
  };
}

function addressProblem(url: string): string | null {
  try {
    readGitAddress(url);
    return null;
  } catch (error) {
    return error instanceof GitError ? error.message : 'This is not an address.';
  }
}

function knownHostsProblem(text: string): string | null {
  const lines = text.split(/\r?\n/);
  const bad = lines.findIndex((line) => !/^\s*(#.*)?$/.test(line) && !KNOWN_HOST.test(line));
  return bad === -1 ? null : `Line ${bad + 1} is not a line of known_hosts: host, key type, key.`;
}
