import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';

export class LogsQuery {
  @ApiPropertyOptional({ description: 'Whose logs; `application` is all there is.', enum: ['application'] })
  @IsOptional()
  @IsIn(['application'], { message: 'Must be application.' })
  log_service?: string;
}
