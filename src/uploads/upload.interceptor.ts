import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  Inject,
  Injectable,
  mixin,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
  type Type,
} from '@nestjs/common';
import type { Request, RequestHandler, Response } from 'express';
import multer, { diskStorage, MulterError } from 'multer';
import { finalize, from, switchMap, type Observable } from 'rxjs';

import { InvalidInputError, TooLargeError } from '../common/errors/domain-error.js';
import { CONFIG, type Config } from '../config/config.js';

const MEGABYTE = 1024 * 1024;

/** What a form may hold besides its one file. */
const FORM_LIMITS = {
  files: 1,
  fields: 20,
  parts: 22,
  fieldNameSize: 100,
  fieldSize: 64 * 1024,
  headerPairs: 50,
};

/** Reads a form with one file to our disk before the controller method runs, and takes it away afterwards. */
export function uploadInterceptor(field: string, maxMb: number): Type<NestInterceptor> {
  @Injectable()
  class UploadInterceptor implements NestInterceptor {
    private readonly limitMb: number;
    private readonly read: RequestHandler;

    constructor(@Inject(CONFIG) config: Config) {
      this.limitMb = Math.min(maxMb, config.limits.maxUploadMb);
      this.read = formReader(field, this.limitMb, join(config.paths.dataDir, 'uploads'));
    }

    async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
      const http = context.switchToHttp();
      const request = http.getRequest<Request>();
      if (!request.is('multipart/form-data')) {
        throw new InvalidInputError({
          [field]: ['Send a form (multipart/form-data) with the file in this part.'],
        });
      }
      await this.readForm(request, http.getResponse<Response>());
      return from(Promise.resolve()).pipe(
        switchMap(() => next.handle()),
        finalize(() => void removeQuietly(request.file?.path)),
      );
    }

    private readForm(request: Request, response: Response): Promise<void> {
      return new Promise((resolve, reject) => {
        void this.read(request, response, (error?: unknown) => {
          if (error === undefined || error === null) {
            resolve();
          } else {
            reject(toDomainError(error, field, this.limitMb));
          }
        });
      });
    }
  }
  return mixin(UploadInterceptor);
}

function formReader(field: string, limitMb: number, folder: string): RequestHandler {
  const storage = diskStorage({
    destination: (_request, _file, done) => {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      done(null, folder);
    },
  });
  const limits = { ...FORM_LIMITS, fileSize: limitMb * MEGABYTE };
  return multer({ storage, limits, defParamCharset: 'utf8' }).single(field);
}

function toDomainError(error: unknown, field: string, limitMb: number): Error {
  if (!(error instanceof MulterError)) {
    return isDisk(error)
      ? error
      : new InvalidInputError('The form could not be read: it is cut off or malformed.');
  }
  switch (error.code) {
    case 'LIMIT_FILE_SIZE':
      return new TooLargeError(`The file is larger than ${limitMb} MB.`);
    case 'LIMIT_UNEXPECTED_FILE':
    case 'LIMIT_FILE_COUNT':
      return new InvalidInputError({ [field]: ['Send exactly one file, in this part of the form.'] });
    default:
      return new InvalidInputError(`The form could not be read: ${error.message.toLowerCase()}.`);
  }
}

/** Our own disk's fault, such as a full one; not the caller's. */
function isDisk(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error;
}

async function removeQuietly(path: string | undefined): Promise<void> {
  await (path === undefined ? undefined : rm(path, { force: true }).catch(() => undefined));
}
