import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

/** Body of every error of the management API that belongs to no single field. */
export class ErrorResponse {
  @ApiProperty({ description: 'What went wrong and what to do about it.', example: 'Not found.' })
  detail: string;

  @ApiPropertyOptional({
    description:
      'Only with status 500: quote it when you report the fault, the log holds the cause under it.',
    example: '5f0c2f8e-6b3a-4a53-9d0e-3c0f4f1a7b11',
  })
  request_id?: string;
}

/** Body of an error of the in-flight API (status 422 excepted). */
export class InFlightErrorResponse {
  @ApiProperty({ description: 'What went wrong and what to do about it.', example: 'Not found.' })
  error: string;
}

/** One thing that is wrong with the shape of a request. */
export class ShapeFaultResponse {
  @ApiProperty({
    description: 'Stable word for programs: `missing`, `string_type`, `bool_parsing`, `list_type` …',
    example: 'bool_parsing',
  })
  type: string;

  @ApiProperty({ type: [String], description: 'Where.', example: ['body', 'options', 'enabled'] })
  loc: string[];

  @ApiProperty({ example: 'Must be true or false.' })
  msg: string;

  @ApiProperty({
    description: 'The value at fault; null where it is missing or large. Secrets are hidden.',
    nullable: true,
    example: 'maybe',
  })
  input: string;

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    description: 'Limits that were missed.',
  })
  ctx?: object;
}

/** Body of status 422 of the in-flight API. */
export class InFlightShapeErrorResponse {
  @ApiProperty({ type: [ShapeFaultResponse] })
  detail: ShapeFaultResponse[];
}
