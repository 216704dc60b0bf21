import { Body, Controller, Get, HttpCode, Param } from '@nestjs/common';
import { ApiCreatedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

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
  field: 'zip_archive',
  description: 'A zip archive of the wallet. It is used where it holds an ewallet.pem.',
  maxMb: 10,
  fields: {
    name: { description: 'Unique among Oracle wallets.', required: true },
  },
};

@ApiTags('Connections')
@Controller('api/oracle-wallets')
export class OracleWalletsController {
  constructor(private readonly files: ConnectionFilesService) {}

  @Get()
  @HttpCode(201)
  @UserToken()
  @ApiOperation({ summary: 'List all Oracle wallets' })
  @ApiCreatedResponse({ type: [ConnectionFileResponse] })
  async list(): Promise<ConnectionFileResponse[]> {
    return (await this.files.list('wallet')).map(toConnectionFileResponse);
  }

  @CreateRoute({
    summary: 'Upload an Oracle wallet',
    description: 'Stored encrypted, never shown.',
    type: ConnectionFileResponse,
    invalid: WRONG_FILE,
  })
  @UserToken()
  @Upload(FORM)
  async create(
    @CurrentUser() user: AuthenticatedUser,
    @Body() dto: ConnectionFileDto,
    @Uploaded('zip_archive') file: UploadedFile,
  ): Promise<ConnectionFileResponse> {
    const input = { kind: 'wallet' as const, name: dto.name };
    return toConnectionFileResponse(await this.files.create(user, input, file));
  }

  @RemoveRoute({ summary: 'Delete an Oracle wallet', conflict: 'A connection uses it.' })
  @UserToken()
  remove(@CurrentUser() user: AuthenticatedUser, @Param('id', UuidPipe) id: string): Promise<void> {
    return this.files.remove(user, 'wallet', id);
  }
}
