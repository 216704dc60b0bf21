import { unfinishedPrefix } from './safe-path.js';
import type { FileStore, StorageAdapter, StorageEnvironment, StorageSettings } from './storage-adapter.js';
import { StorageError } from './storage-error.js';

/** Ends what is said of places that the world can read. */
export const ALLOW = 'An administrator can allow public storage (STORAGE_ALLOW_PUBLIC).';

/** In what storages behind a network differ. Everything throws `StorageError`. */
export interface RemoteStorage<Connection extends { close(): void }> {
  /** Throws for settings that cannot be right; nothing is asked yet. */
  readonly connect: (settings: StorageSettings) => Connection;
  readonly tryToList: (connection: Connection) => Promise<void>;
  /** Throws `public` unless it is certain that the world cannot read there. */
  readonly assertPrivate: (connection: Connection) => Promise<void>;
  /** Leaves nothing that is seen. */
  readonly tryToWrite: (connection: Connection) => Promise<void>;
  readonly store: (connection: Connection, owner: string) => FileStore;
}

/** The adapter of a storage behind a network. */
export function remoteAdapter<Connection extends { close(): void }>(
  storage: RemoteStorage<Connection>,
  { allowPublic }: StorageEnvironment,
): StorageAdapter {
  async function connect(settings: StorageSettings): Promise<Connection> {
    const connection = storage.connect(settings);
    try {
      await storage.tryToList(connection);
      await (allowPublic ? Promise.resolve() : storage.assertPrivate(connection));
      return connection;
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  return {
    async test(settings, roles) {
      const connection = await connect(settings);
      try {
        await (roles.destination ? storage.tryToWrite(connection) : Promise.resolve());
      } finally {
        connection.close();
      }
    },
    async open(settings, owner) {
      unfinishedPrefix(owner);
      return storage.store(await connect(settings), owner);
    },
  };
}

/** A refused attempt to write, as users are told of it. */
export function notWritable({ code, message }: StorageError, cause: unknown): StorageError {
  return new StorageError(code, `Files cannot be written there: ${message}`, { cause });
}
