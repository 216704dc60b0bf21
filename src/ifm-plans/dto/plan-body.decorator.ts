import { applyDecorators, type Type } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiExtraModels, getSchemaPath } from '@nestjs/swagger';

/** Documents a body that comes as JSON, with examples, or as a form. */
export function ApiPlanBody(json: Type, form: Type, examples: Record<string, object>): MethodDecorator {
  return applyDecorators(
    ApiConsumes('application/json', 'multipart/form-data'),
    ApiExtraModels(json, form),
    ApiBody({
      content: {
        'application/json': { schema: { $ref: getSchemaPath(json) }, examples },
        'multipart/form-data': { schema: { $ref: getSchemaPath(form) } },
      },
    } as object),
  );
}
