/** Life of a report: `queued → running → finished | finished_with_warnings | failed`. */
export type PrivacyReportStatus = 'queued' | 'running' | 'finished' | 'finished_with_warnings' | 'failed';

export const PRIVACY_REPORT_STATUSES: readonly PrivacyReportStatus[] = [
  'queued',
  'running',
  'finished',
  'finished_with_warnings',
  'failed',
];

export const UNFINISHED_REPORT_STATUSES: readonly PrivacyReportStatus[] = ['queued', 'running'];

/** Are there figures? */
export function hasFigures(status: PrivacyReportStatus): boolean {
  return status === 'finished' || status === 'finished_with_warnings';
}
