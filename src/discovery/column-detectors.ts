import { Injectable } from '@nestjs/common';
import { ColumnDetector } from '../engine/index.js';
import { PartitionFailure } from '../runs/work/partition-failure.js';
import { DetectionWordsService } from './detection-words.service.js';
import type { CompiledWishes } from './discovery-wishes.js';

/** Prepares what tells sensitive columns, in tables and in files. */
@Injectable()
export class ColumnDetectors {
  constructor(private readonly words: DetectionWordsService) {}

  /** Throws `PartitionFailure` for wishes that cannot be carried out. */
  async of({ rules, problems }: CompiledWishes, nowMs: number): Promise<ColumnDetector> {
    if (problems[0] !== undefined) {
      throw new PartitionFailure('bad_discovery', problems[0]);
    }
    return new ColumnDetector(rules, await this.words.get(), nowMs);
  }
}
