import type { DatabaseSettings } from '../adapters/databases/index.js';
import type { StorageRoles, StorageSettings } from '../adapters/storage/index.js';
import type { MaskType } from './connection-kinds.js';

/** A connection as a run needs it, decrypted. Never logged, never sent. */
export interface RunConnection {
  readonly id: string;
  readonly name: string;
  readonly maskType: MaskType;
  /** The wire's `db_type`; for file connections their `type`. `DATABASE_ADAPTERS` says which can be masked. */
  readonly dbType: string;
  readonly isReadOnly: boolean;
  /** Fields that this kind of connection lacks are empty. */
  readonly settings: DatabaseSettings;
  /** What `ConnectionStorages` opens; null for databases. */
  readonly storage: StorageSettings | null;
  readonly roles: StorageRoles;
}
