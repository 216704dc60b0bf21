import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { DATABASE_ADAPTERS } from '../adapters/databases/index.js';
import { AuditService } from '../audit/audit.service.js';
import type { AuthenticatedUser } from '../auth/authenticated-user.js';
import { ConflictError, InvalidInputError, NotFoundError } from '../common/errors/domain-error.js';
import type { PageSlice } from '../common/http/dto/page.dto.js';
import { ConnectionsService } from '../connections/connections.service.js';
import { transaction } from '../database/transaction.js';
import type { StartPrivacyReportDto } from './dto/start-privacy-report.dto.js';
import { PrivacyJobs } from './privacy-jobs.js';
import { hasFigures } from './privacy-report-status.js';
import { PrivacyReport } from './privacy-report.entity.js';
import { readTables } from './read-wish.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Starts, shows and deletes privacy reports, which workers make. */
@Injectable()
export class PrivacyReportsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly connections: ConnectionsService,
    private readonly audit: AuditService,
    private readonly jobs: PrivacyJobs,
  ) {}

  async start(user: AuthenticatedUser, dto: StartPrivacyReportDto): Promise<PrivacyReport> {
    const { connection, original_connection: original = null, baseline = null, k } = dto;
    const wish = { k, tables: readTables(dto.tables) };
    assertOneBefore(dto);
    const kind = await this.kindOf('connection', connection);
    if (original !== null && (await this.kindOf('original_connection', original)) !== kind) {
      throw new InvalidInputError({
        original_connection: ['Must be to a database of the same kind as `connection`.'],
      });
    }
    await this.assertBaseline(baseline);
    const report = Object.assign(new PrivacyReport(), {
      ...{ id: randomUUID(), connectionId: connection, originalConnectionId: original, baselineId: baseline },
      ...{ wish, status: 'queued', statusMessage: 'Waiting for a worker.', errorMessage: null },
      ...{ attempts: 0, figures: null },
    } satisfies Partial<PrivacyReport>);
    const saved = await transaction(this.dataSource, async (manager) => {
      const description = `Privacy report ${report.id} on connection ${connection}`;
      await this.audit.record({ user, category: 'privacy_report', action: 'started', description }, manager);
      return manager.save(report);
    });
    await this.jobs.enqueue(saved);
    return saved;
  }

  list({ limit, offset }: PageSlice): Promise<[PrivacyReport[], number]> {
    return this.dataSource.manager.findAndCount(PrivacyReport, {
      order: { createdTime: 'DESC', id: 'ASC' },
      take: limit,
      skip: offset,
    });
  }

  async get(id: string): Promise<PrivacyReport> {
    const report = await this.dataSource.manager.findOneBy(PrivacyReport, { id });
    if (report === null) {
      throw new NotFoundError();
    }
    return report;
  }

  /** Throws `ConflictError` while it is being made, and when it failed. */
  async finished(id: string): Promise<PrivacyReport> {
    const report = await this.get(id);
    if (!hasFigures(report.status)) {
      throw new ConflictError(`The report is ${report.status}: it has no figures.`);
    }
    return report;
  }

  /** A worker that is making it hears of it within seconds. */
  async remove(user: AuthenticatedUser, id: string): Promise<void> {
    await transaction(this.dataSource, async (manager) => {
      const { affected } = await manager.delete(PrivacyReport, { id });
      if (affected !== 1) {
        throw new NotFoundError();
      }
      const description = `Privacy report ${id}`;
      await this.audit.record({ user, category: 'privacy_report', action: 'deleted', description }, manager);
    });
  }

  /** The adapter stands for the kind: MySQL and MariaDB are one. */
  private async kindOf(field: string, id: string): Promise<object> {
    const connection = await this.connections.forRun(id);
    const adapter = connection?.maskType === 'database' ? DATABASE_ADAPTERS[connection.dbType] : undefined;
    if (adapter === undefined) {
      const message =
        connection === null
          ? 'There is no such connection.'
          : 'Reports are made on databases that can be masked.';
      throw new InvalidInputError({ [field]: [message] });
    }
    return adapter;
  }

  private async assertBaseline(id: string | null): Promise<void> {
    if (id === null) {
      return;
    }
    const report = UUID.test(id) ? await this.dataSource.manager.findOneBy(PrivacyReport, { id }) : null;
    if (report === null || !hasFigures(report.status)) {
      const message = report === null ? 'There is no such report.' : 'That report has no figures.';
      throw new InvalidInputError({ baseline: [message] });
    }
  }
}

function assertOneBefore({
  connection,
  original_connection: original,
  baseline,
}: StartPrivacyReportDto): void {
  if (original?.toLowerCase() === connection.toLowerCase()) {
    throw new InvalidInputError({ original_connection: ['Must be another one than `connection`.'] });
  }
  if (typeof original === 'string' && typeof baseline === 'string') {
    throw new InvalidInputError({
      baseline: ['Name a baseline or an original_connection: both tell what was before.'],
    });
  }
}
