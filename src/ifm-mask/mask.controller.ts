import { applyDecorators, Controller, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiBody,
  ApiConflictResponse,
  ApiConsumes,
  ApiExtraModels,
  ApiHeader,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiPayloadTooLargeResponse,
  ApiProduces,
  ApiQuery,
  ApiRequestTimeoutResponse,
  ApiTags,
  ApiTooManyRequestsResponse,
  ApiUnprocessableEntityResponse,
  ApiUnsupportedMediaTypeResponse,
  getSchemaPath,
} from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { IfmRoles } from '../auth/access.decorators.js';
import { InFlightErrorResponse } from '../common/http/dto/error.response.js';
import { MaskRequestDto } from './dto/mask-request.dto.js';
import { MaskFailureResponse, MaskResponse } from './dto/mask.response.js';
import { MaskAnswers } from './mask-answers.js';
import { Reply } from './reply.js';

const JSON_TYPE = 'application/json';
const LINES_TYPE = 'application/x-ndjson';

const DESCRIPTION = `Masks each value of \`data\` by the rules of the plan and answers with the masked values in the same order. Nothing that was sent is stored.

If a value cannot be masked, the answer is 400 with the reason in \`logs\` and without \`data\`: there are no partly masked answers.

**Streams.** With \`Content-Type: application/x-ndjson\` the body is one JSON value in each line, of any number, and the answer one masked value in each line, written while the body still comes. Settings then stand in the address, the run secret in the header \`X-Run-Secret\`. With \`hash_values=each\` every line is \`{"data": …, "hash_value": …}\`. A line that cannot be masked is answered by \`{"$error": {"line": 3, "message": "…"}}\` in its place and the next one is masked all the same; \`"fatal": true\` in it says that the stream ends there. Empty lines are passed over; a line may be 1 MB long. A stream must be sent within five minutes, and no line, nor its reading, may take longer than 30 seconds.`;

const FAULT = {
  type: 'missing',
  loc: ['body', 'data'],
  msg: 'This field is required.',
  input: { log_level: 'INFO' },
};

/** What both addresses of the route have in common. */
function MaskOperation(summary: string): MethodDecorator {
  return applyDecorators(
    Post(':name/mask'),
    HttpCode(200),
    IfmRoles('mask_runner'),
    ApiOperation({ summary, description: DESCRIPTION }),
    ApiParam({ name: 'name', description: 'Of the plan, with its suffix.', example: 'customers-k3x9q2' }),
    ApiConsumes(JSON_TYPE, LINES_TYPE),
    ApiProduces(JSON_TYPE, LINES_TYPE),
    ApiExtraModels(MaskRequestDto),
    ApiBody({ schema: { $ref: getSchemaPath(MaskRequestDto) } }),
    ApiQuery({ name: 'hash_values', required: false, enum: ['each'], description: 'Streams only.' }),
    ApiQuery({
      ...{ name: 'disable_instance_secret', required: false, type: Boolean },
      description: 'Streams only: as in the body of a request.',
    }),
    ApiHeader({ name: 'X-Run-Secret', required: false, description: 'Streams only: 20 to 128 characters.' }),
    ApiOkResponse({ type: MaskResponse, description: 'The masked values.' }),
    ApiBadRequestResponse({
      type: MaskFailureResponse,
      description: 'A value could not be masked, or there are more or fewer hash values than values.',
    }),
    ApiNotFoundResponse({ type: InFlightErrorResponse, description: 'There is no plan of this name.' }),
    ApiRequestTimeoutResponse({ type: InFlightErrorResponse, description: 'The body came too slowly.' }),
    ApiConflictResponse({ type: InFlightErrorResponse, description: 'The plan is disabled.' }),
    ApiPayloadTooLargeResponse({ type: InFlightErrorResponse, description: 'The body is too large.' }),
    ApiUnsupportedMediaTypeResponse({
      type: InFlightErrorResponse,
      description: 'The content type, the charset or the compression of the body is not supported.',
    }),
    ApiUnprocessableEntityResponse({
      description: 'The body has the wrong shape: everything that is wrong with it.',
      schema: {
        type: 'object',
        properties: { detail: { type: 'array', items: { type: 'object' } } },
        example: { detail: [FAULT] },
      },
    }),
    ApiTooManyRequestsResponse({
      type: InFlightErrorResponse,
      description: 'Too many requests: `Retry-After` says how many seconds to wait.',
    }),
  );
}

/**
 * Says what the route is and who may call it. Requests are answered by the same `MaskAnswers` ahead of the framework
 * (see `MaskRoute`); here arrive only those that only the framework can read.
 */
@ApiTags('In-flight masking')
@Controller('ifm/ruleset-plans')
export class MaskController {
  constructor(private readonly answers: MaskAnswers) {}

  @MaskOperation('Mask values')
  async mask(@Param('name') name: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.answers.answer(name, request, new Reply(response, []));
  }
}

/** The same under the address without prefix. */
@ApiTags('In-flight masking')
@Controller('ruleset-plans')
export class MaskAliasController {
  constructor(private readonly answers: MaskAnswers) {}

  @MaskOperation('Mask values (the same without the prefix `/ifm`)')
  async mask(@Param('name') name: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.answers.answer(name, request, new Reply(response, []));
  }
}
