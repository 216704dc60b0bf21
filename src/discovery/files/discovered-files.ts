import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { DiscoveredFile } from './discovered-file.js';
import { isAmong } from './indexed-path.js';

/** Paths asked for at a time. */
const PAGE = 1_000;

/** Reads what discoveries found in files. Only what is complete is seen. */
@Injectable()
export class DiscoveredFiles {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** The run of the last complete file discovery of a connection; null: there is none. */
  async latestRunOf(connectionId: string): Promise<number | null> {
    const [last] = await this.dataSource.query<{ runId: number }[]>(
      `SELECT run_id AS "runId" FROM discovery
       WHERE connection_id = $1 AND kind = 'file' AND finished_time IS NOT NULL
       ORDER BY finished_time DESC, run_id DESC LIMIT 1`,
      [connectionId],
    );
    return last?.runId ?? null;
  }

  /** Files of a run by their paths, each with what was found in all files of its group. */
  async *named(runId: number, paths: readonly string[]): AsyncGenerator<DiscoveredFile> {
    for (let start = 0; start < paths.length; start += PAGE) {
      yield* await this.dataSource.query<DiscoveredFile[]>(
        `SELECT file.path, file.file_type AS "fileType", file.delimiter, file.encoding, file.problem, found.fields
         FROM discovery_file AS file JOIN discovery_file_group AS found ON found.id = file.group_id
         WHERE file.run_id = $1 AND file.${isAmong('$2')} ORDER BY file.id`,
        [runId, paths.slice(start, start + PAGE)],
      );
    }
  }
}
