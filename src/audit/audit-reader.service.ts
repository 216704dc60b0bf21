import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, SelectQueryBuilder } from 'typeorm';
import { sliceOf, type PageSlice } from '../common/http/dto/page.dto.js';
import { csvLine } from '../common/http/csv.js';
import { plainRows } from '../database/plain-rows.js';
import { AuditLog } from './audit-log.entity.js';
import { AuditService, type AuditEvent } from './audit.service.js';
import { SHOWN_OF_ENTRIES, toAuditLogResponse, type AuditLogResponse } from './dto/audit-log.response.js';
import type { AuditDownloadQuery, AuditQuery } from './dto/audit-query.dto.js';

/** How many entries are shown at once; pages and the file have all. */
export const MAX_SHOWN = 10_000;
const BATCH = 1_000;

/** One page of entries, or the newest ones when no page was asked for. */
export interface FoundEntries {
  readonly entries: AuditLogResponse[];
  readonly count: number;
  readonly slice: PageSlice | null;
}

/** Reads the audit log, newest first. */
@Injectable()
export class AuditReaderService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly audit: AuditService,
  ) {}

  async find(query: AuditQuery): Promise<FoundEntries> {
    const slice = query.limit === undefined ? null : sliceOf(query);
    const found = this.filtered(query);
    const { limit, offset } = slice ?? { limit: MAX_SHOWN, offset: 0 };
    const rows = newestFirst(found).limit(limit).offset(offset);
    const entries = (await plainRows(rows, SHOWN_OF_ENTRIES)).map(toAuditLogResponse);
    return { entries, count: slice === null ? entries.length : await found.getCount(), slice };
  }

  /** All entries that fit as CSV, read and sent in batches. That somebody took them along is an entry of its own. */
  async csv(user: AuditEvent['user'], query: AuditDownloadQuery): Promise<Readable> {
    const description = 'Downloaded the audit log';
    await this.audit.record({ user, category: 'audit_log', action: 'exported', description });
    return Readable.from(this.csvLines(query), { objectMode: false });
  }

  private async *csvLines(query: AuditDownloadQuery): AsyncGenerator<string> {
    yield csvLine(['timestamp', 'username', 'category', 'action', 'description']);
    let before: string | null = null;
    for (;;) {
      const found = newestFirst(this.filtered(query)).take(BATCH);
      const batch: AuditLog[] = await (
        before === null ? found : found.andWhere('entry.id < :before', { before })
      ).getMany();
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

  private filtered(query: AuditDownloadQuery): SelectQueryBuilder<AuditLog> {
    const found = this.dataSource.manager.createQueryBuilder(AuditLog, 'entry');
    const { username, category, action, search, from, until } = query;
    const conditions: [unknown, string, object][] = [
      [username, 'entry.username = :username', { username }],
      [category, 'entry.category IN (:...category)', { category }],
      [action, 'entry.action IN (:...action)', { action }],
      [
        search,
        'entry.description ILIKE :search',
        { search: `%${search?.replace(/[\\%_]/g, '\\$&') ?? ''}%` },
      ],
      [from, 'entry.timestamp >= :from', { from: timeOf(from) }],
      [until, 'entry.timestamp < :until', { until: timeOf(until) }],
    ];
    for (const [given, condition, parameters] of conditions) {
      if (given !== undefined) {
        found.andWhere(condition, parameters);
      }
    }
    return found;
  }
}

function newestFirst(found: SelectQueryBuilder<AuditLog>): SelectQueryBuilder<AuditLog> {
  return found.clone().orderBy('entry.id', 'DESC');
}

/** A date alone begins in UTC, and so does a time without an offset: the server's own zone decides nothing. */
function timeOf(text: string | undefined): Date | undefined {
  if (text === undefined) {
    return undefined;
  }
  const hasOffset = /(Z|[+-]\d\d(:?\d\d)?)$/i.test(text.slice(10));
  return new Date(text.length > 10 && !hasOffset ? `${text}Z` : text);
}
