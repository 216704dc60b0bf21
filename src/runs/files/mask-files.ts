import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { retried } from '../work/retried.js';
import type { PartitionEnd } from '../ledger/partition-claims.js';
import { PartitionFailure } from '../work/partition-failure.js';
import { endAfterStop, taskOf } from '../work/partition-job.js';
import type { PartitionJob, PartitionWorker } from '../work/partition-job.js';
import { RunMasking } from '../work/run-masking.js';
import { RunPartition } from '../ledger/run-partition.entity.js';
import { FileAccess } from './file-access.js';
import type { RunStores } from './file-access.js';
import { fileFailed, fileFinished } from './file-lines.js';
import { FileMasker } from './file-masker.js';
import { FileQueue } from './file-queue.js';
import type { FileEnd } from './file-queue.js';
import { maskOneFile } from './mask-one-file.js';
import type { LaneWork } from './mask-one-file.js';
import type { RunFile } from './run-file.entity.js';
import type { FileTask } from './run-file-kind.js';

/** Between looks at whether other files are done. */
const LOOK_AGAIN_MS = 500;

/** `mask_files`: one of the lanes of a task. Takes file after file until none is left. */
@Injectable()
export class MaskFiles implements PartitionWorker {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly access: FileAccess,
    private readonly masking: RunMasking,
    private readonly queue: FileQueue,
  ) {}

  work(job: PartitionJob): Promise<PartitionEnd | 'lost'> {
    return retried(job, () => this.attempt(job));
  }

  private async attempt(job: PartitionJob): Promise<PartitionEnd | 'lost'> {
    const node = await fileTaskOf(this.masking, job);
    const masker = new FileMasker(node, await this.masking.toldContext(job.run));
    return this.access.within(job.run, job.partition.id, async (stores) => {
      await this.takeUp(job, stores);
      const noteLeft = (): Promise<void> => this.queue.noteLeft(job.watch.claim);
      const awaitLarger = (file: RunFile): Promise<boolean> => this.awaitLarger(job, file);
      return this.walk({ job, stores, masker, noteLeft, awaitLarger });
    });
  }

  /** Waits until larger files that are written beside it are done. False: there are none. */
  private async awaitLarger({ watch }: PartitionJob, file: RunFile): Promise<boolean> {
    const larger = await this.queue.largerBeside(file);
    while (larger.length > 0 && watch.stopReason === null && (await this.queue.areWorking(larger))) {
      await watch.pause(LOOK_AGAIN_MS);
    }
    return larger.length > 0;
  }

  /** What another worker of the lane left behind goes first; then its files may be begun again. */
  private async takeUp({ watch, run, partition }: PartitionJob, stores: RunStores): Promise<void> {
    const { rows, broken } = await this.queue.history(watch.claim);
    Object.assign(watch.rows, rows);
    if (broken.length > 0) {
      await this.dataSource.manager.update(RunPartition, { id: partition.id }, { interrupted: true });
      await (run.options.dryRun
        ? Promise.resolve()
        : stores.destination.sweep(await this.access.owner(run.id, partition.id), broken));
      await this.queue.requeue(watch.claim);
    }
  }

  private async walk(lane: LaneWork): Promise<PartitionEnd | 'lost'> {
    const { watch, run } = lane.job;
    const { id } = taskOf(lane.job);
    while (watch.stopReason === null) {
      if (!run.options.continueOnFailure && (await this.queue.failures(watch.claim)).count > 0) {
        return this.endOfLane(lane.job);
      }
      const file = await this.queue.take(watch.claim, id);
      if (file === null) {
        return this.endOfLane(lane.job);
      }
      const end = await maskOneFile(lane, file);
      if (end.status === 'stopped') {
        await this.queue.giveBack(watch.claim, file);
      } else if (!(await this.end(lane.job, file, end))) {
        return 'lost';
      }
    }
    return endAfterStop(watch.stopReason);
  }

  private end(job: PartitionJob, file: RunFile, end: FileEnd): Promise<boolean> {
    const task = taskOf(job);
    const lines =
      end.status === 'failed'
        ? [fileFailed(task.title, file.path, end)]
        : fileFinished(task, file.path, { counts: end.counts, options: job.run.options });
    return this.queue.end(job.watch.claim, file, end, lines);
  }

  private async endOfLane({ watch }: PartitionJob): Promise<PartitionEnd> {
    const { count, path, code, message } = await this.queue.failures(watch.claim);
    if (count === 0) {
      return { status: 'finished' };
    }
    const more = count > 1 ? ' (and others: see the log and the run report)' : '';
    const errorMessage = `${JSON.stringify(path ?? '')}: ${message ?? 'unknown reason'}${more}`;
    return { status: 'failed', errorCode: code ?? 'failed', errorMessage };
  }
}

/** The task of a partition as the ruleset has it. */
export async function fileTaskOf(masking: RunMasking, job: PartitionJob): Promise<FileTask> {
  const { kind, path } = taskOf(job);
  if (kind !== 'mask_file' && kind !== 'mask_tabular_file') {
    throw new PartitionFailure('no_task', `The task ${kind} is not on files.`);
  }
  return masking.task(job.run, path, kind);
}
