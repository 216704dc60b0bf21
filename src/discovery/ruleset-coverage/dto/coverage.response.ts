import { ApiProperty } from '@nestjs/swagger';
import { MatchResponse, toMatchResponse } from '../../dto/match.response.js';
import type { Discovery } from '../../discovery.entity.js';
import type { CoverageReport, SensitiveColumn } from '../coverage-report.js';

const LINES = { type: Number, isArray: true, description: 'Lines of the ruleset that name it.' } as const;

class CoverageColumn {
  @ApiProperty({ example: 'public' })
  schema: string;

  @ApiProperty({ example: 'customers' })
  table: string;

  @ApiProperty({ example: 'email' })
  column: string;
}

/** A sensitive column that stays as it is. */
export class UncoveredColumnResponse extends CoverageColumn {
  @ApiProperty({ example: 'character varying(80)' })
  data_type: string;

  @ApiProperty({ type: [MatchResponse] })
  discovery_matches: MatchResponse[];
}

/** A column that the database has not any more. */
export class GoneColumnResponse extends CoverageColumn {
  @ApiProperty(LINES)
  lines: readonly number[];
}

/** A column that the last discovery has not seen. */
export class NewColumnResponse extends UncoveredColumnResponse {
  @ApiProperty({ description: 'Has the ruleset a rule for it?' })
  is_covered: boolean;
}

/** How a ruleset, the last discovery and the database fit together. */
export class CoverageResponse {
  @ApiProperty({ format: 'uuid' })
  connection: string;

  @ApiProperty({ format: 'uuid' })
  ruleset: string;

  @ApiProperty({ description: 'Run of the discovery that the ruleset is compared with.', example: 7 })
  discovery_run: number;

  @ApiProperty({ format: 'date-time' })
  discovered_time: string;

  @ApiProperty({ description: 'No sensitive column is left as it is.' })
  is_covered: boolean;

  @ApiProperty({ description: 'Sensitive columns in all.', example: 12 })
  sensitive_count: number;

  @ApiProperty({ type: [UncoveredColumnResponse], description: 'Sensitive columns without a rule.' })
  uncovered: UncoveredColumnResponse[];

  @ApiProperty({
    type: [GoneColumnResponse],
    description: 'Columns of the discovery, or of the ruleset, that are not there.',
  })
  gone: GoneColumnResponse[];

  @ApiProperty({ type: [NewColumnResponse], description: 'Columns since the discovery.' })
  new: NewColumnResponse[];
}

export function toCoverageResponse(facts: {
  readonly connectionId: string;
  readonly rulesetId: string;
  readonly discovery: Discovery;
  readonly report: CoverageReport;
}): CoverageResponse {
  const { discovery, report } = facts;
  return {
    connection: facts.connectionId,
    ruleset: facts.rulesetId,
    discovery_run: discovery.runId,
    discovered_time: (discovery.finishedTime ?? discovery.modifiedTime).toISOString(),
    is_covered: report.uncovered.length === 0,
    sensitive_count: report.sensitive,
    uncovered: report.uncovered.map(toColumn),
    gone: report.gone.map(({ schema, table, column, lines }) => ({ schema, table, column, lines })),
    new: report.added.map((column) => Object.assign(toColumn(column), { is_covered: column.isCovered })),
  };
}

function toColumn({ schema, table, column, dataType, matches }: SensitiveColumn): UncoveredColumnResponse {
  return { schema, table, column, data_type: dataType, discovery_matches: matches.map(toMatchResponse) };
}
