import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { readDiscoveryConfig } from '../../engine/index.js';
import type { DiscoveryConfigResult, DiscoveryTarget } from '../../engine/index.js';
import { DiscoveryConfigSnapshot } from './discovery-config-snapshot.entity.js';

/** What runs discover by, for the workers. */
@Injectable()
export class RunConfigs {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** The frozen config of a run, read; null: the run was started without one. */
  async of(runId: number, target: DiscoveryTarget): Promise<DiscoveryConfigResult | null> {
    const snapshot = await this.dataSource.manager.findOneBy(DiscoveryConfigSnapshot, { runId });
    return snapshot === null
      ? null
      : readDiscoveryConfig(snapshot.configYaml, { target, libraries: { text: () => undefined } });
  }
}
