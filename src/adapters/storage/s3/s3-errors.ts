import { CHANGED, DENIED, meaningOf, SLOW, TIMEOUT } from '../service-errors.js';
import type { Meaning, ServiceWords } from '../service-errors.js';
import { StorageError } from '../storage-error.js';

const EXPIRED: Meaning = ['expired_credentials', 'The credentials have expired.'];
const FULL: Meaning = ['no_space', 'The storage is full, or its quota is used up.'];
const REGION: Meaning = ['bad_settings', 'The bucket is in another region than the connection says.'];

/** By the words of the service or of the SDK. */
const BY_NAME: Readonly<Record<string, Meaning>> = {
  NoSuchBucket: ['not_found', 'There is no such bucket.'],
  NoSuchKey: ['not_found', 'There is no such file.'],
  NoSuchUpload: ['failed', 'The unfinished upload was dropped by someone else.'],
  AccessDenied: DENIED,
  InvalidAccessKeyId: ['denied', 'The storage does not know the access key.'],
  SignatureDoesNotMatch: ['denied', 'The secret access key is not the right one.'],
  RequestTimeTooSkewed: ['denied', 'The clocks of this machine and of the storage differ too much.'],
  CredentialsProviderError: [
    'denied',
    'No AWS credentials were found. Give the connection an access key, or the server a role.',
  ],
  ExpiredToken: EXPIRED,
  ExpiredTokenException: EXPIRED,
  TokenRefreshRequired: EXPIRED,
  RequestExpired: EXPIRED,
  InvalidToken: ['expired_credentials', 'The session token is not valid, or no longer.'],
  InvalidObjectState: ['unsupported', 'The object is archived. Restore it first.'],
  PreconditionFailed: CHANGED,
  AuthorizationHeaderMalformed: REGION,
  PermanentRedirect: REGION,
  InvalidBucketName: ['bad_settings', 'The bucket cannot have this name.'],
  KeyTooLongError: ['bad_path', 'The path with the base directory is longer than 1024 bytes.'],
  EntityTooLarge: ['no_space', 'The storage does not take a file of this size.'],
  QuotaExceeded: FULL,
  SlowDown: SLOW,
  SlowDownRead: SLOW,
  SlowDownWrite: SLOW,
  TooManyRequestsException: SLOW,
  Throttling: SLOW,
  ThrottlingException: SLOW,
  RequestLimitExceeded: SLOW,
  RequestTimeout: TIMEOUT,
  TimeoutError: TIMEOUT,
};

const WORDS: ServiceWords = {
  byName: BY_NAME,
  byStatus: { 301: REGION, 307: REGION, 404: ['not_found', 'There is no such file or bucket.'], 507: FULL },
  check: 'the endpoint',
};

interface SdkError {
  readonly name?: string;
  readonly code?: string;
  readonly message?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

/** An error of the SDK as a `StorageError`; what the other side wrote is not shown. */
export function s3Error(error: unknown): StorageError {
  if (error instanceof StorageError) {
    return error;
  }
  const { name = '', $metadata } = error as SdkError;
  const status = $metadata?.httpStatusCode ?? 0;
  const [code, message] =
    byFamily(name) ?? meaningOf(WORDS, { names: [name], socket: socketCode(error as SdkError), status });
  return new StorageError(code, message, { cause: error });
}

/** Runs calls of the SDK; what they throw comes out as `StorageError`. */
export async function s3<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw s3Error(error);
  }
}

/** The SDK wraps some errors of sockets; their code is left in the text alone then. */
function socketCode({ code, message = '' }: SdkError): string {
  return (
    code ?? /\bE[A-Z_]{4,20}\b/.exec(message)?.[0] ?? (message.includes('socket hang up') ? 'ECONNRESET' : '')
  );
}

function byFamily(name: string): Meaning | undefined {
  return name.startsWith('KMS.') || name.startsWith('Kms')
    ? ['denied', 'The key that the file is encrypted with (KMS) cannot be used.']
    : undefined;
}
