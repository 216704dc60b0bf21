import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { FailRun } from './fail-run.js';
import { PartitionClaims } from './partition-claims.js';
import type { Claim } from './partition-claims.js';
import { PartitionWatch } from './partition-watch.js';
import type { WatchSettings } from './partition-watch.js';
import { isEndedPartition } from '../run-status.js';
import type { PartitionStatus } from '../run-status.js';
import { RunWakeUps } from './run-wake-ups.js';

/** A claim is stale when it is older than the limit, not when it is as old. */
const MARGIN_MS = 200;

interface FoundPartition {
  readonly runId: number;
  readonly status: PartitionStatus;
  /** Since the last sign of life of whoever has it. */
  readonly silentMs: number;
}

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
    await this.leave(partitionId, settings.staleMs);
    return null;
  }

  /** A partition that can never be claimed would hold its run for ever. */
  private claim(partitionId: number): Promise<Claim | null> {
    return this.failRun.unless(() => this.claims.claim(partitionId), {
      what: 'when a worker took a part of the run',
      runId: async () => (await this.find(partitionId))?.runId ?? null,
    });
  }

  /** The worker that has it, or had it, may have died: before it could wake the run, or in the middle of the work. */
  private async leave(partitionId: number, staleMs: number): Promise<void> {
    const partition = await this.find(partitionId);
    if (partition !== null && isEndedPartition(partition.status)) {
      await this.wakeUps.advance(partition.runId);
    } else if (partition?.status === 'working') {
      await this.wakeUps.lookAgain(partitionId, Math.max(0, staleMs - partition.silentMs) + MARGIN_MS);
    }
  }

  private async find(id: number): Promise<FoundPartition | null> {
    const [found] = await this.dataSource.query<FoundPartition[]>(
      `SELECT run_id AS "runId", status,
         coalesce(extract(epoch FROM clock_timestamp() - heartbeat) * 1000, 0)::float8 AS "silentMs"
       FROM run_partition WHERE id = $1`,
      [id],
    );
    return found ?? null;
  }
}
