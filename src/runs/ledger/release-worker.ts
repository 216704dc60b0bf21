import { Injectable } from '@nestjs/common';
import { PartitionClaims } from './partition-claims.js';
import { RunWakeUps } from './run-wake-ups.js';

/** A worker process died: what it had claimed goes back at once, without waiting until its heartbeat is stale. */
@Injectable()
export class ReleaseWorker {
  constructor(
    private readonly claims: PartitionClaims,
    private readonly wakeUps: RunWakeUps,
  ) {}

  async release(workerId: string): Promise<void> {
    const released = await this.claims.release(workerId);
    await this.wakeUps.send(
      released.map(({ id, claims }) => ({ job: 'work-partition', partitionId: id, claims })),
    );
  }
}
