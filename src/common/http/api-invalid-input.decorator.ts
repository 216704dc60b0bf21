import { ApiBadRequestResponse } from '@nestjs/swagger';

/** Documents the 400 answer of a route that checks fields. */
export function ApiInvalidInput(description: string): MethodDecorator & ClassDecorator {
  return ApiBadRequestResponse({
    description,
    schema: {
      type: 'object',
      description:
        'Field name (nested: `a.b`) → what is wrong with it; or `detail` when it is no single field.',
      additionalProperties: { type: 'array', items: { type: 'string' } },
      example: { name: ['This field is required.'] },
    },
  });
}
