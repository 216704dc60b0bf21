import { applyDecorators } from '@nestjs/common';
import { ApiBadRequestResponse, ApiUnprocessableEntityResponse } from '@nestjs/swagger';
import { InFlightErrorResponse, InFlightShapeErrorResponse } from './dto/error.response.js';

/** Documents the 400 and 422 answers of an in-flight route that takes a body. */
export function ApiWrongShape(invalid: string): MethodDecorator & ClassDecorator {
  return applyDecorators(
    ApiBadRequestResponse({ description: invalid, type: InFlightErrorResponse }),
    ApiUnprocessableEntityResponse({
      description: 'The request has the wrong shape: `detail` lists everything that is wrong, and where.',
      type: InFlightShapeErrorResponse,
    }),
  );
}
