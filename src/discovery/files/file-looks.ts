import { Injectable } from '@nestjs/common';
import { ColumnDetector } from '../../engine/index.js';
import type { FileDiscoveryTask } from '../../engine/index.js';
import { PartitionFailure } from '../../runs/partition-failure.js';
import { SettingsService } from '../../settings/settings.service.js';
import { DetectionWordsService } from '../detection-words.service.js';
import { compileWishes } from '../discovery-wishes.js';
import { FileLook } from './look-at-file.js';

/** Prepares what looks at files, as a task and the settings want it. */
@Injectable()
export class FileLooks {
  constructor(
    private readonly settings: SettingsService,
    private readonly words: DetectionWordsService,
  ) {}

  /** Throws `PartitionFailure` for wishes that cannot be carried out. */
  async of(task: FileDiscoveryTask, nowMs: number): Promise<FileLook> {
    const { rules, rowSampleSize, problems } = compileWishes(task, await this.settings.current());
    if (problems[0] !== undefined) {
      throw new PartitionFailure('bad_discovery', problems[0]);
    }
    const detector = new ColumnDetector(rules, await this.words.get(), nowMs);
    return new FileLook(detector, { encoding: task.encoding, rowSampleSize });
  }
}
