import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';

import type { LicenseGrant } from './license-file.js';
import { LicenseService } from './license.service.js';

const DAY_MS = 86_400_000;
/** A licence without an end; the wire wants a number of days. */
const NEVER_IN_DAYS = 36_500;

/** One limit that is exceeded. */
export interface LimitBreach {
  readonly breachType: string;
  readonly message: string;
  readonly createdTime: Date;
}

/** How the licence stands now. */
export interface LicenseReport {
  /** Null: there is none. */
  readonly grant: LicenseGrant | null;
  readonly isExpired: boolean;
  readonly daysLeft: number;
  readonly breaches: readonly LimitBreach[];
}

/** Compares what the licence grants with what was used. */
@Injectable()
export class LicenseReports {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly license: LicenseService,
  ) {}

  async report(): Promise<LicenseReport> {
    const grant = await this.license.grant();
    if (grant === null) {
      return { grant, isExpired: true, daysLeft: 0, breaches: [] };
    }
    const leftMs = grant.expires === null ? Number.POSITIVE_INFINITY : grant.expires.getTime() - Date.now();
    const daysLeft = Number.isFinite(leftMs) ? Math.max(0, Math.ceil(leftMs / DAY_MS)) : NEVER_IN_DAYS;
    return { grant, isExpired: leftMs <= 0, daysLeft, breaches: await this.breaches(grant) };
  }

  private async breaches({ rowLimit }: LicenseGrant): Promise<LimitBreach[]> {
    if (rowLimit === null) {
      return [];
    }
    // The ledger belongs to runs, which know nothing of licences: its columns are a contract of the schema.
    const [used] = await this.dataSource.manager.query<{ rows: string; last: Date | null }[]>(
      `SELECT coalesce(sum(p.rows_written), 0) AS rows, max(r.created_time) AS last
       FROM run r JOIN run_partition p ON p.run_id = r.id
       WHERE r.created_time >= date_trunc('month', now()) AND r.options ->> 'dryRun' IS DISTINCT FROM 'true'`,
    );
    const rows = Number(used?.rows ?? 0);
    const message = `The licence allows ${rowLimit} rows a month; ${rows} were masked this month.`;
    return rows > rowLimit
      ? [{ breachType: 'row_limit', message, createdTime: used?.last ?? new Date() }]
      : [];
  }
}
