import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { In, LessThan } from 'typeorm';
import type { DataSource } from 'typeorm';
import { Logger } from '../common/logging/logger.js';
import { JobQueue } from '../queue/job-queue.js';
import { WorkRecovery } from '../queue/work-recovery.js';
import { UNFINISHED_REPORT_STATUSES } from './privacy-report-status.js';
import { PrivacyReport } from './privacy-report.entity.js';

/** A report that nothing was heard of for longer may have lost its job: its worker says something every few seconds. */
const LOST_AFTER_MS = 60_000;

/** Wakes workers for privacy reports, again where one was lost. */
@Injectable()
export class PrivacyJobs implements OnModuleInit {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly queue: JobQueue,
    private readonly recovery: WorkRecovery,
    private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.recovery.register('privacy-reports', () => this.recover());
  }

  /** Call it after the commit. Where the queue cannot be reached, `recover` does it later. */
  async enqueue({ id }: Pick<PrivacyReport, 'id'>): Promise<void> {
    try {
      await this.queue.enqueue('measure-privacy', { reportId: id }, { jobId: `privacy-report-${id}` });
    } catch (err) {
      this.logger.warn('A privacy report waits for the queue', { reportId: id, err });
    }
  }

  private async recover(): Promise<void> {
    const lost = await this.dataSource.manager.find(PrivacyReport, {
      select: { id: true },
      where: {
        status: In([...UNFINISHED_REPORT_STATUSES]),
        modifiedTime: LessThan(new Date(Date.now() - LOST_AFTER_MS)),
      },
    });
    for (const report of lost) {
      await this.enqueue(report);
    }
  }
}
