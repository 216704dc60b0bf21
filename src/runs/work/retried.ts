import { BackOff } from '../ledger/back-off.js';
import type { PartitionEnd } from '../ledger/partition-claims.js';
import { endAfterStop } from './partition-job.js';
import type { PartitionJob } from './partition-job.js';

/** Works until an attempt has an end, or the work should stop; see `BackOff` for which errors are worth another attempt. */
export async function retried(
  { watch }: PartitionJob,
  attempt: () => Promise<PartitionEnd | 'lost'>,
): Promise<PartitionEnd | 'lost'> {
  const backOff = new BackOff(watch);
  while (watch.stopReason === null) {
    try {
      return await attempt();
    } catch (error) {
      await backOff.afterError(error);
    }
  }
  return endAfterStop(watch.stopReason);
}
