import { Injectable } from '@nestjs/common';
import { Logger } from '../../common/logging/logger.js';
import { FailRun } from './fail-run.js';
import { PartitionClaims } from './partition-claims.js';
import type { Claim, PartitionEnd, RowCounters } from './partition-claims.js';
import { RunWakeUps } from './run-wake-ups.js';
import { isStoreAway } from '../work/store-errors.js';

/** Claims without any progress between them, after which a partition is given up. */
export const MAX_ATTEMPTS = 10;

/** Pauses before a partition is taken again double from claim to claim. */
const FIRST_PAUSE_MS = 500;

/** The end of a partition whose own end could not be written: nothing but what always can. */
export const UNEXPECTED_END: PartitionEnd = {
  status: 'failed',
  errorCode: 'internal_error',
  errorMessage: "Unexpected error; the server's log holds the cause.",
};

const GIVEN_UP = `The end of a part could not be recorded in ${MAX_ATTEMPTS} attempts; the server's log holds the cause.`;

/** Writes how a partition ended and wakes its run; finds a way out where that cannot be written. */
@Injectable()
export class EndPartition {
  constructor(
    private readonly claims: PartitionClaims,
    private readonly wakeUps: RunWakeUps,
    private readonly failRun: FailRun,
    private readonly logger: Logger,
  ) {}

  async end(claim: Claim, rows: RowCounters, end: PartitionEnd): Promise<void> {
    const written = await this.write(claim, rows, end);
    if (written !== null) {
      await this.wake(claim, written);
    }
  }

  /**
   * The work broke off and has no end: the partition is given back, for some attempts, with a pause before each. Throws when that cannot be
   * written either; then the claim goes stale, and recovery finds it.
   */
  async giveBack(claim: Claim, rows: RowCounters, longestPauseMs: number): Promise<void> {
    const { runId, attempts } = claim.partition;
    if (attempts > MAX_ATTEMPTS) {
      await this.failRun.fail(runId, GIVEN_UP);
      return;
    }
    await this.end(claim, rows, {
      status: 'pending',
      delayMs: Math.min(longestPauseMs, FIRST_PAUSE_MS * 2 ** attempts),
    });
  }

  /** Null: the claim was lost. */
  private async write(claim: Claim, rows: RowCounters, end: PartitionEnd): Promise<PartitionEnd | null> {
    try {
      return (await this.claims.end(claim, rows, end)) ? end : null;
    } catch (err) {
      if (isStoreAway(err)) {
        throw err;
      }
      const { id, runId } = claim.partition;
      this.logger.error('The end of a partition could not be written', { err, partitionId: id, runId });
      return (await this.claims.end(claim, rows, UNEXPECTED_END)) ? UNEXPECTED_END : null;
    }
  }

  private wake({ partition }: Claim, end: PartitionEnd): Promise<void> {
    const { id, runId, claims } = partition;
    return end.status === 'pending'
      ? this.wakeUps.again(id, claims, end.delayMs ?? 0)
      : this.wakeUps.advance(runId);
  }
}
