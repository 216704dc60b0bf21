import { Injectable } from '@nestjs/common';
import { ConnectionsService } from '../connections/connections.service.js';
import type { DatabaseKind } from '../connections/connection-kinds.js';
import { InvalidInputError, NotFoundError } from '../common/errors/domain-error.js';
import { DiscoveryResults } from '../discovery/discovery-results.js';
import type { GenerationRequest, GenerationTable, TableSelection, WrittenMask } from '../engine/index.js';
import { SettingsService } from '../settings/settings.service.js';
import { dialectOf } from './dialects.js';
import { FileGenerationSource } from './files/file-generation-source.js';
import { toGenerationTable } from './found-tables.js';

/** The connection as far as generation goes. */
export interface GenerationTarget {
  readonly id: string;
  readonly maskType: string;
  readonly kind: string;
}

/** Told after some tables; throws to stop. */
export type ReadProgress = (tables: number) => Promise<void>;

const TABLES_PER_REPORT = 500;

/** Gathers what rulesets are generated from: the last discovery of a connection, and what is set for the installation. */
@Injectable()
export class GenerationSource {
  constructor(
    private readonly connections: ConnectionsService,
    private readonly discoveries: DiscoveryResults,
    private readonly settings: SettingsService,
    readonly files: FileGenerationSource,
  ) {}

  /** Throws `NotFoundError`. */
  async target(connectionId: string): Promise<GenerationTarget> {
    const { mask_type: maskType, db_type: kind = '' } = await this.connections.get(connectionId);
    return { id: connectionId, maskType, kind };
  }

  /** The same for a field of a body: an unknown id is a fault of the body. */
  async targetOfField(connectionId: string): Promise<GenerationTarget> {
    try {
      return await this.target(connectionId);
    } catch (error) {
      if (error instanceof NotFoundError) {
        throw new InvalidInputError({ connection: ['The connection object does not exist.'] });
      }
      throw error;
    }
  }

  /** Throws `InvalidInputError` when the connection has never been discovered. */
  async request(
    target: GenerationTarget,
    selection: readonly TableSelection[],
    ownMasks: ReadonlyMap<string, readonly WrittenMask[]>,
    progress: ReadProgress = (): Promise<void> => Promise.resolve(),
  ): Promise<GenerationRequest> {
    const { locality } = await this.settings.current();
    const dialect = dialectOf(target.kind as DatabaseKind);
    return { tables: await this.tables(target.id, progress), selection, dialect, locality, ownMasks };
  }

  private async tables(connectionId: string, progress: ReadProgress): Promise<readonly GenerationTable[]> {
    const discovery = await this.discoveries.latestOf(connectionId);
    if (discovery === null) {
      throw new InvalidInputError(
        'There is no schema discovery report for this connection. Run a schema discovery first.',
      );
    }
    const tables: GenerationTable[] = [];
    for await (const table of this.discoveries.tables(discovery.runId)) {
      tables.push(toGenerationTable(table));
      if (tables.length % TABLES_PER_REPORT === 0) {
        await progress(tables.length);
      }
    }
    return tables;
  }
}
