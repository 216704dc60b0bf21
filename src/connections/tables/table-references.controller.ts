import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { MaskBuilder, UserToken } from '../../auth/access.decorators.js';
import type { AuthenticatedUser } from '../../auth/authenticated-user.js';
import { CurrentUser } from '../../auth/current-user.decorator.js';
import { ApiInvalidInput } from '../../common/http/api-invalid-input.decorator.js';
import { ErrorResponse } from '../../common/http/dto/error.response.js';
import { UuidPipe } from '../../common/http/id-pipes.js';
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

  @Post()
  @MaskBuilder()
  @ApiOperation({
    summary: 'Create a table reference',
    description:
      'A name for a table of a database, or for a file that holds a table. It goes with its connection.',
  })
  @ApiCreatedResponse({ type: TableReferenceResponse })
  @ApiInvalidInput('A field is not valid, or the name is taken.')
  async create(
    @CurrentUser() user: AuthenticatedUser,
    @Body() dto: TableReferenceDto,
  ): Promise<TableReferenceResponse> {
    return toTableReferenceResponse(await this.references.create(user, dto));
  }

  @Get(':id')
  @UserToken()
  @ApiOperation({ summary: 'Show one table reference' })
  @ApiOkResponse({ type: TableReferenceResponse })
  @ApiNotFoundResponse({ type: ErrorResponse })
  async get(@Param('id', UuidPipe) id: string): Promise<TableReferenceResponse> {
    return toTableReferenceResponse(await this.references.get(id));
  }

  @Put(':id')
  @MaskBuilder()
  @ApiOperation({ summary: 'Give a table reference new content' })
  @ApiOkResponse({ type: TableReferenceResponse })
  @ApiInvalidInput('A field is not valid, or the name is taken.')
  @ApiNotFoundResponse({ type: ErrorResponse })
  async replace(
    @CurrentUser() user: AuthenticatedUser,
    @Param('id', UuidPipe) id: string,
    @Body() dto: TableReferenceDto,
  ): Promise<TableReferenceResponse> {
    return toTableReferenceResponse(await this.references.replace(user, id, dto));
  }

  @Delete(':id')
  @HttpCode(204)
  @MaskBuilder()
  @ApiOperation({ summary: 'Delete a table reference' })
  @ApiNoContentResponse()
  @ApiNotFoundResponse({ type: ErrorResponse })
  remove(@CurrentUser() user: AuthenticatedUser, @Param('id', UuidPipe) id: string): Promise<void> {
    return this.references.remove(user, id);
  }
}
