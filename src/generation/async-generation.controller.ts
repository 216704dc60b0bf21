import {
  applyDecorators,
  Body,
  Controller,
  Delete,
  Get,
  Param,
  Post,
  Res,
  type StreamableFile,
} from '@nestjs/common';
import {
  ApiConflictResponse,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiResponse,
  ApiTags,
} from '@nestjs/swagger';
import type { Response } from 'express';
import { MaskBuilder, UserToken } from '../auth/access.decorators.js';
import type { AuthenticatedUser } from '../auth/authenticated-user.js';
import { CurrentUser } from '../auth/current-user.decorator.js';
import { ApiInvalidInput } from '../common/http/api-invalid-input.decorator.js';
import { sentDownload } from '../common/http/download.js';
import { ErrorResponse } from '../common/http/dto/error.response.js';
import { UuidPipe } from '../common/http/id-pipes.js';
import { Upload } from '../uploads/upload.decorator.js';
import { Uploaded } from '../uploads/uploaded-file.js';
import type { UploadedFile } from '../uploads/uploaded-file.js';
import { AsyncGenerations } from './async-generations.js';
import { DownloadGeneration } from './download-generation.js';
import {
  AsyncGenerationDto,
  AsyncGenerationV2Dto,
  FromCsvDto,
  GenerationResponse,
  toGenerationResponse,
} from './dto/async-generation.dto.js';
import { StartGeneration } from './start-generation.js';

const BASE = 'api/async-generate-ruleset';
const BUSY = { description: 'A generation for this connection is under way.', type: ErrorResponse };
const NOTHING = { description: 'No such connection, or nothing was generated for it.', type: ErrorResponse };
const POLL = 'Ask for the result until its `status` is final.';
const REPORT = {
  field: 'csv_or_zip_file',
  description:
    'The report of a database discovery with `Selected` set to 1, true, y or yes in the rows of the wanted columns, or a zip of such CSVs. Files that a spreadsheet program has saved are taken.',
  fields: {
    target_size_bytes: { type: 'integer', description: 'Size of each ruleset, about; 512000 when left out.' },
    force_run: {
      type: 'boolean',
      description: 'True: cancel a generation that is under way, and start again.',
    },
  },
} as const;

const WRONG_SELECTION = 'A field is not valid, or the connection was not discovered.';
const WRONG_REPORT = 'The file is no report, nothing is selected, or the connection was not discovered.';

/** A route that starts a generation. */
function StartRoute(
  path: string,
  { summary, description = POLL, invalid }: { summary: string; description?: string; invalid: string },
): MethodDecorator {
  return applyDecorators(
    Post(path),
    ApiOperation({ summary, description }),
    ApiCreatedResponse({ type: GenerationResponse }),
    ApiInvalidInput(invalid),
    ApiNotFoundResponse({ description: 'No such connection.', type: ErrorResponse }),
    ApiConflictResponse(BUSY),
  );
}

@ApiTags('Ruleset generation')
@Controller(BASE)
export class AsyncGenerationController {
  constructor(
    private readonly starter: StartGeneration,
    private readonly generations: AsyncGenerations,
    private readonly downloads: DownloadGeneration,
  ) {}

  @StartRoute('v2/:connection_id', {
    summary: 'Generate a ruleset by a generation config in the background',
    invalid: WRONG_SELECTION,
  })
  @MaskBuilder()
  async startV2(
    @CurrentUser() user: AuthenticatedUser,
    @Param('connection_id', UuidPipe) connectionId: string,
    @Body() dto: AsyncGenerationV2Dto,
  ): Promise<GenerationResponse> {
    return toGenerationResponse(await this.starter.fromSelection(user, connectionId, dto));
  }

  @StartRoute('v2/:connection_id/from-csv', {
    summary: 'Generate rulesets from an edited report by a generation config',
    invalid: WRONG_REPORT,
  })
  @MaskBuilder()
  @Upload({
    ...REPORT,
    fields: {
      ...REPORT.fields,
      rg_config: { description: 'Id of a ruleset generation config; may be empty.' },
    },
  })
  fromCsvV2(
    @CurrentUser() user: AuthenticatedUser,
    @Param('connection_id', UuidPipe) connectionId: string,
    @Body() dto: FromCsvDto,
    @Uploaded('csv_or_zip_file') file: UploadedFile,
  ): Promise<GenerationResponse> {
    return this.fromCsv(user, connectionId, dto, file);
  }

  @StartRoute(':connection_id', { summary: 'Generate a ruleset in the background', invalid: WRONG_SELECTION })
  @MaskBuilder()
  async start(
    @CurrentUser() user: AuthenticatedUser,
    @Param('connection_id', UuidPipe) connectionId: string,
    @Body() dto: AsyncGenerationDto,
  ): Promise<GenerationResponse> {
    return toGenerationResponse(await this.starter.fromSelection(user, connectionId, dto));
  }

  @StartRoute(':connection_id/from-csv', {
    summary: 'Generate rulesets from an edited report of a database discovery',
    description: `${POLL} The rulesets are downloaded as a zip archive.`,
    invalid: WRONG_REPORT,
  })
  @MaskBuilder()
  @Upload(REPORT)
  async fromCsv(
    @CurrentUser() user: AuthenticatedUser,
    @Param('connection_id', UuidPipe) connectionId: string,
    @Body() dto: FromCsvDto,
    @Uploaded('csv_or_zip_file') file: UploadedFile,
  ): Promise<GenerationResponse> {
    return toGenerationResponse(await this.starter.fromCsv(user, connectionId, { dto, file }));
  }

  @Get(':connection_id')
  @UserToken()
  @ApiOperation({ summary: 'Show the last generation for a connection' })
  @ApiOkResponse({ type: GenerationResponse })
  @ApiNotFoundResponse(NOTHING)
  async get(@Param('connection_id', UuidPipe) connectionId: string): Promise<GenerationResponse> {
    return toGenerationResponse(await this.generations.get(connectionId));
  }

  @Delete(':connection_id')
  @MaskBuilder()
  @ApiOperation({ summary: 'Cancel a generation, or delete what was generated' })
  @ApiOkResponse({ description: 'It was under way and is cancelled.', type: GenerationResponse })
  @ApiNoContentResponse({ description: 'It had ended; the generated ruleset is deleted.' })
  @ApiNotFoundResponse(NOTHING)
  async cancel(
    @CurrentUser() user: AuthenticatedUser,
    @Param('connection_id', UuidPipe) connectionId: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<GenerationResponse | undefined> {
    const cancelled = await this.generations.cancelOrRemove(user, connectionId);
    response.status(cancelled === null ? 204 : 200);
    return cancelled === null ? undefined : toGenerationResponse(cancelled);
  }

  @Get(':connection_id/download-rulesets')
  @UserToken()
  @ApiOperation({
    summary: 'Download the generated rulesets',
    description:
      'A zip of `.yml` files after a generation from a report; other generations have one text, which the result shows: they are answered by a redirect to it.',
  })
  @ApiProduces('application/zip')
  @ApiOkResponse({ description: 'The archive.', schema: { type: 'string', format: 'binary' } })
  @ApiResponse({ status: 303, description: 'The ruleset stands in the result, at `Location`.' })
  @ApiNotFoundResponse({ description: 'There are no rulesets.', type: ErrorResponse })
  @ApiConflictResponse({ description: 'The generation is still under way.', type: ErrorResponse })
  async download(
    @Param('connection_id', UuidPipe) connectionId: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile | undefined> {
    const found = await this.downloads.download(connectionId);
    if (found.kind === 'in_result') {
      response.redirect(303, `/${BASE}/${connectionId}/`);
      return undefined;
    }
    return sentDownload(found.archive);
  }
}
