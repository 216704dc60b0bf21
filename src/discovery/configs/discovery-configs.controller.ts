import { Body, Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { MaskBuilder, UserToken } from '../../auth/access.decorators.js';
import type { AuthenticatedUser } from '../../auth/authenticated-user.js';
import { CurrentUser } from '../../auth/current-user.decorator.js';
import { ApiInvalidInput } from '../../common/http/api-invalid-input.decorator.js';
import { sliceOf } from '../../common/http/dto/page.dto.js';
import {
  CreateRoute,
  RemoveRoute,
  ReplaceRoute,
  ShowRoute,
} from '../../common/http/item-routes.decorators.js';
import { UuidPipe } from '../../common/http/id-pipes.js';
import { toPage } from '../../common/http/page.js';
import { defaultDiscoveryConfig } from '../../engine/index.js';
import { DiscoveryConfigsService } from './discovery-configs.service.js';
import { ConfigTypeQuery, DiscoveryConfigDto, DiscoveryConfigsQuery } from './dto/discovery-config.dto.js';
import {
  DiscoveryConfigPage,
  DiscoveryConfigResponse,
  toDiscoveryConfigResponse,
  toDiscoveryConfigSummary,
} from './dto/discovery-config.response.js';

@ApiTags('Discovery configs')
@Controller('api/discovery/configs')
export class DiscoveryConfigsController {
  constructor(private readonly configs: DiscoveryConfigsService) {}

  @Get()
  @UserToken()
  @ApiOperation({ summary: 'List discovery configs without their text, by name' })
  @ApiOkResponse({ type: DiscoveryConfigPage })
  @ApiInvalidInput('A filter is not valid.')
  async list(@Query() query: DiscoveryConfigsQuery, @Req() request: Request): Promise<DiscoveryConfigPage> {
    const [configs, count] = await this.configs.list(query);
    return toPage(configs.map(toDiscoveryConfigSummary), count, sliceOf(query), request);
  }

  @CreateRoute({
    summary: 'Create a discovery config',
    description:
      'Says what a discovery is to look for, in place of everything that is built in: labels, and the rules by which ' +
      'columns get them. A text that is not valid is stored too, with the reasons in `errors`.',
    type: DiscoveryConfigResponse,
    invalid: 'A field is not valid, or the name is taken.',
  })
  @MaskBuilder()
  async create(
    @CurrentUser() user: AuthenticatedUser,
    @Body() dto: DiscoveryConfigDto,
  ): Promise<DiscoveryConfigResponse> {
    return toDiscoveryConfigResponse(await this.configs.create(user, dto));
  }

  @Get('defaults')
  @UserToken()
  @ApiOperation({ summary: 'Show what is looked for without a config, as a config to start from' })
  @ApiProduces('text/plain')
  @ApiOkResponse({ description: 'YAML.', content: { 'text/plain': { schema: { type: 'string' } } } })
  @ApiInvalidInput('The type is not valid.')
  defaults(@Query() query: ConfigTypeQuery, @Res() response: Response): void {
    response.type('text/plain').send(defaultDiscoveryConfig(query.config_type ?? 'database'));
  }

  @ShowRoute({ summary: 'Show one discovery config', type: DiscoveryConfigResponse })
  @UserToken()
  async get(@Param('id', UuidPipe) id: string): Promise<DiscoveryConfigResponse> {
    return toDiscoveryConfigResponse(await this.configs.get(id));
  }

  @ReplaceRoute({
    summary: 'Give a discovery config new content',
    description: 'Runs that were started by it go on by what it said then.',
    type: DiscoveryConfigResponse,
    invalid: 'A field is not valid, or the name is taken.',
  })
  @MaskBuilder()
  async replace(
    @CurrentUser() user: AuthenticatedUser,
    @Param('id', UuidPipe) id: string,
    @Body() dto: DiscoveryConfigDto,
  ): Promise<DiscoveryConfigResponse> {
    return toDiscoveryConfigResponse(await this.configs.replace(user, id, dto));
  }

  @RemoveRoute({ summary: 'Delete a discovery config', description: 'Runs keep what they were started by.' })
  @MaskBuilder()
  remove(@CurrentUser() user: AuthenticatedUser, @Param('id', UuidPipe) id: string): Promise<void> {
    return this.configs.remove(user, id);
  }
}
