import { Inject, Injectable } from '@nestjs/common';

import {
  storageAdapters,
  StorageError,
  type FileStore,
  type StorageAdapter,
  type StorageRoles,
  type StorageSettings,
} from '../adapters/storage/index.js';
import { CONFIG, type Config } from '../config/config.js';
import type { RunConnection } from './run-connection.js';

/** Opens the files behind connections. Everything it throws of storages is a `StorageError`. */
@Injectable()
export class ConnectionStorages {
  private readonly adapters: Readonly<Partial<Record<string, StorageAdapter>>>;

  constructor(@Inject(CONFIG) config: Config) {
    this.adapters = storageAdapters({
      mountsDir: config.paths.mountsDir,
      allowPublic: config.storage.allowPublic,
    });
  }

  /** `owner` marks unfinished files: letters, digits and `-`. Close the store afterwards. */
  async open(connection: RunConnection, owner: string): Promise<FileStore> {
    if (connection.storage === null) {
      throw new StorageError('unsupported', `The connection "${connection.name}" is none to files.`);
    }
    return this.adapterOf(connection.dbType).open(connection.storage, owner);
  }

  async test(kind: string, settings: StorageSettings, roles: StorageRoles): Promise<void> {
    await this.adapterOf(kind).test(settings, roles);
  }

  private adapterOf(kind: string): StorageAdapter {
    const adapter = this.adapters[kind];
    if (adapter === undefined) {
      throw new StorageError('unsupported', `Using connections of the kind ${kind} is not supported yet.`);
    }
    return adapter;
  }
}
