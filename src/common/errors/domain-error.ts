import type { ErrorCode } from './error-codes.js';

/** Field name → messages, as clients show them beside a form. `non_field_errors` holds what belongs to no field. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/**
 * An expected failure. The message is shown to the caller: it says what is wrong and what to do, and never holds a data
 * value or a secret. The error filter alone turns it into a response.
 */
export class DomainError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    /** Given: the body is `{"<field>": ["…"]}`; absent: `{"detail": message}`. */
    readonly fields?: FieldErrors,
  ) {
    super(message);
    this.name = new.target.name;
  }
}

/** Something the caller sent cannot be accepted; each field says why. */
export class InvalidInputError extends DomainError {
  constructor(fields: FieldErrors | string) {
    super(
      'invalid_input',
      typeof fields === 'string' ? fields : 'Some fields are not valid.',
      typeof fields === 'string' ? undefined : fields,
    );
  }
}

/** The body is no JSON, or none that a route could take; `fault` says where. */
export class InvalidJsonError extends InvalidInputError {
  constructor(readonly fault: string) {
    super(`The body is not valid JSON${fault}.`);
  }
}

export class NotAuthenticatedError extends DomainError {
  constructor(message: string) {
    super('not_authenticated', message);
  }
}

export class NotAllowedError extends DomainError {
  constructor(message: string) {
    super('not_allowed', message);
  }
}

export class LicenseInvalidError extends DomainError {
  constructor(message: string) {
    super('license_invalid', message);
  }
}

export class NotFoundError extends DomainError {
  constructor(message = 'Not found.') {
    super('not_found', message);
  }
}

/** The path is known, but not with this method. */
export class MethodNotAllowedError extends DomainError {
  constructor(readonly allowed: readonly string[]) {
    super('method_not_allowed', `This path takes ${allowed.join(', ')} only.`);
  }
}

export class ConflictError extends DomainError {
  constructor(message: string) {
    super('conflict', message);
  }
}

export class TooLargeError extends DomainError {
  constructor(message: string) {
    super('too_large', message);
  }
}

/** The body did not arrive in time. */
export class TooSlowError extends DomainError {
  constructor(message: string) {
    super('too_slow', message);
  }
}

export class UnsupportedMediaTypeError extends DomainError {
  constructor(message: string) {
    super('unsupported_media_type', message);
  }
}

/** The caller may try again after `retryAfterS` seconds; the response says so in `Retry-After`. */
export class TooManyRequestsError extends DomainError {
  constructor(
    message: string,
    readonly retryAfterS: number,
  ) {
    super('too_many_requests', message);
  }
}

export class UnavailableError extends DomainError {
  constructor(message: string) {
    super('unavailable', message);
  }
}
