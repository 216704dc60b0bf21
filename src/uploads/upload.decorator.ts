import { applyDecorators, UseInterceptors } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiPayloadTooLargeResponse } from '@nestjs/swagger';

import { ErrorResponse } from '../common/http/dto/error.response.js';
import { uploadInterceptor } from './upload.interceptor.js';

/** A part of the form that is no file, for the documentation. */
interface FormField {
  readonly type?: 'string' | 'boolean' | 'integer';
  readonly description: string;
  readonly required?: boolean;
  readonly enum?: string[];
}

/** How a form with one file is read and described. */
export interface UploadShape {
  /** Name of the part that holds the file. */
  readonly field: string;
  readonly description: string;
  /** Further parts. They arrive as the body, as texts. */
  readonly fields?: Readonly<Record<string, FormField>>;
  /** Below the limit that the installation sets for all uploads. */
  readonly maxMb?: number;
}

/** The route takes a form with one file; `@Uploaded(field)` gives it. Whoever may not call sends nothing to our disk. */
export function Upload(shape: UploadShape): MethodDecorator {
  const { field, description, fields = {}, maxMb = Number.POSITIVE_INFINITY } = shape;
  const required = Object.keys(fields).filter((name) => fields[name]?.required === true);
  const texts = Object.entries(fields).map(([name, { required: _, ...schema }]) => [
    name,
    { type: 'string', ...schema },
  ]) as [string, object][];
  return applyDecorators(
    UseInterceptors(uploadInterceptor(field, maxMb)),
    ApiConsumes('multipart/form-data'),
    ApiBody({
      schema: {
        type: 'object',
        required: [field, ...required],
        properties: {
          ...Object.fromEntries(texts),
          [field]: { type: 'string', format: 'binary', description },
        },
      },
    }),
    ApiPayloadTooLargeResponse({ description: 'The file is too large.', type: ErrorResponse }),
  );
}
