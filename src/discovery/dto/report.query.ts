import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean } from 'class-validator';

/** What a report is to have. */
export class ReportQuery {
  @ApiPropertyOptional({
    type: Boolean,
    default: true,
    description: 'Begin with the column `Selected`, which says what a generated ruleset is to mask.',
  })
  @Transform(({ value }: { value: unknown }) =>
    value === 'true' || value === '1' ? true : value === 'false' || value === '0' ? false : value,
  )
  @IsBoolean({ message: 'Must be true or false.' })
  include_selection_column = true;
}
