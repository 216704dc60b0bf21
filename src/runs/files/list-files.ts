import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import { BackOff } from '../ledger/back-off.js';
import type { Claim, PartitionEnd } from '../ledger/partition-claims.js';
import { endAfterStop, taskOf } from '../work/partition-job.js';
import type { PartitionJob, PartitionWorker } from '../work/partition-job.js';
import { warning } from '../run-log-lines.js';
import type { LogLine } from '../run-log-lines.js';
import { RunMasking } from '../work/run-masking.js';
import { RunPartition } from '../ledger/run-partition.entity.js';
import { FileAccess } from './file-access.js';
import { fileName } from './file-lines.js';
import { FileSorting } from './file-sorting.js';
import type { SortedFile } from './file-sorting.js';
import { fileTaskOf } from './mask-files.js';

const PAGE = 1_000;
/** Files that no filter names, up to which the report tells each of them. */
const TOLD_NOT_INCLUDED = 10_000;
/** Lanes of a task that says nothing of workers: more than most installations have places for. */
const MOST_LANES = 16;

/** `list_files`: notes every file that the task looks at and what becomes of it, and opens lanes for those to mask. */
@Injectable()
export class ListFiles implements PartitionWorker {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly access: FileAccess,
    private readonly masking: RunMasking,
  ) {}

  async work(job: PartitionJob): Promise<PartitionEnd | 'lost'> {
    const backOff = new BackOff(job.watch);
    while (job.watch.stopReason === null) {
      try {
        const list = await this.list(job);
        if (list !== null) {
          return {
            status: 'finished',
            lines: linesOf(job, list),
            also: (manager) => begin(manager, job, list),
          };
        }
      } catch (error) {
        await backOff.afterError(error);
      }
    }
    return endAfterStop(job.watch.stopReason);
  }

  /** Null: the work should end. */
  private async list(job: PartitionJob): Promise<TaskList | null> {
    const node = await fileTaskOf(this.masking, job);
    const sorting = new FileSorting(node);
    const list = new TaskList();
    const { id } = taskOf(job);
    // What a run that is tried again has written already stays.
    await this.dataSource.query(`DELETE FROM run_file WHERE task_id = $1 AND status <> 'finished'`, [id]);
    return this.access.within(job.run, job.partition.id, async ({ source }) => {
      let page: SortedFile[] = [];
      const files = source.list({ recurse: node.recurse })[Symbol.asyncIterator]();
      for (;;) {
        // A storage that does not answer keeps nobody from stopping.
        const next = await job.watch.orStop(files.next());
        if (next === null || job.watch.stopReason !== null) {
          return null;
        }
        if (next.done === true) {
          break;
        }
        page.push(...list.add(sorting.sort(next.value)));
        if (page.length >= PAGE) {
          await this.note(job, page);
          page = [];
        }
      }
      await this.note(job, page);
      return list;
    });
  }

  private async note({ run, watch, task }: PartitionJob, page: readonly SortedFile[]): Promise<void> {
    const column = <K extends keyof SortedFile>(name: K): SortedFile[K][] => page.map((file) => file[name]);
    await this.dataSource.query(
      `INSERT INTO run_file (run_id, task_id, path, size, version, file_type, status, skip_reason)
       SELECT $1, $2, file.path, file.size, file.version, file.type,
         CASE WHEN file.reason IS NULL THEN 'pending' ELSE 'skipped' END, file.reason
       FROM unnest($3::text[], $4::bigint[], $5::text[], $6::text[], $7::text[])
         AS file (path, size, version, type, reason)
       WHERE EXISTS (SELECT 1 FROM run_partition WHERE id = $8 AND claim_token = $9 AND status = 'working')
       ON CONFLICT (run_id, path, task_id) DO UPDATE SET size = excluded.size, version = excluded.version,
         file_type = excluded.file_type, status = excluded.status, skip_reason = excluded.skip_reason
       WHERE run_file.version <> excluded.version OR excluded.skip_reason IS NOT NULL`,
      [
        ...[run.id, task?.id, column('path'), column('size'), column('version'), column('fileType')],
        ...[column('skipReason'), ...claimKey(watch.claim)],
      ],
    );
  }
}

/** What a listing comes to. */
class TaskList {
  files = 0;
  unreadable = 0;
  firstUnreadable: string | null = null;
  notIncluded = 0;

  /** The files to be noted. */
  add(file: SortedFile): readonly SortedFile[] {
    switch (file.sort) {
      case 'to_mask':
        this.files += 1;
        return [file];
      case 'not_included':
        this.notIncluded += 1;
        return this.notIncluded <= TOLD_NOT_INCLUDED ? [file] : [];
      case 'cannot':
        this.unreadable += 1;
        this.firstUnreadable ??= `${fileName(file.path)}: ${file.skipReason ?? ''}`;
        return [file];
      case 'skipped':
        return [file];
    }
  }
}

function linesOf(job: PartitionJob, { files, unreadable, firstUnreadable }: TaskList): readonly LogLine[] {
  const { title } = taskOf(job);
  const lines: LogLine[] = [];
  if (unreadable > 0) {
    const rest = unreadable > 1 ? ` (and ${unreadable - 1} more: see the run report)` : '';
    const text = `${title}: cannot be masked and was skipped: ${firstUnreadable ?? ''}${rest}`;
    lines.push(warning('file_skipped', text));
  }
  if (files === 0) {
    lines.push(warning('no_files', `${title}: there is no file to mask`));
  }
  return lines;
}

async function begin(manager: EntityManager, job: PartitionJob, list: TaskList): Promise<void> {
  const task = taskOf(job);
  const [open] = await manager.query<{ files: number; bytes: string }[]>(
    `SELECT count(*)::int AS files, coalesce(sum(size), 0) AS bytes FROM run_file
     WHERE task_id = $1 AND status = 'pending'`,
    [task.id],
  );
  await manager.query('UPDATE run_task SET files_total = $2, bytes_total = $3 WHERE id = $1', [
    ...[task.id, list.files, open!.bytes],
  ]);
  const lanes = Math.min(open!.files, task.workers ?? MOST_LANES);
  await manager.insert(
    RunPartition,
    Array.from({ length: lanes }, (): Partial<RunPartition> => ({
      ...{ runId: job.run.id, taskId: task.id, kind: 'mask_files', status: 'waiting' },
      ...{ bounds: null, ownCursor: null },
    })),
  );
}

function claimKey({ partition, token }: Claim): readonly [number, string] {
  return [partition.id, token];
}
