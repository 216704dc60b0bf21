import { Body, Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { LibraryManager, UserToken } from '../../auth/access.decorators.js';
import type { AuthenticatedUser } from '../../auth/authenticated-user.js';
import { CurrentUser } from '../../auth/current-user.decorator.js';
import { ApiInvalidInput } from '../../common/http/api-invalid-input.decorator.js';
import { Flagged } from '../../common/http/flagged.decorator.js';
import {
  CreateRoute,
  RemoveRoute,
  ReplaceRoute,
  ShowRoute,
} from '../../common/http/item-routes.decorators.js';
import { UuidPipe } from '../../common/http/id-pipes.js';
import { DiscoveryConfigLibrariesService } from './discovery-config-libraries.service.js';
import {
  ConfigLibrariesQuery,
  ConfigLibraryDto,
  ConfigLibraryResponse,
  ConfigLibrarySummaryResponse,
  toConfigLibraryResponse,
  toConfigLibrarySummary,
} from './dto/config-library.dto.js';

@ApiTags('Discovery configs')
@Controller('api/discovery/config-libraries')
export class ConfigLibrariesController {
  constructor(private readonly libraries: DiscoveryConfigLibrariesService) {}

  @Get()
  @UserToken()
  @ApiOperation({ summary: 'List discovery config libraries without their text, by namespace and name' })
  @ApiOkResponse({ type: [ConfigLibrarySummaryResponse] })
  @ApiInvalidInput('A filter is not valid.')
  async list(@Query() query: ConfigLibrariesQuery): Promise<ConfigLibrarySummaryResponse[]> {
    return (await this.libraries.list(query)).map(toConfigLibrarySummary);
  }

  @CreateRoute({
    summary: 'Create a discovery config library',
    description:
      'Discovery configs name it under `imports` and refer to its parts by `$ref: "namespace/name#section"`. A text that ' +
      'is not valid is stored too. Configs that import a library of this name already are checked again.',
    type: ConfigLibraryResponse,
    invalid: 'A field is not valid, or the name is taken in this namespace.',
  })
  @LibraryManager()
  async create(
    @CurrentUser() user: AuthenticatedUser,
    @Body() dto: ConfigLibraryDto,
  ): Promise<ConfigLibraryResponse> {
    return toConfigLibraryResponse(await this.libraries.create(user, dto));
  }

  @ShowRoute({ summary: 'Show one discovery config library', type: ConfigLibraryResponse })
  @UserToken()
  async get(@Param('id', UuidPipe) id: string): Promise<ConfigLibraryResponse> {
    return toConfigLibraryResponse(await this.libraries.get(id));
  }

  @ReplaceRoute({
    summary: 'Give a discovery config library new content',
    description: 'Configs that import it are checked again. While there are such, its name cannot change.',
    type: ConfigLibraryResponse,
    invalid: 'A field is not valid, or the name is taken in this namespace.',
    conflict: 'Configs import it by its present name.',
  })
  @LibraryManager()
  async replace(
    @CurrentUser() user: AuthenticatedUser,
    @Param('id', UuidPipe) id: string,
    @Body() dto: ConfigLibraryDto,
  ): Promise<ConfigLibraryResponse> {
    return toConfigLibraryResponse(await this.libraries.replace(user, id, dto));
  }

  @RemoveRoute({
    summary: 'Delete a discovery config library',
    conflict: 'Configs import it.',
    force: 'True: delete it although configs import it; they are no longer valid then.',
  })
  @LibraryManager()
  remove(
    @CurrentUser() user: AuthenticatedUser,
    @Param('id', UuidPipe) id: string,
    @Flagged('force') force: boolean,
  ): Promise<void> {
    return this.libraries.remove(user, id, { force });
  }
}
