import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** Answers for one domain that works with connections. */
export interface ConnectionUser {
  /** Why the connection must be neither deleted nor changed now, as a sentence for the caller; null: this domain does not mind. */
  reasonToKeep(connectionId: string, manager: EntityManager): Promise<string | null>;
}

/**
 * Lets domains that depend on connections (runs) have a say in their deletion and change, without connections knowing them.
 * The question is asked inside the transaction, which holds the row: see `ConnectionsService.forRun`.
 */
@Injectable()
export class ConnectionUsage {
  private readonly users: ConnectionUser[] = [];

  /** Called once, at module init. */
  register(user: ConnectionUser): void {
    this.users.push(user);
  }

  async reasonToKeep(connectionId: string, manager: EntityManager): Promise<string | null> {
    for (const user of this.users) {
      const reason = await user.reasonToKeep(connectionId, manager);
      if (reason !== null) {
        return reason;
      }
    }
    return null;
  }
}
