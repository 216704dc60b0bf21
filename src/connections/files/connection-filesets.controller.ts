import { Body, Controller, Get, HttpCode, Param, Put } from '@nestjs/common';
import { ApiCreatedResponse, ApiNotFoundResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import { UserToken } from '../../auth/access.decorators.js';
import type { AuthenticatedUser } from '../../auth/authenticated-user.js';
import { CurrentUser } from '../../auth/current-user.decorator.js';
import { ApiInvalidInput } from '../../common/http/api-invalid-input.decorator.js';
import { ErrorResponse } from '../../common/http/dto/error.response.js';
import { UuidPipe } from '../../common/http/id-pipes.js';
import { CreateRoute, RemoveRoute } from '../../common/http/item-routes.decorators.js';
import { Upload } from '../../uploads/upload.decorator.js';
import { Uploaded, type UploadedFile } from '../../uploads/uploaded-file.js';
import { ConnectionFilesetDto, WRONG_FILE } from '../dto/connection-file.dto.js';
import { ConnectionFileResponse, toConnectionFileResponse } from '../dto/connection-file.response.js';
import { ConnectionFilesService } from './connection-files.service.js';

const FORM = {
  field: 'zip_archive',
  description: 'A zip archive of PEM files: certificate authority, client certificate, private key.',
  maxMb: 10,
  fields: {
    name: { description: 'Unique among connection filesets.', required: true },
    database_type: { description: '`mysql`; serves MariaDB, too.', required: true, enum: ['mysql'] },
  },
};

@ApiTags('Connections')
@Controller('api/connection-filesets')
export class ConnectionFilesetsController {
  constructor(private readonly files: ConnectionFilesService) {}

  @Get()
  @HttpCode(201)
  @UserToken()
  @ApiOperation({ summary: 'List all connection filesets' })
  @ApiCreatedResponse({ type: [ConnectionFileResponse] })
  async list(): Promise<ConnectionFileResponse[]> {
    return (await this.files.list('fileset')).map(toConnectionFileResponse);
  }

  @CreateRoute({
    summary: 'Upload a connection fileset',
    description:
      'Certificates and key for TLS to MySQL and MariaDB. Which file is what follows from its content. Stored encrypted, never shown.',
    type: ConnectionFileResponse,
    invalid: WRONG_FILE,
  })
  @UserToken()
  @Upload(FORM)
  async create(
    @CurrentUser() user: AuthenticatedUser,
    @Body() dto: ConnectionFilesetDto,
    @Uploaded('zip_archive') file: UploadedFile,
  ): Promise<ConnectionFileResponse> {
    const input = { kind: 'fileset' as const, name: dto.name, databaseType: dto.database_type };
    return toConnectionFileResponse(await this.files.create(user, input, file));
  }

  @Put(':id')
  @HttpCode(201)
  @UserToken()
  @Upload(FORM)
  @ApiOperation({
    summary: 'Put another fileset in the place of one',
    description: 'Connections use it from their next session on.',
  })
  @ApiCreatedResponse({ type: ConnectionFileResponse })
  @ApiInvalidInput(WRONG_FILE)
  @ApiNotFoundResponse({ type: ErrorResponse })
  async replace(
    @CurrentUser() user: AuthenticatedUser,
    @Param('id', UuidPipe) id: string,
    @Body() dto: ConnectionFilesetDto,
    @Uploaded('zip_archive') file: UploadedFile,
  ): Promise<ConnectionFileResponse> {
    const input = { kind: 'fileset' as const, name: dto.name, databaseType: dto.database_type };
    return toConnectionFileResponse(await this.files.replace(user, id, input, file));
  }

  @RemoveRoute({ summary: 'Delete a connection fileset', conflict: 'A connection uses it.' })
  @UserToken()
  remove(@CurrentUser() user: AuthenticatedUser, @Param('id', UuidPipe) id: string): Promise<void> {
    return this.files.remove(user, 'fileset', id);
  }
}
