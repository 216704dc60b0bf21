import { Body, Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import { MaskBuilder, UserToken } from '../auth/access.decorators.js';
import type { AuthenticatedUser } from '../auth/authenticated-user.js';
import { CurrentUser } from '../auth/current-user.decorator.js';
import { Flagged } from '../common/http/flagged.decorator.js';
import { UuidPipe } from '../common/http/id-pipes.js';
import { CreateRoute, RemoveRoute, ShowRoute } from '../common/http/item-routes.decorators.js';
import { SeedFileResponse, toSeedFileResponse } from './dto/seed-file.response.js';
import { Upload } from '../uploads/upload.decorator.js';
import { Uploaded, type UploadedFile } from '../uploads/uploaded-file.js';
import { SeedUploadDto } from './dto/seed-upload.dto.js';
import { SeedUploadsService } from './seeds/seed-uploads.service.js';
import { SeedFilesService } from './seed-files.service.js';

@ApiTags('Seeds')
@Controller('api/seeds')
export class SeedFilesController {
  constructor(
    private readonly seedFiles: SeedFilesService,
    private readonly uploads: SeedUploadsService,
  ) {}

  @Get()
  @UserToken()
  @ApiOperation({ summary: 'List all seed files' })
  @ApiOkResponse({ type: [SeedFileResponse] })
  async list(): Promise<SeedFileResponse[]> {
    return (await this.seedFiles.list()).map(toSeedFileResponse);
  }

  @ShowRoute({ summary: 'Show one seed file', type: SeedFileResponse })
  @UserToken()
  async get(@Param('id', UuidPipe) id: string): Promise<SeedFileResponse> {
    return toSeedFileResponse(await this.seedFiles.get(id));
  }

  @CreateRoute({
    summary: 'Upload a seed file',
    description: 'Rulesets that name it already are checked again.',
    type: SeedFileResponse,
    invalid: 'The file is no CSV, the name is taken, or a part is missing or wrong.',
  })
  @MaskBuilder()
  @Upload({
    field: 'seed_file',
    description:
      'The file. One called `.csv` must be a CSV in UTF-8 with a header and at least one row; any other is taken as it is, for `from_blob`.',
    fields: {
      name: { description: 'What rulesets call the file; left out: the name of the file.' },
      description: { description: 'Free text.' },
    },
  })
  async create(
    @CurrentUser() user: AuthenticatedUser,
    @Body() dto: SeedUploadDto,
    @Uploaded('seed_file') file: UploadedFile,
  ): Promise<SeedFileResponse> {
    return toSeedFileResponse(await this.seedFiles.get(await this.uploads.create(user, dto, file)));
  }

  @RemoveRoute({
    summary: 'Delete an uploaded seed file',
    conflict:
      'Rulesets or libraries name it, a run that has not ended draws from it, or it came with the program.',
    force: 'True: delete it although rulesets or libraries name it; they are no longer valid then.',
  })
  @MaskBuilder()
  remove(
    @CurrentUser() user: AuthenticatedUser,
    @Param('id', UuidPipe) id: string,
    @Flagged('force') force: boolean,
  ): Promise<void> {
    return this.uploads.remove(user, id, { force });
  }
}
