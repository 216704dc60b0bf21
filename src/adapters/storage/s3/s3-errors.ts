import { StorageError, type StorageErrorCode } from '../storage-error.js';

type Meaning = readonly [StorageErrorCode, string];

const DENIED: Meaning = ['denied', 'The credentials do not allow this (HTTP 403).'];
const EXPIRED: Meaning = ['expired_credentials', 'The credentials have expired.'];
const SLOW: Meaning = ['slow_down', 'The storage asks to slow down; several attempts did not help.'];
const LOST: Meaning = ['unreachable', 'The connection to the storage was lost.'];
const UNREACHABLE: Meaning = [
  'unreachable',
  'The storage cannot be reached. Check the endpoint and the network.',
];
const TIMEOUT: Meaning = ['timeout', 'The storage did not answer in time.'];
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
  PreconditionFailed: ['changed', 'The file was changed by someone else meanwhile.'],
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

const BY_STATUS: Readonly<Record<number, Meaning>> = {
  301: REGION,
  307: REGION,
  401: DENIED,
  403: DENIED,
  404: ['not_found', 'There is no such file or bucket.'],
  408: TIMEOUT,
  412: ['changed', 'The file was changed by someone else meanwhile.'],
  429: SLOW,
  500: ['unreachable', 'The storage has a fault of its own (HTTP 500).'],
  502: LOST,
  503: SLOW,
  504: TIMEOUT,
  507: FULL,
};

const BY_SOCKET: Readonly<Record<string, Meaning>> = {
  ECONNRESET: LOST,
  EPIPE: LOST,
  ETIMEDOUT: TIMEOUT,
  ESOCKETTIMEDOUT: TIMEOUT,
  ECONNREFUSED: UNREACHABLE,
  ENOTFOUND: UNREACHABLE,
  EAI_AGAIN: UNREACHABLE,
  EHOSTUNREACH: UNREACHABLE,
  ENETUNREACH: UNREACHABLE,
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
  const code = socketCode(error as SdkError);
  const status = $metadata?.httpStatusCode ?? 0;
  const meaning = BY_NAME[name] ?? byFamily(name) ?? BY_SOCKET[code] ?? tlsFault(code) ?? BY_STATUS[status];
  const [storageCode, message] = meaning ?? ['failed', `The storage refuses${shown(name, status)}.`];
  return new StorageError(storageCode, message, { cause: error });
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

function tlsFault(code: string): Meaning | undefined {
  return /CERT|SIGNATURE|ALTNAME|SSL|TLS|EPROTO/.test(code)
    ? ['unreachable', 'The certificate of the storage is not trusted, or it speaks no TLS.']
    : undefined;
}

/** The service's word for the fault, if it is a plain one. */
function shown(name: string, status: number): string {
  const words = [/^[A-Za-z.]{1,64}$/.test(name) ? name : '', status === 0 ? '' : `HTTP ${status}`];
  const said = words.filter((word) => word !== '').join(', ');
  return said === '' ? '' : ` (${said})`;
}
