import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { In } from 'typeorm';
import type { DataSource } from 'typeorm';
import { DATABASE_ADAPTERS, DatabaseError } from '../adapters/databases/index.js';
import type { DatabaseSession } from '../adapters/databases/index.js';
import { DomainError } from '../common/errors/domain-error.js';
import { Logger } from '../common/logging/logger.js';
import { ConnectionsService } from '../connections/connections.service.js';
import { compareBaseline } from './compare-baseline.js';
import { measureTable } from './measure-table.js';
import type { Sides } from './measure-table.js';
import type { TableFigures } from './privacy-figures.js';
import { UNFINISHED_REPORT_STATUSES } from './privacy-report-status.js';
import { PrivacyReport } from './privacy-report.entity.js';

/** Of one report: more would end no better. */
const MAX_ATTEMPTS = 3;
/** How often a worker says that it is still there, and hears whether the report is still wanted. */
const BEAT_MS = 5_000;

/** Deleted meanwhile. */
class NoLongerWanted extends Error {}

/** Makes a privacy report in a worker. It only reads, so a lost worker costs time alone. */
@Injectable()
export class MeasurePrivacy {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly connections: ConnectionsService,
    private readonly logger: Logger,
  ) {}

  async run(id: string): Promise<void> {
    const opened: DatabaseSession[] = [];
    const beat = setInterval(() => void this.beat(id, opened), BEAT_MS);
    try {
      await this.finish(id, await this.measure(await this.begin(id), opened));
    } catch (error) {
      if (!(error instanceof NoLongerWanted)) {
        await this.fail(id, error);
      }
    } finally {
      clearInterval(beat);
      await Promise.all(opened.map((session) => session.close()));
    }
  }

  private async beat(id: string, opened: readonly DatabaseSession[]): Promise<void> {
    try {
      await this.tell(id);
    } catch (error) {
      if (error instanceof NoLongerWanted) {
        // That ends the statement that is under way.
        opened.forEach((session) => void session.close());
      }
    }
  }

  private async begin(id: string): Promise<PrivacyReport> {
    await this.dataSource.manager.increment(PrivacyReport, { id, ...unfinished() }, 'attempts', 1);
    await this.tell(id, 'Connecting.');
    const report = await this.dataSource.manager.findOneByOrFail(PrivacyReport, { id });
    if (report.attempts > MAX_ATTEMPTS) {
      throw new DomainError('unavailable', 'No worker came to the end of it. Measure fewer tables at once.');
    }
    return report;
  }

  private async measure(report: PrivacyReport, opened: DatabaseSession[]): Promise<readonly TableFigures[]> {
    const { id, connectionId, originalConnectionId, wish } = report;
    const open = async (connection: string): Promise<DatabaseSession> => {
      const session = await this.open(connection);
      opened.push(session);
      return session;
    };
    const sides: Sides = {
      after: await open(connectionId),
      before: originalConnectionId === null ? null : await open(originalConnectionId),
    };
    const baseline = await this.baseline(report);
    const figures: TableFigures[] = [];
    for (const [place, table] of wish.tables.entries()) {
      await this.tell(id, `Measuring table ${place + 1} of ${wish.tables.length}.`);
      const measured = await measureTable(sides, table, wish.k);
      figures.push(baseline === null ? measured : compareBaseline(measured, baseline));
    }
    return figures;
  }

  private async open(connectionId: string): Promise<DatabaseSession> {
    const connection = await this.connections.forRun(connectionId);
    const adapter = connection?.maskType === 'database' ? DATABASE_ADAPTERS[connection.dbType] : undefined;
    if (connection === null || adapter === undefined) {
      throw new DomainError('invalid_input', 'A connection is no longer there, or cannot be looked at.');
    }
    return adapter.open({ ...connection.settings, readOnly: true }, 'vizard privacy report');
  }

  private async baseline({ baselineId }: PrivacyReport): Promise<readonly TableFigures[] | null> {
    if (baselineId === null) {
      return null;
    }
    const report = await this.dataSource.manager.findOneBy(PrivacyReport, { id: baselineId });
    return report?.figures ?? [];
  }

  private async finish(id: string, figures: readonly TableFigures[]): Promise<void> {
    const problems = figures.filter(({ problem }) => problem !== null).length;
    const { affected } = await this.dataSource.manager.update(
      PrivacyReport,
      { id, ...unfinished() },
      {
        status: problems > 0 ? 'finished_with_warnings' : 'finished',
        statusMessage: `Measured ${figures.length === 1 ? 'one table' : `${figures.length} tables`}${problems > 0 ? `, ${problems} of them not wholly: see their \`problem\`` : ''}.`,
        figures,
        modifiedTime: new Date(),
      },
    );
    if (affected !== 1) {
      throw new NoLongerWanted();
    }
  }

  /** Says how far it is, and hears whether it is still wanted. */
  private async tell(id: string, statusMessage?: string): Promise<void> {
    const { affected } = await this.dataSource.manager.update(
      PrivacyReport,
      { id, ...unfinished() },
      {
        status: 'running',
        modifiedTime: new Date(),
        ...(statusMessage === undefined ? {} : { statusMessage }),
      },
    );
    if (affected !== 1) {
      throw new NoLongerWanted();
    }
  }

  private async fail(id: string, error: unknown): Promise<void> {
    const isKnown = error instanceof DomainError || error instanceof DatabaseError;
    if (!isKnown) {
      this.logger.error('A privacy report failed', { reportId: id, err: error });
    }
    const errorMessage = isKnown ? error.message : 'Something went wrong; see the log of the server.';
    await this.dataSource.manager.update(
      PrivacyReport,
      { id, ...unfinished() },
      { status: 'failed', statusMessage: 'Failed.', errorMessage, modifiedTime: new Date() },
    );
  }
}

const unfinished = (): { status: ReturnType<typeof In<PrivacyReport['status']>> } => ({
  status: In([...UNFINISHED_REPORT_STATUSES]),
});
