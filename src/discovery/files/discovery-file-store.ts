import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import { Discovery } from '../discovery.entity.js';
import type { DiscoveredFile } from './discovered-file.js';
import { DiscoveryFileGroup } from './discovery-file-group.entity.js';
import { DiscoveryFile } from './discovery-file.entity.js';
import { FieldMerger, structureOf } from './file-groups.js';
import { digestOf, isAmong, startOf } from './indexed-path.js';

/** Files read at a time. */
const PAGE = 200;

/** Writes what discoveries find in files. Nothing of it is seen before the end. */
@Injectable()
export class DiscoveryFileStore {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Does nothing when it is there: the work may have been broken off and taken up again. */
  async begin(
    runId: number,
    connectionId: string,
    options: Readonly<Record<string, unknown>>,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<void> {
    await manager.query(
      `INSERT INTO discovery (run_id, connection_id, kind, options) VALUES ($1, $2, 'file', $3::jsonb)
       ON CONFLICT DO NOTHING`,
      [runId, connectionId, JSON.stringify(options)],
    );
  }

  /** Those of some paths that were looked at already. */
  async known(runId: number, paths: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.dataSource.query<{ path: string }[]>(
      `SELECT path FROM discovery_file WHERE run_id = $1 AND ${isAmong('$2')}`,
      [runId, paths],
    );
    return new Set(rows.map(({ path }) => path));
  }

  /** A file that is there already stays as it is. */
  async add(runId: number, file: DiscoveredFile): Promise<void> {
    const { path, fileType, delimiter, encoding, fields, problem } = file;
    await this.dataSource.query(
      `INSERT INTO discovery_file (run_id, path, file_type, delimiter, encoding, structure, counted, fields, problem,
         path_digest, path_start)
       VALUES ($1, $2::text, $3, $4, $5, $6, $7, $8::jsonb, $9, ${digestOf('$2::text')}, ${startOf('$2::text')})
       ON CONFLICT (run_id, path_digest) DO NOTHING`,
      [
        ...[runId, path, fileType, delimiter, encoding, structureOf(file)],
        ...[fields.some(({ valueCount }) => valueCount !== null), JSON.stringify(fields), problem],
      ],
    );
  }

  /** Groups the files, and shows the results from now on. */
  async finish(manager: EntityManager, runId: number): Promise<void> {
    await manager.delete(DiscoveryFileGroup, { runId });
    const structures = await manager.query<{ structure: string; fileType: string }[]>(
      `SELECT structure, min(file_type) AS "fileType" FROM discovery_file WHERE run_id = $1
       GROUP BY structure ORDER BY min(path)`,
      [runId],
    );
    for (const { structure, fileType } of structures) {
      const merger = new FieldMerger();
      for await (const { fields } of filesOf(manager, { runId, structure })) {
        merger.add(fields);
      }
      const [group] = await manager.query<{ id: number }[]>(
        'INSERT INTO discovery_file_group (run_id, file_type, fields) VALUES ($1, $2, $3::jsonb) RETURNING id',
        [runId, fileType, JSON.stringify(merger.result())],
      );
      await manager.update(DiscoveryFile, { runId, structure }, { groupId: group!.id });
    }
    await manager.update(Discovery, { runId }, { finishedTime: new Date() });
  }
}

/** Files by path, so that a discovery is told alike whichever of its files was looked at first. */
export async function* filesOf(
  manager: EntityManager,
  where: { readonly runId: number; readonly structure: string } | { readonly groupId: number },
): AsyncGenerator<DiscoveryFile> {
  for (let after = ''; ;) {
    const files = await manager
      .createQueryBuilder(DiscoveryFile, 'file')
      .where(where)
      .andWhere(`(file.pathStart, file.path) > (${startOf(':after')}, :after)`, { after })
      .orderBy('file.pathStart')
      .addOrderBy('file.path')
      .limit(PAGE)
      .getMany();
    yield* files;
    const last = files.at(-1);
    if (last === undefined || files.length < PAGE) {
      return;
    }
    after = last.path;
  }
}
