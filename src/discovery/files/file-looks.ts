import { Injectable } from '@nestjs/common';
import type { FileDiscoveryTask } from '../../engine/index.js';
import { SettingsService } from '../../settings/settings.service.js';
import { ColumnDetectors } from '../column-detectors.js';
import { RunConfigs } from '../configs/run-configs.js';
import { compileConfig, compileWishes } from '../discovery-wishes.js';
import type { CompiledWishes } from '../discovery-wishes.js';
import { FileLook } from './look-at-file.js';

/** Prepares what looks at files, as a task and the settings want it. */
@Injectable()
export class FileLooks {
  constructor(
    private readonly settings: SettingsService,
    private readonly detectors: ColumnDetectors,
    private readonly configs: RunConfigs,
  ) {}

  /** Throws `PartitionFailure` for wishes that cannot be carried out. */
  async of(task: FileDiscoveryTask, nowMs: number): Promise<FileLook> {
    return this.looking(compileWishes(task, await this.settings.current()), task.encoding, nowMs);
  }

  /** By the config that the run was started with, and the task as the config has it; null: it was started without one. */
  async byConfig(
    runId: number,
    task: FileDiscoveryTask,
    nowMs: number,
  ): Promise<{ readonly look: FileLook; readonly task: FileDiscoveryTask } | null> {
    const found = await this.configs.of(runId, 'file');
    if (found === null) {
      return null;
    }
    const configured = { ...task, ...found.config?.files };
    const wishes = compileConfig(found, await this.settings.current());
    return { look: await this.looking(wishes, configured.encoding, nowMs), task: configured };
  }

  private async looking(wishes: CompiledWishes, encoding: string, nowMs: number): Promise<FileLook> {
    const { rowSampleSize, preview } = wishes;
    const detector = await this.detectors.of(wishes, nowMs);
    return new FileLook(detector, { encoding, rowSampleSize, preview });
  }
}
