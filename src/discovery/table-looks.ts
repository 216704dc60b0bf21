import { Injectable } from '@nestjs/common';
import type { SchemaCatalog } from '../adapters/databases/index.js';
import type { DataDiscoveryTask, SchemaDiscoveryTask } from '../engine/index.js';
import { SettingsService } from '../settings/settings.service.js';
import { ColumnDetectors } from './column-detectors.js';
import { RunConfigs } from './configs/run-configs.js';
import { UncoveredNews } from './ruleset-coverage/uncovered-news.js';
import { compileConfig, compileWishes } from './discovery-wishes.js';
import type { CompiledWishes } from './discovery-wishes.js';
import { TableLook } from './look-at-table.js';

/** Prepares what looks at tables, as a task and the settings want it. */
@Injectable()
export class TableLooks {
  constructor(
    private readonly settings: SettingsService,
    private readonly detectors: ColumnDetectors,
    private readonly configs: RunConfigs,
    readonly news: UncoveredNews,
  ) {}

  /** Throws `PartitionFailure` for wishes that cannot be carried out. */
  async of(
    task: SchemaDiscoveryTask | DataDiscoveryTask,
    catalog: SchemaCatalog,
    nowMs: number,
  ): Promise<TableLook> {
    return this.looking(compileWishes(task, await this.settings.current()), catalog, nowMs);
  }

  /** By the config that the run was started with; null: it was started without one. */
  async byConfig(runId: number, catalog: SchemaCatalog, nowMs: number): Promise<TableLook | null> {
    const found = await this.configs.of(runId, 'database');
    return found === null
      ? null
      : this.looking(compileConfig(found, await this.settings.current()), catalog, nowMs);
  }

  private async looking(wishes: CompiledWishes, catalog: SchemaCatalog, nowMs: number): Promise<TableLook> {
    const { rowSampleSize, preview } = wishes;
    const detector = await this.detectors.of(wishes, nowMs);
    return new TableLook(detector, catalog, rowSampleSize, preview);
  }
}
