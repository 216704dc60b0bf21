import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { StorageError, type FileStore } from '../../adapters/storage/index.js';
import type { Ruleset, Task } from '../../engine/index.js';
import { FirstContact } from '../ledger/back-off.js';
import { endAfterCheckError, failedCheck } from '../checks/check-end.js';
import { DiscoveryWorker } from '../work/discovery-worker.js';
import { PartitionFailure, toldFailure } from '../work/partition-failure.js';
import type { PartitionEnd } from '../ledger/partition-claims.js';
import { endAfterStop } from '../work/partition-job.js';
import type { PartitionJob, PartitionWorker } from '../work/partition-job.js';
import { failure, warning } from '../run-log-lines.js';
import type { LogLine } from '../run-log-lines.js';
import { flatTasks, RunMasking, said } from '../work/run-masking.js';
import { RunTask } from '../ledger/run-task.entity.js';
import { FileAccess } from './file-access.js';
import type { RunStores } from './file-access.js';
import { FileClashes } from './file-clashes.js';
import type { FileTask } from './run-file-kind.js';

/** Filters that the title of a task shows. */
const SHOWN_FILTERS = 3;

/** Looks at a run on files before its first write: both storages, every task, and files that two tasks would mask. */
@Injectable()
export class CheckFiles implements PartitionWorker {
  constructor(
    private readonly access: FileAccess,
    private readonly masking: RunMasking,
    private readonly discovery: DiscoveryWorker,
  ) {}

  async work(job: PartitionJob): Promise<PartitionEnd | 'lost'> {
    try {
      return await this.check(job);
    } catch (error) {
      return endAfterCheckError(job, error);
    }
  }

  private async check(job: PartitionJob): Promise<PartitionEnd | 'lost'> {
    const { ruleset, problems } = await this.masking.ruleset(job.run);
    const lines: LogLine[] = problems.map((problem) => warning(problem.code, said(problem)));
    const errors = await this.errors(job, ruleset);
    if (job.watch.stopReason !== null) {
      return endAfterStop(job.watch.stopReason);
    }
    return errors.length > 0
      ? failedCheck([...lines, ...errors], errors)
      : { status: 'finished', lines, also: (manager) => writeTasks(manager, job, ruleset) };
  }

  /** What keeps the run from starting; empty: nothing does. */
  private async errors(job: PartitionJob, ruleset: Ruleset): Promise<readonly LogLine[]> {
    const faults = flatTasks(ruleset.tasks).flatMap((task) => this.faultsOf(task));
    if (faults.length > 0) {
      return faults;
    }
    const contact = new FirstContact(job.watch, job.partition.interrupted);
    while (job.watch.stopReason === null) {
      try {
        return await this.checkStorages(job, flatTasks(ruleset.tasks).filter(isFileTask), contact.make);
      } catch (error) {
        const answers = error instanceof StorageError && error.code === 'slow_down';
        await (answers ? contact.waiting : contact.backOff).afterError(error);
      }
    }
    return [];
  }

  /** What can be told of a task without its files. */
  private faultsOf(task: Task): readonly LogLine[] {
    const place = `line ${task.at.line}, column ${task.at.column}`;
    if (task.kind === 'run_file_data_discovery') {
      return this.discovery.problems(task).map((problem) => failure(`${place}: ${problem}`));
    }
    return isFileTask(task) || task.kind === 'parallel' || task.kind === 'serial'
      ? []
      : [failure(`${place}: runs do not support the task ${task.kind} yet`)];
  }

  /** `isThere` is called as soon as all storages have answered. */
  private async checkStorages(
    job: PartitionJob,
    tasks: readonly FileTask[],
    isThere: () => void,
  ): Promise<readonly LogLine[]> {
    const { run } = job;
    if (run.maskType === 'file_data_discovery') {
      return this.access.reading(run, job.partition.id, async (source) => {
        await meet(source);
        return [];
      });
    }
    if (!run.options.dryRun) {
      await this.testDestination(job);
    }
    return this.access.within(run, job.partition.id, async (stores) => {
      await meet(stores.source);
      isThere();
      if (stores.source.identity === stores.destination.identity) {
        return [
          failure(
            'the source and the destination are the same place: files would be replaced while they are read',
          ),
        ];
      }
      if (areNested(stores) && tasks.some(({ recurse }) => recurse)) {
        return [
          failure(
            'one of source and destination lies inside the other, and a task descends into folders: it would replace originals, or mask its own results',
          ),
        ];
      }
      return this.clashes(job, stores, tasks);
    });
  }

  private async testDestination({ run }: PartitionJob): Promise<void> {
    try {
      await this.access.testDestination(run);
    } catch (error) {
      const told = error instanceof StorageError && !error.transient ? toldFailure(error) : null;
      throw told === null
        ? error
        : new PartitionFailure(told.code, `Destination "${run.destinationName}": ${told.message}`);
    }
  }

  private async clashes(
    job: PartitionJob,
    { source }: RunStores,
    tasks: readonly FileTask[],
  ): Promise<readonly LogLine[]> {
    const clashes = new FileClashes(tasks);
    if (tasks.length < 2) {
      return [];
    }
    const recurse = tasks.some((task) => task.recurse);
    for await (const facts of source.list({ recurse })) {
      if (job.watch.stopReason !== null) {
        return [];
      }
      clashes.look(facts);
    }
    return clashes.lines();
  }
}

async function writeTasks(manager: EntityManager, { run }: PartitionJob, ruleset: Ruleset): Promise<void> {
  if (await manager.existsBy(RunTask, { runId: run.id })) {
    // A failed run is tried again.
    return;
  }
  const rows = flatTasks(ruleset.tasks).map((node, ordinal): Partial<RunTask> => ({
    ...{ runId: run.id, ordinal, path: node.path, kind: node.kind, title: titleOf(node), status: 'pending' },
    ...{ workers: isFileTask(node) ? node.workers : null, splits: false, verifies: false },
    ...{
      masksRows: false,
      rewritesKeys: false,
      managesTriggers: false,
      managesIndexes: false,
      rowsTotal: null,
    },
  }));
  await manager.insert(RunTask, rows);
}

function titleOf(node: Task): string {
  if (!isFileTask(node) || node.include.length === 0) {
    return node.kind;
  }
  const shown = node.include.slice(0, SHOWN_FILTERS).map(({ text }) => JSON.stringify(text));
  return `${node.kind} ${shown.join(', ')}${node.include.length > SHOWN_FILTERS ? ' …' : ''}`;
}

function isFileTask(task: Task): task is FileTask {
  return task.kind === 'mask_file' || task.kind === 'mask_tabular_file';
}

function areNested({ source, destination }: RunStores): boolean {
  const [one, other] = [source, destination].map(({ identity }) => `${identity.replace(/\/$/, '')}/`);
  return one!.startsWith(other!) || other!.startsWith(one!);
}

/** Has the storage answer. */
async function meet(store: FileStore): Promise<void> {
  await store.list({ recurse: false })[Symbol.asyncIterator]().next();
}
