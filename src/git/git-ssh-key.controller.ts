import { Body, Controller, Delete, Get, HttpCode, Put } from '@nestjs/common';
import {
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';

import { UserToken } from '../auth/access.decorators.js';
import type { AuthenticatedUser } from '../auth/authenticated-user.js';
import { CurrentUser } from '../auth/current-user.decorator.js';
import { ApiInvalidInput } from '../common/http/api-invalid-input.decorator.js';
import { ErrorResponse } from '../common/http/dto/error.response.js';
import { Upload } from '../uploads/upload.decorator.js';
import { Uploaded, type UploadedFile } from '../uploads/uploaded-file.js';
import { GitSshKeyDto, GitSshKeyResponse } from './dto/git-ssh-key.dto.js';
import type { GitSshKey } from './git-ssh-key.entity.js';
import { GitSshKeysService } from './git-ssh-keys.service.js';

@ApiTags('Git')
@Controller('api/git-ssh-key')
export class GitSshKeyController {
  constructor(private readonly keys: GitSshKeysService) {}

  @Get()
  @UserToken()
  @ApiOperation({ summary: 'Show your SSH key for Git (name and time, never the key)' })
  @ApiOkResponse({ type: GitSshKeyResponse })
  @ApiNotFoundResponse({ description: 'You have none.', type: ErrorResponse })
  async get(@CurrentUser() user: AuthenticatedUser): Promise<GitSshKeyResponse> {
    return toResponse(await this.keys.get(user));
  }

  @Put()
  @UserToken()
  @ApiOperation({
    summary: 'Upload your SSH key for Git',
    description:
      'A private key in OpenSSH or PEM form (Ed25519, ECDSA, RSA from 2048 bits) without passphrase. It takes the place of the one you have.',
  })
  @Upload({
    field: 'key_file',
    description: 'The private key, such as ~/.ssh/id_ed25519.',
    fields: { name: { description: 'Name of the key, as shown later.', required: true } },
    maxMb: 1,
  })
  @ApiOkResponse({ type: GitSshKeyResponse })
  @ApiInvalidInput('The file is not a private key, or has a passphrase.')
  async replace(
    @CurrentUser() user: AuthenticatedUser,
    @Body() dto: GitSshKeyDto,
    @Uploaded('key_file') file: UploadedFile,
  ): Promise<GitSshKeyResponse> {
    return toResponse(await this.keys.replace(user, dto.name, file));
  }

  @Delete()
  @HttpCode(204)
  @UserToken()
  @ApiOperation({ summary: 'Delete your SSH key for Git' })
  @ApiNoContentResponse()
  @ApiNotFoundResponse({ description: 'You have none.', type: ErrorResponse })
  remove(@CurrentUser() user: AuthenticatedUser): Promise<void> {
    return this.keys.remove(user);
  }
}

function toResponse(key: GitSshKey): GitSshKeyResponse {
  return { name: key.name, date_uploaded: key.uploadedTime.toISOString() };
}
