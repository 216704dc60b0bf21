import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn } from 'class-validator';

import type { ExportType } from '../export.service.js';

const TYPES: readonly ExportType[] = ['all', 'rulesets'];

/** What to pack. */
export class ExportQuery {
  @ApiPropertyOptional({
    enum: TYPES,
    isArray: true,
    description:
      'May be given several times. `all` (the default): rulesets, and as extensions libraries, uploaded seed files, discovery configs and ruleset generation configs.',
  })
  @Transform(({ value }: { value: unknown }) => (Array.isArray(value) ? value : [value]) as unknown)
  @IsIn(TYPES, { each: true, message: 'Must be all or rulesets.' })
  export_type: ExportType[] = ['all'];
}
