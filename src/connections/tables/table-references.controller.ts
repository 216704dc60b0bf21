import { Body, Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { MaskBuilder, UserToken } from '../../auth/access.decorators.js';
import type { AuthenticatedUser } from '../../auth/authenticated-user.js';
import { CurrentUser } from '../../auth/current-user.decorator.js';
import { UuidPipe } from '../../common/http/id-pipes.js';
import {
  CreateRoute,
  RemoveRoute,
  ReplaceRoute,
  ShowRoute,
} from '../../common/http/item-routes.decorators.js';
import {
  TableReferenceDto,
  TableReferenceResponse,
  toTableReferenceResponse,
} from './table-reference.dto.js';
import { TableReferences } from './table-references.js';

@ApiTags('Connections')
@Controller('api/table-references')
export class TableReferencesController {
  constructor(private readonly references: TableReferences) {}

  @Get()
  @UserToken()
  @ApiOperation({ summary: 'List table references by name' })
  @ApiOkResponse({ type: [TableReferenceResponse] })
  async list(): Promise<TableReferenceResponse[]> {
    return (await this.references.list()).map(toTableReferenceResponse);
  }

  @CreateRoute({
    summary: 'Create a table reference',
    description:
      'A name for a table of a database, or for a file that holds a table. It goes with its connection.',
    type: TableReferenceResponse,
    invalid: 'A field is not valid, or the name is taken.',
  })
  @MaskBuilder()
  async create(
    @CurrentUser() user: AuthenticatedUser,
    @Body() dto: TableReferenceDto,
  ): Promise<TableReferenceResponse> {
    return toTableReferenceResponse(await this.references.create(user, dto));
  }

  @ShowRoute({ summary: 'Show one table reference', type: TableReferenceResponse })
  @UserToken()
  async get(@Param('id', UuidPipe) id: string): Promise<TableReferenceResponse> {
    return toTableReferenceResponse(await this.references.get(id));
  }

  @ReplaceRoute({
    summary: 'Give a table reference new content',
    type: TableReferenceResponse,
    invalid: 'A field is not valid, or the name is taken.',
  })
  @MaskBuilder()
  async replace(
    @CurrentUser() user: AuthenticatedUser,
    @Param('id', UuidPipe) id: string,
    @Body() dto: TableReferenceDto,
  ): Promise<TableReferenceResponse> {
    return toTableReferenceResponse(await this.references.replace(user, id, dto));
  }

  @RemoveRoute({ summary: 'Delete a table reference' })
  @MaskBuilder()
  remove(@CurrentUser() user: AuthenticatedUser, @Param('id', UuidPipe) id: string): Promise<void> {
    return this.references.remove(user, id);
  }
}
