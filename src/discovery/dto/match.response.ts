import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { DiscoveryMatch } from '../discovered-table.js';
import { DATA_CATEGORIES, MATCH_SOURCES } from '../match.js';

/** A match as shown. */
export class MatchResponse {
  @ApiPropertyOptional({
    description: 'Kind of data, for programs; absent: the match says that it is not sensitive.',
    example: 'email',
  })
  label?: string;

  @ApiProperty({ description: 'The rule that matched.', example: 'E-mail address' })
  description: string;

  @ApiProperty({ enum: DATA_CATEGORIES, isArray: true, example: ['PII'] })
  categories: readonly string[];

  @ApiProperty({ enum: MATCH_SOURCES, example: 'In-Data Discovery' })
  flagged_by: string;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Percent of the values; null: by the name.',
    example: 98.5,
  })
  hit_ratio: number | null;

  @ApiProperty({ description: 'Confidence from 0 to 1.', example: 0.97 })
  score: number;
}

export function toMatchResponse(match: DiscoveryMatch): MatchResponse {
  const { label, description, categories, flaggedBy, hitRatio, score } = match;
  return {
    ...(label === null ? {} : { label }),
    description,
    categories,
    flagged_by: flaggedBy,
    hit_ratio: hitRatio,
    score,
  };
}
