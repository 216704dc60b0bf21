import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { JobHandlers } from '../queue/job-queue.js';
import { AdvanceRun } from './ledger/advance-run.js';
import { ReleaseWorker } from './ledger/release-worker.js';
import { WorkPartition } from './work/work-partition.js';

/** Job → who does it. No logic of its own. */
@Injectable()
export class RunProcessor implements OnModuleInit {
  constructor(
    private readonly handlers: JobHandlers,
    private readonly advanceRun: AdvanceRun,
    private readonly workPartition: WorkPartition,
    private readonly releaseWorker: ReleaseWorker,
  ) {}

  onModuleInit(): void {
    this.handlers.register('advance-run', ({ runId }) => this.advanceRun.advance(runId));
    this.handlers.register('work-partition', ({ partitionId }, signal) =>
      this.workPartition.work(partitionId, signal),
    );
    this.handlers.register('release-worker', ({ workerId }) => this.releaseWorker.release(workerId));
  }
}
