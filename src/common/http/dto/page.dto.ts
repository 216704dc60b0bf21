import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsInt, IsOptional, Max, Min } from 'class-validator';

const MAX_PAGE = 1_000;
const DEFAULT_PAGE = 100;

const wholeNumber = ({ value }: { value: unknown }): unknown =>
  typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;

/** Which part of a list is wanted. */
export class PageQuery {
  @ApiPropertyOptional({ description: `Items per page, at most ${MAX_PAGE}.`, type: Number, example: 100 })
  @IsOptional()
  @Transform(wholeNumber)
  @IsInt()
  @Min(1)
  @Max(MAX_PAGE)
  limit?: number;

  @ApiPropertyOptional({ description: 'How many items to pass over.', type: Number, example: 0 })
  @IsOptional()
  @Transform(wholeNumber)
  @IsInt()
  @Min(0)
  @Max(2_147_483_647)
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
