import { Injectable } from '@nestjs/common';
import type { DatabaseSession } from '../../adapters/databases/index.js';
import type { Ruleset } from '../../engine/index.js';
import { failure, warning } from '../../runs/run-log-lines.js';
import type { LogLine } from '../../runs/run-log-lines.js';
import type { PartitionJob } from '../../runs/work/partition-job.js';
import { Coverage } from './coverage.js';
import type { SensitiveColumn } from './coverage-report.js';

/** Columns that the log names one by one. */
const MOST_TOLD = 20;

/** Says before a run starts what its ruleset leaves unmasked, as `require_coverage` wants it. */
@Injectable()
export class CoverageLines {
  constructor(private readonly coverage: Coverage) {}

  /** Failures keep the run from starting. */
  async of(
    { options, connectionId }: PartitionJob['run'],
    ruleset: Ruleset,
    session: DatabaseSession,
  ): Promise<readonly LogLine[]> {
    const wish = options.requireCoverage ?? 'off';
    if (wish === 'off') {
      return [];
    }
    const say = (message: string): LogLine =>
      wish === 'fail' ? failure(message) : warning('not_covered', message);
    const compared = await this.coverage.of(connectionId, ruleset, session);
    if (compared === null) {
      return [say('require_coverage: no schema discovery of the connection is complete: run one first')];
    }
    const { uncovered } = compared.report;
    const more = uncovered.length - MOST_TOLD;
    return [
      ...uncovered.slice(0, MOST_TOLD).map((column) => say(said(column))),
      ...(more > 0 ? [say(`${more} more sensitive columns are left as they are: see the coverage`)] : []),
    ];
  }
}

function said({ schema, table, column, matches }: SensitiveColumn): string {
  const reasons = [...new Set(matches.map(({ description }) => description))].join(', ');
  return `the ruleset leaves the sensitive column "${schema}"."${table}"."${column}" as it is (${reasons})`;
}
