import { Body, Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import { UserToken } from '../../auth/access.decorators.js';
import type { AuthenticatedUser } from '../../auth/authenticated-user.js';
import { CurrentUser } from '../../auth/current-user.decorator.js';
import { UuidPipe } from '../../common/http/id-pipes.js';
import { CreateRoute, RemoveRoute } from '../../common/http/item-routes.decorators.js';
import { Upload } from '../../uploads/upload.decorator.js';
import { Uploaded, type UploadedFile } from '../../uploads/uploaded-file.js';
import { ConnectionFileDto, WRONG_FILE } from '../dto/connection-file.dto.js';
import { ConnectionFileResponse, toConnectionFileResponse } from '../dto/connection-file.response.js';
import { ConnectionFilesService } from './connection-files.service.js';

const FORM = {
  field: 'key_file',
  description: 'A private RSA key as PEM text, with or without a passphrase.',
  maxMb: 1,
  fields: {
    name: { description: 'Unique among Snowflake keys.', required: true },
  },
};

@ApiTags('Connections')
@Controller('api/files/snowflake-keys')
export class SnowflakeKeysController {
  constructor(private readonly files: ConnectionFilesService) {}

  @Get()
  @UserToken()
  @ApiOperation({ summary: 'List all Snowflake keys' })
  @ApiOkResponse({ type: [ConnectionFileResponse] })
  async list(): Promise<ConnectionFileResponse[]> {
    return (await this.files.list('snowflake_key')).map(toConnectionFileResponse);
  }

  @CreateRoute({
    summary: 'Upload a Snowflake key',
    description: 'Stored encrypted, never shown. A passphrase is a field of the connection.',
    type: ConnectionFileResponse,
    invalid: WRONG_FILE,
  })
  @UserToken()
  @Upload(FORM)
  async create(
    @CurrentUser() user: AuthenticatedUser,
    @Body() dto: ConnectionFileDto,
    @Uploaded('key_file') file: UploadedFile,
  ): Promise<ConnectionFileResponse> {
    const input = { kind: 'snowflake_key' as const, name: dto.name };
    return toConnectionFileResponse(await this.files.create(user, input, file));
  }

  @RemoveRoute({ summary: 'Delete a Snowflake key', conflict: 'A connection uses it.' })
  @UserToken()
  remove(@CurrentUser() user: AuthenticatedUser, @Param('id', UuidPipe) id: string): Promise<void> {
    return this.files.remove(user, 'snowflake_key', id);
  }
}
