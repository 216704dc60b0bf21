import { Injectable } from '@nestjs/common';
import type { FileStore } from '../../adapters/storage/index.js';
import { ConnectionStorages } from '../../connections/connection-storages.js';
import { ConnectionsService } from '../../connections/connections.service.js';
import type { RunConnection } from '../../connections/run-connection.js';
import { InstallationService } from '../../installation/installation.service.js';
import { PartitionFailure } from '../work/partition-failure.js';
import type { Run } from '../run.entity.js';

/** Where a run reads and where it writes. */
export interface RunStores {
  readonly source: FileStore;
  readonly destination: FileStore;
}

/** A lane that may have left unfinished files, and what it had begun. */
export interface LeftLane {
  readonly id: number;
  readonly paths: readonly string[];
}

/** Finds and opens the storages of runs on files. */
@Injectable()
export class FileAccess {
  constructor(
    private readonly connections: ConnectionsService,
    private readonly storages: ConnectionStorages,
    private readonly installation: InstallationService,
  ) {}

  /** The source alone, for what writes nothing. */
  async reading<T>(run: Run, partitionId: number, work: (source: FileStore) => Promise<T>): Promise<T> {
    const source = await this.storages.open(await this.sourceOf(run), await this.owner(run.id, partitionId));
    try {
      return await work(source);
    } finally {
      await source.close();
    }
  }

  /** Opens both storages for `work` and closes them in every case. */
  async within<T>(run: Run, partitionId: number, work: (stores: RunStores) => Promise<T>): Promise<T> {
    const owner = await this.owner(run.id, partitionId);
    const source = await this.storages.open(await this.sourceOf(run), owner);
    try {
      const destination = await this.storages.open(await this.destinationOf(run), owner);
      try {
        return await work({ source, destination });
      } finally {
        await destination.close();
      }
    } finally {
      await source.close();
    }
  }

  /** Throws `StorageError` when files cannot be written to the run's destination. */
  async testDestination(run: Run): Promise<void> {
    const { dbType, storage } = await this.destinationOf(run);
    if (storage !== null) {
      await this.storages.test(dbType, storage, { source: false, destination: true });
    }
  }

  /** Drops the unfinished files of lanes that nobody works on. */
  async sweep(run: Run, lanes: readonly LeftLane[]): Promise<void> {
    const store = await this.storages.open(await this.destinationOf(run), await this.owner(run.id, 0));
    try {
      for (const { id, paths } of lanes) {
        await store.sweep(await this.owner(run.id, id), paths);
      }
    } finally {
      await store.close();
    }
  }

  /** What marks the unfinished files of one lane: no two lanes have it in common, wherever they write to. */
  async owner(runId: number, partitionId: number): Promise<string> {
    const installation = (await this.installation.installationId()).replaceAll('-', '').slice(0, 12);
    return `${installation}-${runId}-${partitionId}`;
  }

  private sourceOf({ connectionId, connectionName }: Run): Promise<RunConnection> {
    return this.find(connectionId, connectionName);
  }

  private destinationOf({ destinationId, destinationName }: Run): Promise<RunConnection> {
    return this.find(destinationId ?? '', destinationName);
  }

  private async find(id: string, name: string): Promise<RunConnection> {
    const connection = await this.connections.forRun(id);
    if (connection === null) {
      throw new PartitionFailure('no_connection', `The connection "${name}" does not exist any more.`);
    }
    return connection;
  }
}
