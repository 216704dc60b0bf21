import { Injectable } from '@nestjs/common';

import { DATABASE_ADAPTERS, DatabaseError } from '../adapters/databases/index.js';
import { InvalidInputError } from '../common/errors/domain-error.js';
import { StorageError } from '../adapters/storage/index.js';
import {
  storageRoles,
  toStorageSettings,
  type ConnectionSecrets,
  type ConnectionSettings,
} from './connection-settings.js';
import type { ConnectionKind } from './connection-kinds.js';
import { ConnectionStorages } from './connection-storages.js';
import { AttachedFiles } from './files/attached-files.js';

/** Asks the other side of a connection to say hello. */
@Injectable()
export class ConnectionTester {
  constructor(
    private readonly files: AttachedFiles,
    private readonly storages: ConnectionStorages,
  ) {}

  /** Resolves when it can be used. Throws `InvalidInputError` with the reason, which holds no secret. */
  async test(kind: ConnectionKind, settings: ConnectionSettings, secrets: ConnectionSecrets): Promise<void> {
    try {
      const storage = toStorageSettings(settings, secrets);
      await (storage === null
        ? this.testDatabase(kind, settings, secrets)
        : this.storages.test(kind, storage, storageRoles(settings)));
    } catch (error) {
      if (error instanceof DatabaseError || error instanceof StorageError) {
        throw new InvalidInputError(`The connection does not work: ${error.message}`);
      }
      throw error;
    }
  }

  private async testDatabase(
    kind: ConnectionKind,
    settings: ConnectionSettings,
    secrets: ConnectionSecrets,
  ): Promise<void> {
    const adapter = DATABASE_ADAPTERS[kind];
    if (adapter === undefined) {
      throw new InvalidInputError(
        `Connections of the kind ${kind} are stored, but using them is not supported yet.`,
      );
    }
    const session = await adapter.open(
      await this.files.databaseSettings(settings, secrets),
      'vizard connection test',
    );
    await session.close();
  }
}
