import { Injectable, ValidationPipe, type ArgumentMetadata } from '@nestjs/common';
import { InvalidInputError } from '../errors/domain-error.js';
import { toFieldErrors } from './field-errors.js';
import { assertPlainInput } from './plain-input.js';
import { assertPlainQuery } from './plain-query.js';
import { unknownFields } from './strict-fields.js';

/**
 * Turns bodies and queries into their DTO classes. Unknown fields are dropped without complaint, because clients send
 * back whole objects, unless the class is strict; everything else that is wrong is listed by field.
 */
@Injectable()
export class RequestValidationPipe extends ValidationPipe {
  constructor() {
    super({
      transform: true,
      whitelist: true,
      stopAtFirstError: true,
      validationError: { target: false },
      exceptionFactory: (errors) => new InvalidInputError(toFieldErrors(errors)),
    });
  }

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (metadata.type === 'param') {
      // The framework would read `0x1` and `1e0` as numbers; the id pipes are stricter.
      return value;
    }
    const isWhole = metadata.data === undefined;
    if (isWhole && (metadata.type === 'body' || metadata.type === 'query')) {
      assertPlainInput(value ?? {});
    }
    if (isWhole && metadata.type === 'query') {
      assertPlainQuery(value ?? {});
    }
    const unknown = isWhole ? unknownFields(metadata.metatype, value) : null;
    if (unknown !== null) {
      throw new InvalidInputError(unknown);
    }
    return super.transform(value, metadata) as Promise<unknown>;
  }
}
