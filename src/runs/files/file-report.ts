import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { NotFoundError } from '../../common/errors/domain-error.js';
import { csvLine } from '../../common/http/csv.js';
import { isFinal } from '../run-status.js';
import { Run } from '../run.entity.js';
import { NOT_INCLUDED } from './file-sorting.js';
import { FOR_OTHER } from './run-file-kind.js';
import type { RunFileStatus } from './run-file.entity.js';

const HEADER =
  'path,file_size,file_type,skip_reason,rows,masked_values,duration_seconds,status,error,task,masked_rows';
const PAGE = 5_000;
/** Reasons by which a task passes over files that were never meant for it, as patterns of SQL. */
const NOT_MEANT = [NOT_INCLUDED, FOR_OTHER.replace('$type', '%').replace('$task', '%')];

interface ReportRow {
  readonly id: number;
  readonly path: string;
  readonly size: string;
  readonly type: string;
  readonly reason: string | null;
  readonly rows: string;
  readonly masked: string;
  readonly values: string;
  readonly seconds: string | null;
  readonly status: RunFileStatus;
  readonly error: string | null;
  readonly task: string;
}

/** The run report: one line for each file that the tasks of a run looked at. */
@Injectable()
export class FileReport {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** CSV. Throws `NotFoundError` while there is none. */
  async of(runId: number): Promise<string> {
    const run = await this.dataSource.manager.findOneBy(Run, { id: runId });
    if (run === null) {
      throw new NotFoundError();
    }
    if (run.maskType !== 'file') {
      throw new NotFoundError('This run has no run report: only runs on files have one.');
    }
    if (!isFinal(run.status)) {
      throw new NotFoundError('The run report is there when the run has ended.');
    }
    const lines = [`${HEADER}\r\n`];
    for (let after = 0; ;) {
      const page = await this.page(run.id, after);
      const last = page.at(-1);
      if (last === undefined) {
        return lines.join('');
      }
      lines.push(...page.map(lineOf));
      after = last.id;
    }
  }

  /** A file that was not meant for a task is told of only where no other task looked at it, and once. */
  private page(runId: number, after: number): Promise<ReportRow[]> {
    return this.dataSource.query(
      `SELECT file.id, file.path, file.size, file.file_type AS type, file.skip_reason AS reason, file.rows,
         file.rows_masked AS masked, file.values_masked AS values, file.status, file.error_message AS error,
         round(extract(epoch FROM file.end_time - file.start_time), 3)::text AS seconds, task.path AS task
       FROM run_task AS task JOIN run_file AS file ON file.task_id = task.id
       WHERE task.run_id = $1 AND file.id > $2 AND NOT (coalesce(file.skip_reason LIKE ANY ($3), false) AND EXISTS (
         SELECT 1 FROM run_file AS other WHERE other.run_id = $1 AND other.path = file.path
           AND other.id <> file.id
           AND (NOT coalesce(other.skip_reason LIKE ANY ($3), false) OR other.id < file.id)))
       ORDER BY file.id LIMIT ${PAGE}`,
      [runId, after, NOT_MEANT],
    );
  }
}

function lineOf(row: ReportRow): string {
  const isDone = row.status === 'finished';
  const figures = isDone ? [row.rows, row.values, row.seconds ?? ''] : ['', '', ''];
  return csvLine([
    ...[row.path, row.size, row.type, row.reason ?? '', ...figures, statusSaid(row.status), row.error ?? ''],
    ...[row.task, isDone ? row.masked : ''],
  ]);
}

function statusSaid(status: RunFileStatus): string {
  return status === 'pending' || status === 'working' ? 'not_done' : status;
}
