import { Injectable } from '@nestjs/common';

import {
  GitRepositories,
  isBranchName,
  repositoryFolder,
  rulesetFileName,
  type FileAtCommit,
  type FileCommit,
  type GitCaller,
  type GitPlace,
} from '../adapters/git/index.js';
import { AuditService } from '../audit/audit.service.js';
import type { AuthenticatedUser } from '../auth/authenticated-user.js';
import { InvalidInputError } from '../common/errors/domain-error.js';
import { RulesetsService } from '../rulesets/rulesets.service.js';
import { OwnAccountService } from '../users/own-account.service.js';
import type { CommitRulesetDto } from './dto/ruleset-git.dto.js';
import { answeringGitFaults } from './git-faults.js';
import { GitSettingService } from './git-setting.service.js';
import { GitSshKeysService } from './git-ssh-keys.service.js';
import { hostKeys } from './host-keys.js';

/** A place and the right to go there. */
interface Access {
  readonly place: GitPlace;
  readonly caller: GitCaller;
}

/** Rulesets in Git: read, commit, list, and bring into this installation. Everyone uses their own SSH key. */
@Injectable()
export class RulesetGitService {
  constructor(
    private readonly setting: GitSettingService,
    private readonly keys: GitSshKeysService,
    private readonly accounts: OwnAccountService,
    private readonly rulesets: RulesetsService,
    private readonly repositories: GitRepositories,
    private readonly audit: AuditService,
  ) {}

  async atCommit(user: AuthenticatedUser, name: string, commitId: string): Promise<FileAtCommit> {
    const file = fileOf(name);
    const { place, caller } = await this.access(user);
    return answeringGitFaults(() => this.repositories.read(place, caller, file, commitId));
  }

  /** Commits and pushes; the user is the author. The stored ruleset of this name and text then knows its commit. */
  async commit(user: AuthenticatedUser, dto: CommitRulesetDto): Promise<FileAtCommit & { file: string }> {
    const fileName = fileOf(dto.ruleset_name);
    const { place, caller } = await this.access(user);
    const { email } = await this.accounts.me(user);
    const change = {
      fileName,
      text: dto.ruleset_content,
      message: dto.commit_message,
      author: { name: user.username, email },
    };
    const written = await answeringGitFaults(() => this.repositories.write(place, caller, change));
    await this.rulesets.markSynced(dto.ruleset_name, origin(written, place));
    const description = `Ruleset "${dto.ruleset_name}" at commit ${written.commit}`;
    await this.audit.record({ user, category: 'git', action: 'pushed', description });
    return { ...written, file: place.folder === '' ? fileName : `${place.folder}/${fileName}` };
  }

  async history(user: AuthenticatedUser): Promise<Record<string, FileCommit[]>> {
    const { place, caller } = await this.access(user);
    return answeringGitFaults(() => this.repositories.history(place, caller, '.yml'));
  }

  /**
   * Gives a stored ruleset the text that it has in Git now.
   *
   * @param branch null: the branch of the Git setting
   */
  async pull(user: AuthenticatedUser, rulesetId: string, branch: string | null): Promise<void> {
    const { name, configYaml, maskType } = await this.rulesets.get(rulesetId);
    const { place, caller } = await this.access(user, branch);
    const found = await answeringGitFaults(() => this.repositories.read(place, caller, fileOf(name)));
    if (found.text !== configYaml) {
      await this.rulesets.replace(user, rulesetId, { name, config_yaml: found.text, mask_type: maskType });
    }
    await this.rulesets.markSynced(name, origin(found, place));
  }

  private async access(user: AuthenticatedUser, branch: string | null = null): Promise<Access> {
    const setting = await this.setting.get();
    if (setting.repositoryUrl === '') {
      throw new InvalidInputError(
        'Git integration is not set up. An administrator sets the repository in the Git setting.',
      );
    }
    if (branch !== null && !isBranchName(branch)) {
      throw new InvalidInputError('This cannot be the name of a branch.');
    }
    const privateKey = await this.keys.privateKey(user);
    if (privateKey === null) {
      throw new InvalidInputError('You have no SSH key for Git. Upload one first (PUT /api/git-ssh-key/).');
    }
    const { git_directory_path: own } = await this.accounts.profile(user);
    const folder = repositoryFolder(own === '' ? setting.directoryPath : own);
    if (folder === null) {
      throw new InvalidInputError('The Git directory of your profile must lie inside the repository.');
    }
    return {
      place: { url: setting.repositoryUrl, branch: branch ?? setting.branch, folder },
      caller: {
        privateKey,
        ...hostKeys(setting),
        learned: (hosts) => this.setting.learn(setting.repositoryUrl, hosts),
      },
    };
  }
}

function fileOf(rulesetName: string): string {
  const file = rulesetFileName(rulesetName);
  if (file === null) {
    throw new InvalidInputError({
      ruleset_name: [
        'This name cannot be a file name in Git (no / \\ : * ? " < > |, no leading dot or dash, no device name).',
      ],
    });
  }
  return file;
}

function origin(file: FileAtCommit, place: GitPlace): Parameters<RulesetsService['markSynced']>[1] {
  return { text: file.text, branch: file.branch, commitSha: file.commit, repoUrl: place.url };
}
