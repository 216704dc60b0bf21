import { HTTP_STATUS_OF } from '../errors/error-codes.js';
import type { DomainError, FieldErrors } from '../errors/domain-error.js';

/** An error response before it is written. */
export interface ErrorReply {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** One entry of the in-flight API's 422 list. */
interface InFlightDetail {
  readonly type: string;
  readonly loc: readonly string[];
  readonly msg: string;
  readonly input: null;
}

/** `{"detail": "…"}`, or `{"<field>": ["…"]}` where fields are at fault. */
export function managementReply(error: DomainError): ErrorReply {
  return { status: HTTP_STATUS_OF[error.code], body: error.fields ?? { detail: error.message } };
}

/** 422 `{"detail": [...]}` where fields are at fault, else `{"error": "…"}`. */
export function inFlightReply(error: DomainError): ErrorReply {
  return error.fields === undefined
    ? { status: HTTP_STATUS_OF[error.code], body: { error: error.message } }
    : { status: 422, body: { detail: detailsOf(error.fields) } };
}

function detailsOf(fields: FieldErrors): InFlightDetail[] {
  return Object.entries(fields).flatMap(([field, messages]) =>
    messages.map((msg) => ({ type: 'value_error', loc: ['body', ...field.split('.')], msg, input: null })),
  );
}
