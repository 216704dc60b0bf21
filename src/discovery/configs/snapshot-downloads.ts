import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Readable } from 'node:stream';
import type { DataSource } from 'typeorm';
import { ZipFile } from 'yazl';
import { InvalidInputError, NotFoundError } from '../../common/errors/domain-error.js';
import type { Download } from '../../common/http/download.js';
import { RunsService } from '../../runs/runs.service.js';
import { DiscoveryConfigSnapshot } from './discovery-config-snapshot.entity.js';
import { DiscoveryConfig } from './discovery-config.entity.js';
import { offsetMinutes, snapshotHeader } from './snapshot-header.js';

/** Hands out the configs that runs were started by. */
@Injectable()
export class SnapshotDownloads {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly runs: RunsService,
  ) {}

  async of(runId: number, timezone: string): Promise<Download> {
    const offset = offsetMinutes(timezone);
    if (offset === null) {
      throw new InvalidInputError({ timezone: ['Must be an offset such as +02:00 or -08:00.'] });
    }
    await this.runs.get(runId);
    const { manager } = this.dataSource;
    const snapshot = await manager.findOneBy(DiscoveryConfigSnapshot, { runId });
    if (snapshot === null) {
      throw new NotFoundError('This run was started without a discovery config.');
    }
    const config =
      snapshot.configId === null ? null : await manager.findOneBy(DiscoveryConfig, { id: snapshot.configId });
    const header = snapshotHeader(snapshot, config?.modifiedTime ?? null, offset);
    const zip = new ZipFile();
    zip.addBuffer(Buffer.from(`${header}${snapshot.configYaml}`), `config-${runId}.yaml`);
    zip.end();
    return {
      fileName: `discovery-config-${runId}.zip`,
      type: 'application/zip',
      stream: zip.outputStream as Readable,
    };
  }
}
