import { readFile } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';

import { readSshKey, SshKeyError } from '../adapters/git/index.js';
import { AuditService } from '../audit/audit.service.js';
import type { AuditAction } from '../audit/audit-vocabulary.js';
import type { AuthenticatedUser } from '../auth/authenticated-user.js';
import { SecretBox } from '../common/crypto/secret-box.js';
import { InvalidInputError, NotFoundError } from '../common/errors/domain-error.js';
import { transaction } from '../database/transaction.js';
import { GitSshKey } from './git-ssh-key.entity.js';

const MAX_KEY_BYTES = 64 * 1_024;

/** The SSH keys of users, one each; only its owner ever uses a key, and nobody sees it again. */
@Injectable()
export class GitSshKeysService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly box: SecretBox,
    private readonly audit: AuditService,
  ) {}

  async get(user: AuthenticatedUser): Promise<GitSshKey> {
    const key = await this.find(user);
    if (key === null) {
      throw new NotFoundError('You have no SSH key. Upload one first.');
    }
    return key;
  }

  /** Takes the place of the user's key. The file must hold a private key without passphrase. */
  async replace(
    user: AuthenticatedUser,
    name: string,
    file: { readonly path: string; readonly sizeBytes: number },
  ): Promise<GitSshKey> {
    if (file.sizeBytes > MAX_KEY_BYTES) {
      throw new InvalidInputError({ key_file: ['This is not a private SSH key: it is too large.'] });
    }
    const privateKey = checkedKey(await readFile(file.path));
    return transaction(this.dataSource, async (manager) => {
      const key = manager.create(GitSshKey, {
        userId: user.id,
        name,
        sealedKey: this.box.seal(privateKey, sshKeyContext(user.id)),
        uploadedTime: new Date(),
      });
      await manager.save(key);
      await this.audit.record(entry(user, 'modified'), manager);
      return key;
    });
  }

  async remove(user: AuthenticatedUser): Promise<void> {
    await transaction(this.dataSource, async (manager) => {
      const { affected } = await manager.delete(GitSshKey, { userId: user.id });
      if (affected === 0) {
        throw new NotFoundError('You have no SSH key.');
      }
      await this.audit.record(entry(user, 'deleted'), manager);
    });
  }

  /** The private key in OpenSSH form; null: the user has none. */
  async privateKey(user: AuthenticatedUser): Promise<string | null> {
    const key = await this.find(user);
    return key === null ? null : this.box.open(key.sealedKey, sshKeyContext(user.id));
  }

  private find(user: AuthenticatedUser): Promise<GitSshKey | null> {
    return this.dataSource.manager.findOneBy(GitSshKey, { userId: user.id });
  }
}

function checkedKey(file: Buffer): string {
  try {
    return readSshKey(file);
  } catch (error) {
    if (error instanceof SshKeyError) {
      throw new InvalidInputError({ key_file: [error.message] });
    }
    throw error;
  }
}

/** Binds a sealed key to its owner. */
export function sshKeyContext(userId: number): string {
  return `git-ssh-key:${userId}`;
}

function entry(user: AuthenticatedUser, action: AuditAction): Parameters<AuditService['record']>[0] {
  return { user, category: 'git', action, description: `SSH key of user ${user.username}` };
}
