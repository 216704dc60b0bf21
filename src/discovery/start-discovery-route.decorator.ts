import { applyDecorators, HttpCode, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOperation } from '@nestjs/swagger';
import { ApiInvalidInput } from '../common/http/api-invalid-input.decorator.js';

interface StartTexts {
  readonly summary: string;
  readonly description: string;
  /** When it answers 400. */
  readonly invalid: string;
}

/** `POST` that starts a run, which discovers; the answer is the run. */
export function StartDiscoveryRoute(path: string, { invalid, ...texts }: StartTexts): MethodDecorator {
  return applyDecorators(
    Post(path),
    HttpCode(201),
    ApiOperation(texts),
    ApiCreatedResponse({
      description: 'The run that discovers.',
      schema: { $ref: '#/components/schemas/RunResponse' },
    }),
    ApiInvalidInput(invalid),
  );
}
