import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LessThan, type DataSource } from 'typeorm';
import { csvLine } from '../common/http/csv.js';
import { AuditLog } from './audit-log.entity.js';
import { toAuditLogResponse, type AuditLogResponse } from './dto/audit-log.response.js';

/** How many entries are shown at once; the file holds all. */
export const MAX_SHOWN = 10_000;
const BATCH = 1_000;

/** Reads the audit log, newest first. */
@Injectable()
export class AuditReaderService {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async latest(): Promise<AuditLogResponse[]> {
    const entries = await this.dataSource.manager.find(AuditLog, { order: { id: 'DESC' }, take: MAX_SHOWN });
    return entries.map(toAuditLogResponse);
  }

  /** The whole log as CSV, read and sent in batches. */
  csv(): Readable {
    return Readable.from(this.csvLines(), { objectMode: false });
  }

  private async *csvLines(): AsyncGenerator<string> {
    yield csvLine(['timestamp', 'username', 'category', 'action', 'description']);
    let before: string | null = null;
    for (;;) {
      const batch: AuditLog[] = await this.dataSource.manager.find(AuditLog, {
        ...(before === null ? {} : { where: { id: LessThan(before) } }),
        order: { id: 'DESC' },
        take: BATCH,
      });
      if (batch.length === 0) {
        return;
      }
      yield batch
        .map(({ timestamp, username, category, action, description }) =>
          csvLine([timestamp.toISOString(), username, category, action, description]),
        )
        .join('');
      before = batch.at(-1)?.id ?? null;
    }
  }
}
