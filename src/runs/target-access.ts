import { Injectable } from '@nestjs/common';
import { DATABASE_ADAPTERS } from '../adapters/databases/index.js';
import type { DatabaseAdapter, DatabaseSession } from '../adapters/databases/index.js';
import { ConnectionsService } from '../connections/connections.service.js';
import type { RunConnection } from '../connections/run-connection.js';
import { PartitionFailure } from './partition-failure.js';
import type { Run } from './run.entity.js';

/** The target of a run, ready to be opened. */
export interface Target {
  readonly connection: RunConnection;
  readonly adapter: DatabaseAdapter;
  /** Opens one more session; the caller closes it. */
  open(): Promise<DatabaseSession>;
}

/** Finds and opens the database that a run masks. */
@Injectable()
export class TargetAccess {
  constructor(private readonly connections: ConnectionsService) {}

  async of(run: Run): Promise<Target> {
    const connection = await this.connections.forRun(run.connectionId);
    if (connection === null) {
      throw new PartitionFailure(
        'no_connection',
        `The connection "${run.connectionName}" does not exist any more.`,
      );
    }
    const adapter = DATABASE_ADAPTERS[connection.dbType];
    if (adapter === undefined) {
      throw new PartitionFailure(
        'unsupported',
        `Databases of the type "${connection.dbType}" are not supported yet.`,
      );
    }
    return {
      connection,
      adapter,
      open: () => adapter.open(connection.settings, `vizard run ${run.id}`),
    };
  }

  /** Opens one session for `work` and closes it in every case. */
  async inSession<T>(run: Run, work: (session: DatabaseSession) => Promise<T>): Promise<T> {
    const target = await this.of(run);
    const session = await target.open();
    try {
      return await work(session);
    } finally {
      await session.close();
    }
  }
}
