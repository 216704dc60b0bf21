import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsInt, IsOptional, Max, Min } from 'class-validator';

const MAX_PAGE = 1_000;
const DEFAULT_PAGE = 100;
const MAX_OFFSET = 2_147_483_647;
/** One text for each, because it is not defined which of several checks of a field speaks. */
const LIMIT_TEXT = `Must be one whole number from 1 to ${MAX_PAGE}.`;
const OFFSET_TEXT = `Must be one whole number from 0 to ${MAX_OFFSET}.`;

const wholeNumber = ({ value }: { value: unknown }): unknown =>
  typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;

/** Which part of a list is wanted. */
export class PageQuery {
  @ApiPropertyOptional({ description: `Items per page, at most ${MAX_PAGE}.`, type: Number, example: 100 })
  @IsOptional()
  @Transform(wholeNumber)
  @IsInt({ message: LIMIT_TEXT })
  @Min(1, { message: LIMIT_TEXT })
  @Max(MAX_PAGE, { message: LIMIT_TEXT })
  limit?: number;

  @ApiPropertyOptional({ description: 'How many items to pass over.', type: Number, example: 0 })
  @IsOptional()
  @Transform(wholeNumber)
  @IsInt({ message: OFFSET_TEXT })
  @Min(0, { message: OFFSET_TEXT })
  @Max(MAX_OFFSET, { message: OFFSET_TEXT })
  offset?: number;
}

/** One page of a list, with the addresses of its neighbours. */
export class Page<T> {
  @ApiProperty({ description: 'Items in the whole list.', example: 1 })
  count: number;

  @ApiProperty({ description: 'Address of the next page; null on the last.', type: String, nullable: true })
  next: string | null;

  @ApiProperty({
    description: 'Address of the page before; null on the first.',
    type: String,
    nullable: true,
  })
  previous: string | null;

  results: T[];
}

/** A page as found, before it is dressed for the wire. */
export interface PageSlice {
  readonly limit: number;
  readonly offset: number;
}

/** The slice a query asks for; absent values take their defaults. */
export function sliceOf(query: PageQuery): PageSlice {
  return { limit: query.limit ?? DEFAULT_PAGE, offset: query.offset ?? 0 };
}
