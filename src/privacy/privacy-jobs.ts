import { Injectable } from '@nestjs/common';
import { RowJobs, type RowsWithJobs } from '../queue/row-jobs.js';
import { UNFINISHED_REPORT_STATUSES } from './privacy-report-status.js';
import { PrivacyReport } from './privacy-report.entity.js';

/** Wakes workers for privacy reports. */
@Injectable()
export class PrivacyJobs extends RowJobs<'measure-privacy'> {
  protected readonly rows: RowsWithJobs<'measure-privacy'> = {
    name: 'privacy-reports',
    entity: PrivacyReport,
    unfinished: UNFINISHED_REPORT_STATUSES,
    // Its worker says something every few seconds.
    lostAfterMs: 60_000,
    job: 'measure-privacy',
    payloadOf: (reportId) => ({ reportId }),
  };
}
