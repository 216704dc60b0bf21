import { Injectable } from '@nestjs/common';

import { DATABASE_ADAPTERS, DatabaseError } from '../adapters/databases/index.js';
import { InvalidInputError } from '../common/errors/domain-error.js';
import type { ConnectionSecrets, ConnectionSettings } from './connection-settings.js';
import type { ConnectionKind } from './connection-kinds.js';
import { AttachedFiles } from './files/attached-files.js';

/** Asks the other side of a connection to say hello. */
@Injectable()
export class ConnectionTester {
  constructor(private readonly files: AttachedFiles) {}

  /** Resolves when it can be used. Throws `InvalidInputError` with the reason, which holds no secret. */
  async test(kind: ConnectionKind, settings: ConnectionSettings, secrets: ConnectionSecrets): Promise<void> {
    const adapter = DATABASE_ADAPTERS[kind];
    if (adapter === undefined) {
      throw new InvalidInputError(
        `Connections of the kind ${kind} are stored, but using them is not supported yet.`,
      );
    }
    try {
      const session = await adapter.open(
        await this.files.databaseSettings(settings, secrets),
        'vizard connection test',
      );
      await session.close();
    } catch (error) {
      if (error instanceof DatabaseError) {
        throw new InvalidInputError(`The connection does not work: ${error.message}`);
      }
      throw error;
    }
  }
}
