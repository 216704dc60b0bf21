import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import {
  ApiConflictResponse,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiQuery,
  ApiTags,
} from '@nestjs/swagger';
import { LibraryManager, UserToken } from '../../auth/access.decorators.js';
import type { AuthenticatedUser } from '../../auth/authenticated-user.js';
import { CurrentUser } from '../../auth/current-user.decorator.js';
import { ApiInvalidInput } from '../../common/http/api-invalid-input.decorator.js';
import { ErrorResponse } from '../../common/http/dto/error.response.js';
import { Flagged } from '../../common/http/flagged.decorator.js';
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

  @Post()
  @LibraryManager()
  @ApiOperation({
    summary: 'Create a discovery config library',
    description:
      'Discovery configs name it under `imports` and refer to its parts by `$ref: "namespace/name#section"`. A text that ' +
      'is not valid is stored too. Configs that import a library of this name already are checked again.',
  })
  @ApiCreatedResponse({ type: ConfigLibraryResponse })
  @ApiInvalidInput('A field is not valid, or the name is taken in this namespace.')
  async create(
    @CurrentUser() user: AuthenticatedUser,
    @Body() dto: ConfigLibraryDto,
  ): Promise<ConfigLibraryResponse> {
    return toConfigLibraryResponse(await this.libraries.create(user, dto));
  }

  @Get(':id')
  @UserToken()
  @ApiOperation({ summary: 'Show one discovery config library' })
  @ApiOkResponse({ type: ConfigLibraryResponse })
  @ApiNotFoundResponse({ type: ErrorResponse })
  async get(@Param('id', UuidPipe) id: string): Promise<ConfigLibraryResponse> {
    return toConfigLibraryResponse(await this.libraries.get(id));
  }

  @Put(':id')
  @LibraryManager()
  @ApiOperation({
    summary: 'Give a discovery config library new content',
    description: 'Configs that import it are checked again. While there are such, its name cannot change.',
  })
  @ApiOkResponse({ type: ConfigLibraryResponse })
  @ApiInvalidInput('A field is not valid, or the name is taken in this namespace.')
  @ApiNotFoundResponse({ type: ErrorResponse })
  @ApiConflictResponse({ description: 'Configs import it by its present name.', type: ErrorResponse })
  async replace(
    @CurrentUser() user: AuthenticatedUser,
    @Param('id', UuidPipe) id: string,
    @Body() dto: ConfigLibraryDto,
  ): Promise<ConfigLibraryResponse> {
    return toConfigLibraryResponse(await this.libraries.replace(user, id, dto));
  }

  @Delete(':id')
  @HttpCode(204)
  @LibraryManager()
  @ApiOperation({ summary: 'Delete a discovery config library' })
  @ApiQuery({
    name: 'force',
    required: false,
    type: Boolean,
    description: 'True: delete it although configs import it; they are no longer valid then.',
  })
  @ApiNoContentResponse()
  @ApiNotFoundResponse({ type: ErrorResponse })
  @ApiConflictResponse({ description: 'Configs import it.', type: ErrorResponse })
  remove(
    @CurrentUser() user: AuthenticatedUser,
    @Param('id', UuidPipe) id: string,
    @Flagged('force') force: boolean,
  ): Promise<void> {
    return this.libraries.remove(user, id, { force });
  }
}
