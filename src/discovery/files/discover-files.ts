import { Injectable } from '@nestjs/common';
import { StorageError } from '../../adapters/storage/index.js';
import type { FileFacts, FileStore } from '../../adapters/storage/index.js';
import { sampledType } from '../../adapters/formats/index.js';
import type { SampledType } from '../../adapters/formats/index.js';
import { compileFileChoice } from '../../engine/index.js';
import type { FileDiscoveryTask } from '../../engine/index.js';
import { BackOff } from '../../runs/ledger/back-off.js';
import { FileAccess } from '../../runs/files/file-access.js';
import { OpenedFile } from '../../runs/files/opened-file.js';
import type { PartitionEnd } from '../../runs/ledger/partition-claims.js';
import { endAfterStop, taskOf } from '../../runs/work/partition-job.js';
import type { PartitionJob } from '../../runs/work/partition-job.js';
import { RunMasking } from '../../runs/work/run-masking.js';
import { DiscoveryFileStore } from './discovery-file-store.js';
import type { DiscoveredFile } from './discovered-file.js';
import { FileCounts } from './file-counts.js';
import { fileWishFields } from './file-wishes.js';
import { FileLooks } from './file-looks.js';
import type { FileLook } from './look-at-file.js';

/** Files listed, looked up and looked at together. */
const PAGE = 200;
/** Files that are open at the same time where the task does not say. */
const USUAL_WORKERS = 2;
const MOST_WORKERS = 16;

interface ChosenFile {
  readonly facts: FileFacts;
  readonly type: SampledType;
}

interface Walk {
  readonly job: PartitionJob;
  readonly source: FileStore;
  readonly look: FileLook;
  readonly counts: FileCounts;
  readonly workers: number;
}

/** `discover` on files: looks at each file's beginning, and goes on where it was broken off. */
@Injectable()
export class DiscoverFiles {
  constructor(
    private readonly access: FileAccess,
    private readonly masking: RunMasking,
    private readonly looks: FileLooks,
    private readonly store: DiscoveryFileStore,
  ) {}

  async work(job: PartitionJob): Promise<PartitionEnd | 'lost'> {
    const backOff = new BackOff(job.watch);
    while (job.watch.stopReason === null) {
      try {
        return await this.discover(job);
      } catch (error) {
        if (isStopped(job)) {
          break;
        }
        await backOff.afterError(error);
      }
    }
    return endAfterStop(job.watch.stopReason ?? 'drain');
  }

  private async discover(job: PartitionJob): Promise<PartitionEnd | 'lost'> {
    const { run, watch, partition } = job;
    const { path, title } = taskOf(job);
    const written = await this.masking.task(run, path, 'run_file_data_discovery');
    const nowMs = run.maskingTime.getTime();
    const { task, look } = (await this.looks.byConfig(run.id, written, nowMs)) ?? {
      task: written,
      look: await this.looks.of(written, nowMs),
    };
    await this.store.begin(run.id, run.connectionId, fileWishFields(task));
    const counts = new FileCounts();
    await this.access.reading(run, partition.id, async (source) => {
      const workers = Math.min(task.workers ?? USUAL_WORKERS, MOST_WORKERS);
      await this.walk({ job, source, look, counts, workers }, task);
    });
    if (watch.stopReason !== null) {
      return endAfterStop(watch.stopReason);
    }
    return {
      status: 'finished',
      lines: counts.lines(title),
      also: (manager) => this.store.finish(manager, run.id),
    };
  }

  private async walk(walk: Walk, task: FileDiscoveryTask): Promise<void> {
    const choose = compileFileChoice(task);
    let page: ChosenFile[] = [];
    for await (const facts of walk.source.list({ recurse: task.recurse })) {
      if (walk.job.watch.stopReason !== null) {
        return;
      }
      if (choose(facts.path).choice !== 'taken') {
        walk.counts.notChosen += 1;
        continue;
      }
      const type = sampledType(facts.path);
      if (type === null) {
        walk.counts.otherTypes += 1;
        continue;
      }
      page.push({ facts, type });
      if (page.length >= PAGE) {
        await this.lookAtPage(walk, page);
        page = [];
      }
    }
    await this.lookAtPage(walk, page);
  }

  /** Several files at a time: most of the time passes with waiting for the storage. */
  private async lookAtPage(walk: Walk, page: readonly ChosenFile[]): Promise<void> {
    const { run, watch } = walk.job;
    const known = await this.store.known(
      run.id,
      page.map(({ facts }) => facts.path),
    );
    const left = page.filter(({ facts }) => !known.has(facts.path));
    walk.counts.files += page.length - left.length;
    const lane = async (): Promise<void> => {
      for (let file = left.shift(); file !== undefined; file = left.shift()) {
        if (watch.stopReason !== null) {
          return;
        }
        const found = await this.lookAt(walk, file);
        await this.store.add(run.id, found);
        walk.counts.add(found);
        watch.rows.rowsRead += 1;
      }
    };
    const lanes = await Promise.allSettled(Array.from({ length: walk.workers }, lane));
    const failed = lanes.find((ended) => ended.status === 'rejected');
    if (failed !== undefined) {
      throw failed.reason;
    }
  }

  private async lookAt({ job, source, look }: Walk, { facts, type }: ChosenFile): Promise<DiscoveredFile> {
    const nothing = { delimiter: null, encoding: null, fields: [] };
    const unread = (problem: string): DiscoveredFile => ({
      ...{ path: facts.path, fileType: type, ...nothing, problem },
    });
    if (facts.unreadable !== null) {
      return unread(facts.unreadable);
    }
    const abort = new AbortController();
    const forget = job.watch.onStop(() => abort.abort());
    try {
      const opened = await OpenedFile.open(source, facts, abort.signal);
      try {
        return await look.look(opened, type, abort.signal);
      } finally {
        await opened.close();
      }
    } catch (error) {
      if (error instanceof StorageError && !error.transient) {
        return unread(error.message);
      }
      throw error;
    } finally {
      forget();
    }
  }
}

function isStopped({ watch }: PartitionJob): boolean {
  return watch.stopReason !== null;
}
