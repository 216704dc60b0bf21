import { applyDecorators, type Type } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiExtension, ApiExtraModels, getSchemaPath } from '@nestjs/swagger';

/** Documents a body that comes as JSON, with examples, or as a form. */
export function ApiPlanBody(
  json: Type,
  form: Type,
  examples: Record<string, { summary: string; value: unknown }>,
): MethodDecorator {
  return applyDecorators(
    ApiConsumes('application/json', 'multipart/form-data'),
    ApiExtraModels(form),
    ApiBody({ type: json, examples }),
    // The framework knows one schema for all forms of a body; `completePaths` puts this one in its place.
    ApiExtension('x-form-schema', getSchemaPath(form)),
  );
}
