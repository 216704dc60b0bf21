import { Injectable } from '@nestjs/common';
import type { SchemaCatalog } from '../adapters/databases/index.js';
import { ColumnDetector } from '../engine/index.js';
import type { DataDiscoveryTask, SchemaDiscoveryTask } from '../engine/index.js';
import { PartitionFailure } from '../runs/partition-failure.js';
import { SettingsService } from '../settings/settings.service.js';
import { DetectionWordsService } from './detection-words.service.js';
import { compileWishes } from './discovery-wishes.js';
import { TableLook } from './look-at-table.js';

/** Prepares what looks at tables, as a task and the settings want it. */
@Injectable()
export class TableLooks {
  constructor(
    private readonly settings: SettingsService,
    private readonly words: DetectionWordsService,
  ) {}

  /** Throws `PartitionFailure` for wishes that cannot be carried out. */
  async of(
    task: SchemaDiscoveryTask | DataDiscoveryTask,
    catalog: SchemaCatalog,
    nowMs: number,
  ): Promise<TableLook> {
    const { rules, rowSampleSize, problems } = compileWishes(task, await this.settings.current());
    if (problems[0] !== undefined) {
      throw new PartitionFailure('bad_discovery', problems[0]);
    }
    return new TableLook(new ColumnDetector(rules, await this.words.get(), nowMs), catalog, rowSampleSize);
  }
}
