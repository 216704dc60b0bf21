import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { FailRun } from './fail-run.js';
import { PartitionClaims } from './partition-claims.js';
import type { Claim } from './partition-claims.js';
import { PartitionWatch } from './partition-watch.js';
import type { WatchSettings } from './partition-watch.js';
import { RunPartition } from './run-partition.entity.js';
import { isEndedPartition } from './run-status.js';
import { RunWakeUps } from './run-wake-ups.js';

/** Claims partitions for this worker. */
@Injectable()
export class TakePartition {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly claims: PartitionClaims,
    private readonly wakeUps: RunWakeUps,
    private readonly failRun: FailRun,
  ) {}

  /** Null: nothing to do here. End the watch when the work is over. */
  async take(partitionId: number, settings: WatchSettings): Promise<PartitionWatch | null> {
    const claim = await this.claim(partitionId);
    if (claim !== null) {
      return new PartitionWatch(this.claims, claim, settings);
    }
    await this.wakeIfEnded(partitionId);
    return null;
  }

  /** A partition that can never be claimed would hold its run for ever. */
  private claim(partitionId: number): Promise<Claim | null> {
    return this.failRun.unless(() => this.claims.claim(partitionId), {
      what: 'when a worker took a part of the run',
      runId: async () => (await this.find(partitionId))?.runId ?? null,
    });
  }

  /** Its worker may have died between writing the end and waking the run. */
  private async wakeIfEnded(partitionId: number): Promise<void> {
    const partition = await this.find(partitionId);
    if (partition !== null && isEndedPartition(partition.status)) {
      await this.wakeUps.advance(partition.runId);
    }
  }

  private find(id: number): Promise<RunPartition | null> {
    return this.dataSource.manager.findOneBy(RunPartition, { id });
  }
}
