import { Injectable } from '@nestjs/common';
import { DATABASE_ADAPTERS } from '../../adapters/databases/index.js';
import type { DatabaseAdapter, DatabaseSession, SessionOptions } from '../../adapters/databases/index.js';
import { ConnectionsService } from '../../connections/connections.service.js';
import type { RunConnection } from '../../connections/run-connection.js';
import { PartitionFailure } from './partition-failure.js';
import type { PartitionJob } from './partition-job.js';
import type { PartitionWatch } from '../ledger/partition-watch.js';
import type { Run } from '../run.entity.js';

/** The target of a run, ready to be opened. */
export interface Target {
  readonly connection: RunConnection;
  readonly adapter: DatabaseAdapter;
  /** Opens one more session; the caller closes it. */
  open(options?: SessionOptions): Promise<DatabaseSession>;
  /** The same, for a step that others follow and in which nothing but our own statements run. */
  openFollowed(): Promise<DatabaseSession>;
  /** The same, for reading: the server refuses whatever would write, even a function that a condition calls. */
  openReadOnly(options?: SessionOptions): Promise<DatabaseSession>;
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
    const { settings } = connection;
    const name = `vizard run ${run.id}`;
    return {
      connection,
      adapter,
      open: (options) => adapter.open(settings, name, options),
      openReadOnly: (options) =>
        adapter.open({ ...settings, readOnly: true }, name, { ...options, isFollowed: true }),
      openFollowed: () => adapter.open(settings, name, { isFollowed: true }),
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

  /** Opens one read-only session for `work`, which is cut off at once when the work on the partition should stop. */
  async reading<T>(
    { run, watch }: PartitionJob,
    work: (session: DatabaseSession) => Promise<T>,
    options: SessionOptions = {},
  ): Promise<T> {
    const target = await this.of(run);
    return untilStop(watch, await target.openReadOnly(options), work);
  }

  /** Like `reading`, for a session that may write. */
  async writing<T>({ run, watch }: PartitionJob, work: (session: DatabaseSession) => Promise<T>): Promise<T> {
    const target = await this.of(run);
    return untilStop(watch, await target.open(), work);
  }
}

async function untilStop<T>(
  watch: PartitionWatch,
  session: DatabaseSession,
  work: (session: DatabaseSession) => Promise<T>,
): Promise<T> {
  const forget = watch.onStop(() => void session.close());
  try {
    return await work(session);
  } finally {
    forget();
    await session.close();
  }
}
