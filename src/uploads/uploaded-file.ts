import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

import { InvalidInputError } from '../common/errors/domain-error.js';

/** A file of a form, on our disk until the request is answered. */
export interface UploadedFile {
  readonly path: string;
  /** As the client called it: its last part, and only a name, never a way to anywhere. */
  readonly filename: string;
  readonly sizeBytes: number;
}

/** Hands the controller method the file that `@Upload(field)` has read. Throws when the form has none. */
export const Uploaded = createParamDecorator((field: string, context: ExecutionContext): UploadedFile => {
  const { file } = context.switchToHttp().getRequest<Request>();
  if (file === undefined) {
    throw new InvalidInputError({ [field]: ['This field is required: send the file as a part of a form.'] });
  }
  return { path: file.path, filename: file.originalname, sizeBytes: file.size };
});
