import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Run } from '../run.entity.js';
import { FileAccess } from './file-access.js';

/** Removes what killed workers left of unfinished files at the end of a run. */
@Injectable()
export class SweepFiles {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly access: FileAccess,
  ) {}

  /** Does nothing, without asking the storage, when no file was left in the middle. */
  async sweep(run: Run): Promise<void> {
    const lanes = await this.dataSource.query<{ id: number }[]>(
      `SELECT DISTINCT partition_id AS id FROM run_file WHERE run_id = $1 AND status = 'working'`,
      [run.id],
    );
    if (lanes.length === 0) {
      return;
    }
    await this.access.sweep(
      run,
      lanes.map(({ id }) => id),
    );
    await this.dataSource.query(
      `UPDATE run_file SET status = 'pending' WHERE run_id = $1 AND status = 'working'`,
      [run.id],
    );
  }
}
