import type { IncomingMessage } from 'node:http';
import { UnsupportedMediaTypeError } from '../common/errors/domain-error.js';

/** How records come: as one JSON request, or one in each line of a stream. */
export type BodyKind = 'json' | 'lines';

const KINDS: Readonly<Record<string, BodyKind | undefined>> = {
  'application/json': 'json',
  'application/x-ndjson': 'lines',
};

/** Throws where the content type or its charset is none that is served. */
export function bodyKindOf(request: IncomingMessage): BodyKind {
  const header = request.headers['content-type'] ?? '';
  if (header === 'application/json') {
    return 'json';
  }
  const [type = '', ...parameters] = header.split(';').map((part) => part.trim().toLowerCase());
  const kind = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
  if (kind === undefined) {
    throw new UnsupportedMediaTypeError(
      'Send the header "Content-Type: application/json", or "application/x-ndjson" for a stream with one record in each line.',
    );
  }
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice(8);
  if (charset !== undefined && !/^"?utf-?8"?$/.test(charset)) {
    throw new UnsupportedMediaTypeError('The body must be encoded in UTF-8.');
  }
  return kind;
}
