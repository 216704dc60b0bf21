import type { EntityManager } from 'typeorm';
import { isTracing, placeOf, startSpan, traced } from '../common/tracing/tracing.js';
import type { PartitionEnd } from './ledger/partition-claims.js';
import type { PartitionJob } from './work/partition-job.js';
import { isFinal } from './run-status.js';
import { RunTask } from './ledger/run-task.entity.js';
import { Run } from './run.entity.js';

/**
 * Spans of runs: a run below the request that asked for it, its tasks below the run, the work of workers below their
 * tasks. Runs and tasks are told of when they are over, since no process sees the whole of them.
 */

/** Works a partition as a span of its own. */
export function tracedPartition(
  job: PartitionJob,
  work: () => Promise<PartitionEnd | 'lost'>,
): Promise<PartitionEnd | 'lost'> {
  const { run, task, partition } = job;
  const place = placeOf(run.traceParent, task === null ? runName(run.id) : taskName(run.id, task.path));
  const attributes = {
    ...{ run_id: run.id, partition_id: partition.id, attempt: partition.attempts, kind: partition.kind },
    ...(task === null ? {} : { task: task.path, task_kind: task.kind }),
  };
  return traced(
    { name: `work ${partition.kind}`, kind: 'internal', attributes, parent: place?.carrier },
    work,
  );
}

/** The spans of a run that has just ended, and of its tasks. */
export async function traceEndedRun(manager: EntityManager, runId: number): Promise<void> {
  if (!isTracing()) {
    return;
  }
  const run = await manager.findOneBy(Run, { id: runId });
  const place = placeOf(run?.traceParent ?? null, runName(runId));
  if (run === null || !isFinal(run.status) || place === undefined) {
    return;
  }
  traceRun(run, place.spanId);
  for (const task of await manager.findBy(RunTask, { runId })) {
    traceTask(run, task);
  }
}

function traceRun({ id, traceParent, status, maskType, ...run }: Run, spanId: string): void {
  const attributes = { run_id: id, status, mask_type: maskType };
  startSpan({
    ...{ name: 'run', kind: 'internal', attributes, spanId },
    ...{ parent: { traceparent: traceParent ?? undefined }, startedAt: run.startTime ?? run.createdTime },
  })?.end(status === 'failed' ? 'failed' : undefined, run.endTime ?? undefined);
}

function traceTask(run: Run, { path, kind, status, startTime, endTime, errorCode }: RunTask): void {
  const place = placeOf(run.traceParent, taskName(run.id, path));
  if (place === undefined || startTime === null) {
    return;
  }
  const attributes = { run_id: run.id, task: path, task_kind: kind, status };
  startSpan({
    ...{ name: `task ${kind}`, kind: 'internal', attributes, spanId: place.spanId },
    ...{ parent: placeOf(run.traceParent, runName(run.id))?.carrier, startedAt: startTime },
  })?.end(errorCode ?? undefined, endTime ?? undefined);
}

function runName(runId: number): string {
  return `run ${runId}`;
}

function taskName(runId: number, path: string): string {
  return `run ${runId} task ${path}`;
}
