import { HTTP_STATUS_OF } from '../errors/error-codes.js';
import { InvalidJsonError, type DomainError, type FieldErrors } from '../errors/domain-error.js';
import { invalidJsonFault, ShapeError, type ShapeFault } from '../errors/shape-error.js';

/** An error response before it is written. */
export interface ErrorReply {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** `{"detail": "…"}`, or `{"<field>": ["…"]}` where fields are at fault. */
export function managementReply(error: DomainError): ErrorReply {
  return { status: HTTP_STATUS_OF[error.code], body: error.fields ?? { detail: error.message } };
}

/** 422 `{"detail": [...]}` where the shape is wrong, else `{"error": "…"}`. */
export function inFlightReply(error: DomainError): ErrorReply {
  if (error instanceof ShapeError) {
    return { status: HTTP_STATUS_OF[error.code], body: { detail: error.faults } };
  }
  if (error instanceof InvalidJsonError) {
    const fault = invalidJsonFault(['body'], error.fault);
    return { status: HTTP_STATUS_OF.wrong_shape, body: { detail: [fault] } };
  }
  return error.fields === undefined
    ? { status: HTTP_STATUS_OF[error.code], body: { error: error.message } }
    : { status: HTTP_STATUS_OF.wrong_shape, body: { detail: faultsOf(error.fields) } };
}

function faultsOf(fields: FieldErrors): ShapeFault[] {
  return Object.entries(fields).flatMap(([field, messages]) =>
    messages.map((msg) => ({
      type: 'value_error' as const,
      loc: ['body', ...field.split('.')],
      msg,
      input: null,
    })),
  );
}
