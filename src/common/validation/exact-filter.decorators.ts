import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString } from 'class-validator';

/** A filter of a list: only what has exactly this text. */
export function ExactFilter(options: {
  readonly description: string;
  readonly example: string;
}): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional(options),
    IsOptional(),
    IsString({ message: 'Must be a text.' }),
  );
}

/** The same for libraries in a namespace. */
export function NamespaceFilter(): PropertyDecorator {
  return ExactFilter({
    description: 'Only libraries of exactly this namespace; empty: the default one.',
    example: 'estate/eu',
  });
}
