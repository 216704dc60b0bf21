import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { readFile } from 'node:fs/promises';
import type { DataSource } from 'typeorm';

import { AuditService } from '../audit/audit.service.js';
import type { AuthenticatedUser } from '../auth/authenticated-user.js';
import { InvalidInputError, NotFoundError } from '../common/errors/domain-error.js';
import { Logger } from '../common/logging/logger.js';
import { CONFIG, type Config } from '../config/config.js';
import { transaction } from '../database/transaction.js';
import { InstallationService } from '../installation/installation.service.js';
import type { UploadedFile } from '../uploads/uploaded-file.js';
import { issuerKey, LicenseFileError, readLicenseFile, type LicenseGrant } from './license-file.js';
import { LicenseState } from './license-state.js';
import { StoredLicense, THE_LICENSE } from './license.entity.js';

/** How long a process may still act on a licence that another process has replaced. */
const FRESH_MS = 5_000;

const UNLIMITED = { expires: null, rowLimit: null, quotaTb: null, maximumNodeCount: null };

/** Knows what the licence of the installation allows. */
@Injectable()
export class LicenseService extends LicenseState implements OnModuleInit {
  private known: { readonly refusal: string | null; readonly expires: Date | null } = {
    refusal: null,
    expires: null,
  };
  private readAt = 0;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    private readonly installation: InstallationService,
    private readonly audit: AuditService,
    private readonly logger: Logger,
  ) {
    super();
  }

  get isUploadable(): boolean {
    return this.config.licenseMode === 'file';
  }

  onModuleInit(): Promise<void> {
    return this.isUploadable ? this.refresh() : Promise.resolve();
  }

  /** From memory, at most a few seconds old; read again behind the caller's back. */
  override refusal(): string | null {
    if (!this.isUploadable) {
      return null;
    }
    if (Date.now() - this.readAt > FRESH_MS) {
      this.readAt = Date.now();
      this.refresh().catch((err: unknown) => this.logger.warn('The licence could not be read', { err }));
    }
    return this.known.refusal ?? expiryRefusal(this.known.expires);
  }

  /** What is granted now; null: there is no licence file yet. Throws `LicenseFileError` when the stored one is not valid. */
  async grant(): Promise<LicenseGrant | null> {
    const { licenseMode } = this.config;
    if (licenseMode === 'file') {
      const stored = await this.dataSource.manager.findOneBy(StoredLicense, { id: THE_LICENSE });
      return stored === null ? null : this.read(stored.text);
    }
    const uuid = await this.installation.installationId();
    const type = (await this.installation.contractLicenseType()) ?? licenseMode;
    const name = { community: 'Community', cloud_contract: 'Cloud contract', marketplace: 'Marketplace' };
    return { uuid, name: name[licenseMode], type, ...UNLIMITED };
  }

  /** Takes a licence file in the place of the present one. */
  async upload(user: AuthenticatedUser, file: UploadedFile): Promise<void> {
    if (!this.isUploadable) {
      throw new InvalidInputError('This installation needs no licence file (LICENSE_MODE).');
    }
    const text = (await readFile(file.path, 'utf8')).trim();
    const grant = this.checked(text);
    await transaction(this.dataSource, async (manager) => {
      await manager.save(Object.assign(new StoredLicense(), { id: THE_LICENSE, text }));
      const description = `Uploaded the licence ${grant.uuid}`;
      await this.audit.record({ user, category: 'license', action: 'modified', description }, manager);
    });
    await this.refresh();
  }

  /** `business` or `enterprise`. Throws where the installation has no cloud contract, or no type is set yet. */
  async contractType(): Promise<string> {
    this.assertContract();
    const type = await this.installation.contractLicenseType();
    if (type === null) {
      throw new NotFoundError('The type of the contract is not set yet.');
    }
    return type;
  }

  async setContractType(user: AuthenticatedUser, type: string): Promise<void> {
    this.assertContract();
    await transaction(this.dataSource, async (manager) => {
      await this.installation.setContractLicenseType(type, manager);
      const description = `Set the type of the contract to ${type}`;
      await this.audit.record({ user, category: 'license', action: 'modified', description }, manager);
    });
  }

  private assertContract(): void {
    if (this.config.licenseMode !== 'cloud_contract') {
      throw new InvalidInputError('Licensing is not of the cloud contract type (LICENSE_MODE).');
    }
  }

  private checked(text: string): LicenseGrant {
    try {
      const grant = this.read(text);
      const refusal = expiryRefusal(grant.expires);
      if (refusal !== null) {
        throw new LicenseFileError(refusal);
      }
      return grant;
    } catch (error) {
      throw error instanceof LicenseFileError
        ? new InvalidInputError({ license_file: [error.message] })
        : error;
    }
  }

  private read(text: string): LicenseGrant {
    return readLicenseFile(text, issuerKey(this.config.licensePublicKey ?? ''));
  }

  private async refresh(): Promise<void> {
    this.readAt = Date.now();
    try {
      const grant = await this.grant();
      const refusal = grant === null ? 'There is no licence: an administrator can upload one.' : null;
      this.known = { refusal, expires: grant?.expires ?? null };
    } catch (error) {
      if (!(error instanceof LicenseFileError)) {
        throw error;
      }
      this.known = { refusal: `The licence is not valid: ${error.message}`, expires: null };
    }
  }
}

function expiryRefusal(expires: Date | null): string | null {
  return expires === null || expires.getTime() > Date.now()
    ? null
    : `The licence expired on ${expires.toISOString().slice(0, 10)}.`;
}
