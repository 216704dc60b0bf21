import { randomBytes, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import type { NowOrLater } from '../common/async/now-or-later.js';
import { SecretBox } from '../common/crypto/secret-box.js';
import { insertMissing } from '../database/insert-missing.js';
import { Installation, THE_INSTALLATION } from './installation.entity.js';

const SECRET_BYTES = 32;
/** Binds the sealed instance secret to its place. */
export const INSTANCE_SECRET_CONTEXT = 'installation:instance-secret';

/** How long a process may still act on hosts that another process has changed. */
const HOSTS_FRESH_MS = 5_000;

/** What belongs to this installation as a whole. */
@Injectable()
export class InstallationService {
  private secret: NowOrLater<string> | null = null;
  private hosts: { readonly names: readonly string[]; readonly readAt: number } | null = null;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly secretBox: SecretBox,
  ) {}

  /** 32 random bytes in hex, made once per installation and never changed. */
  instanceSecret(): NowOrLater<string> {
    this.secret ??= this.openSecret();
    return this.secret;
  }

  /** UUID that tells this installation from others. */
  async installationId(): Promise<string> {
    return (await this.row()).installationId;
  }

  /** Does an administrator exist? Whoever makes the first one names the hosts in the same transaction. */
  async isInstalled(): Promise<boolean> {
    return (await this.row()).allowedHosts.length > 0;
  }

  /** Hosts the service may be called by; empty: not installed yet, so any. At most five seconds old. */
  allowedHosts(): NowOrLater<readonly string[]> {
    const now = Date.now();
    return this.hosts === null || now - this.hosts.readAt > HOSTS_FRESH_MS
      ? this.readHosts(now)
      : this.hosts.names;
  }

  /** Stores what the first administrator decided, inside the transaction that makes them. */
  async install(
    choice: { readonly allowedHosts: readonly string[]; readonly contractLicenseType: string | null },
    manager: EntityManager,
  ): Promise<void> {
    await this.ensureRow(manager);
    await manager.update(
      Installation,
      { id: THE_INSTALLATION },
      { allowedHosts: [...choice.allowedHosts], contractLicenseType: choice.contractLicenseType },
    );
  }

  /** Null: not set, or licensing is of another kind. */
  async contractLicenseType(): Promise<string | null> {
    return (await this.row()).contractLicenseType;
  }

  async setContractLicenseType(contractLicenseType: string, manager: EntityManager): Promise<void> {
    await this.ensureRow(manager);
    await manager.update(Installation, { id: THE_INSTALLATION }, { contractLicenseType });
  }

  /** Stores other hosts that the service may be called by. */
  async allowHosts(allowedHosts: readonly string[], manager: EntityManager): Promise<void> {
    await manager.update(
      Installation,
      { id: THE_INSTALLATION },
      { allowedHosts: [...new Set(allowedHosts)] },
    );
  }

  /** Makes the next question after the hosts read them anew. */
  forgetHosts(): void {
    this.hosts = null;
  }

  private async readHosts(readAt: number): Promise<readonly string[]> {
    const { allowedHosts: names } = await this.row();
    this.hosts = { names, readAt };
    return names;
  }

  private async openSecret(): Promise<string> {
    try {
      this.secret = this.secretBox.open((await this.row()).sealedInstanceSecret, INSTANCE_SECRET_CONTEXT);
      return this.secret;
    } catch (error) {
      this.secret = null;
      throw error;
    }
  }

  private async row(): Promise<Installation> {
    const found = await this.dataSource.manager.findOneBy(Installation, { id: THE_INSTALLATION });
    if (found !== null) {
      return found;
    }
    await this.ensureRow(this.dataSource.manager);
    return this.dataSource.manager.findOneByOrFail(Installation, { id: THE_INSTALLATION });
  }

  /** Two first starts at once: one row wins, both read it. */
  private async ensureRow(manager: EntityManager): Promise<void> {
    const secret = randomBytes(SECRET_BYTES).toString('hex');
    await insertMissing(manager, Installation, {
      id: THE_INSTALLATION,
      installationId: randomUUID(),
      sealedInstanceSecret: this.secretBox.seal(secret, INSTANCE_SECRET_CONTEXT),
    });
  }
}
