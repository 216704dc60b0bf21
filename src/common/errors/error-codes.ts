/** Every expected failure has one stable code; the record below gives its HTTP status, so a new code needs one. */
export type ErrorCode =
  | 'invalid_input'
  | 'wrong_shape'
  | 'not_authenticated'
  | 'license_invalid'
  | 'not_allowed'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'too_slow'
  | 'too_large'
  | 'unsupported_media_type'
  | 'too_many_requests'
  | 'unavailable';

export const HTTP_STATUS_OF: Readonly<Record<ErrorCode, number>> = {
  invalid_input: 400,
  wrong_shape: 422,
  not_authenticated: 401,
  license_invalid: 402,
  not_allowed: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_slow: 408,
  too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  unavailable: 503,
};
