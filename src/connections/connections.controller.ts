import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiBody,
  ApiExtraModels,
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';

import { UserToken } from '../auth/access.decorators.js';
import type { AuthenticatedUser } from '../auth/authenticated-user.js';
import { CurrentUser } from '../auth/current-user.decorator.js';
import { ApiInvalidInput } from '../common/http/api-invalid-input.decorator.js';
import { ErrorResponse } from '../common/http/dto/error.response.js';
import { UuidPipe } from '../common/http/id-pipes.js';
import { RemoveRoute, ReplaceRoute, ShowRoute, UpdateRoute } from '../common/http/item-routes.decorators.js';
import { ConnectionsService } from './connections.service.js';
import { CONNECTION_DTOS } from './dto/connection-body.js';
import { CONNECTION_EXAMPLES } from './dto/connection.examples.js';
import { ConnectionResponse } from './dto/connection.response.js';

const ANY_KIND = {
  schema: { oneOf: CONNECTION_DTOS.map((dto) => ({ $ref: getSchemaPath(dto) })) },
  examples: CONNECTION_EXAMPLES,
};
const CHANGE = {
  type: ConnectionResponse,
  invalid: 'A field is not valid, or the name is taken.',
  conflict: 'A run works with it: only its name may change.',
};
const SOME_FIELDS = {
  schema: { type: 'object', additionalProperties: true, example: { host: 'db2.example.com' } },
};

@ApiTags('Connections')
@ApiExtraModels(...CONNECTION_DTOS)
@Controller('api/connections')
export class ConnectionsController {
  constructor(private readonly connections: ConnectionsService) {}

  @Get()
  @UserToken()
  @ApiOperation({ summary: 'List all connections' })
  @ApiOkResponse({ type: [ConnectionResponse] })
  list(): Promise<ConnectionResponse[]> {
    return this.connections.list();
  }

  @Post()
  @HttpCode(200)
  @UserToken()
  @ApiOperation({ summary: 'Create a connection' })
  @ApiBody(ANY_KIND)
  @ApiOkResponse({ type: ConnectionResponse })
  @ApiInvalidInput('A field is not valid, or the name is taken.')
  create(@CurrentUser() user: AuthenticatedUser, @Body() body: unknown): Promise<ConnectionResponse> {
    return this.connections.create(user, body);
  }

  @Post('test')
  @HttpCode(204)
  @UserToken()
  @ApiOperation({
    summary: 'Try a connection before saving it',
    description: 'With the `id` of a saved connection, fields that are not given are taken from there.',
  })
  @ApiBody(ANY_KIND)
  @ApiNoContentResponse({ description: 'The connection works.' })
  @ApiBadRequestResponse({ description: 'It does not; `detail` says why.', type: ErrorResponse })
  async testFields(@Body() body: unknown): Promise<void> {
    await this.connections.testFields(body);
  }

  @ShowRoute({ summary: 'Show one connection', type: ConnectionResponse })
  @UserToken()
  get(@Param('id', UuidPipe) id: string): Promise<ConnectionResponse> {
    return this.connections.get(id);
  }

  @ReplaceRoute({
    summary: 'Give a connection new values',
    description: 'Fields that are not given take their defaults; a secret that is not given stays.',
    ...CHANGE,
  })
  @UserToken()
  @ApiBody(ANY_KIND)
  replace(
    @CurrentUser() user: AuthenticatedUser,
    @Param('id', UuidPipe) id: string,
    @Body() body: unknown,
  ): Promise<ConnectionResponse> {
    return this.connections.replace(user, id, body);
  }

  @UpdateRoute({ summary: 'Change some fields of a connection', ...CHANGE })
  @UserToken()
  @ApiBody(SOME_FIELDS)
  update(
    @CurrentUser() user: AuthenticatedUser,
    @Param('id', UuidPipe) id: string,
    @Body() body: unknown,
  ): Promise<ConnectionResponse> {
    return this.connections.update(user, id, body);
  }

  @RemoveRoute({
    summary: 'Delete a connection',
    description: 'Runs keep its name.',
    conflict: 'A run works with it.',
  })
  @UserToken()
  remove(@CurrentUser() user: AuthenticatedUser, @Param('id', UuidPipe) id: string): Promise<void> {
    return this.connections.remove(user, id);
  }

  @Post(':id/test')
  @HttpCode(204)
  @UserToken()
  @ApiOperation({ summary: 'Try a saved connection' })
  @ApiNoContentResponse({ description: 'The connection works.' })
  @ApiBadRequestResponse({ description: 'It does not; `detail` says why.', type: ErrorResponse })
  @ApiNotFoundResponse({ type: ErrorResponse })
  testSaved(@Param('id', UuidPipe) id: string): Promise<void> {
    return this.connections.testSaved(id);
  }
}
