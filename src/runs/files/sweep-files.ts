import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Run } from '../run.entity.js';
import { FileAccess } from './file-access.js';
import type { LeftLane } from './file-access.js';

/** Removes what killed workers left of unfinished files at the end of a run. */
@Injectable()
export class SweepFiles {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly access: FileAccess,
  ) {}

  /** Does nothing, without asking the storage, when no file was left in the middle. */
  async sweep(run: Run): Promise<void> {
    // A part may be left of a file that ended well when it was tried again, also by another lane.
    const lanes = await this.dataSource.query<LeftLane[]>(
      `SELECT lane.id, coalesce(array_agg(file.path) FILTER (WHERE file.status <> 'finished'), '{}') AS paths
       FROM run_partition AS lane LEFT JOIN run_file AS file ON file.partition_id = lane.id
       WHERE lane.run_id = $1 AND (lane.leaves_parts OR file.status = 'working')
       GROUP BY lane.id ORDER BY lane.id`,
      [run.id],
    );
    if (lanes.length === 0) {
      return;
    }
    if (!run.options.dryRun) {
      await this.access.sweep(run, lanes);
    }
    await this.dataSource.query(
      `UPDATE run_file SET status = 'pending' WHERE run_id = $1 AND status = 'working'`,
      [run.id],
    );
    await this.dataSource.query(
      'UPDATE run_partition SET leaves_parts = false WHERE run_id = $1 AND leaves_parts',
      [run.id],
    );
  }
}
