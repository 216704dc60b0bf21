import type { PartitionEnd } from '../ledger/partition-claims.js';
import { toldFailure } from '../work/partition-failure.js';
import type { PartitionJob } from '../work/partition-job.js';
import type { LogLine } from '../run-log-lines.js';
import { isPassing } from '../work/store-errors.js';

/** How a check ends that found errors; `lines` hold all that is to be told. */
export function failedCheck(lines: readonly LogLine[], errors: readonly LogLine[]): PartitionEnd {
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more: see the log)` : '';
  const first = withoutStop(errors[0]?.message ?? '');
  return { status: 'failed', errorCode: 'check_failed', errorMessage: nothingChanged(first + more), lines };
}

/** How a check ends that broke off. Throws what is no answer of the target, or came because the work should end. */
export function endAfterCheckError(job: PartitionJob, error: unknown): PartitionEnd {
  const told = isPassing(error) || job.watch.stopReason !== null ? null : toldFailure(error);
  if (told === null) {
    throw error;
  }
  const { code, message } = told;
  return { status: 'failed', errorCode: code, errorMessage: nothingChanged(message) };
}

function nothingChanged(reason: string): string {
  return `${reason.replace(/[^?.]$/, '$&.')} Nothing was changed.`;
}

function withoutStop(sentence: string): string {
  return sentence.replace(/\.$/, '');
}
