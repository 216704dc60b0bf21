import { StorageError, type StorageErrorCode } from '../storage-error.js';

type Meaning = readonly [StorageErrorCode, string];

const DENIED: Meaning = ['denied', 'The credentials do not allow this (HTTP 403).'];
const CHANGED: Meaning = ['changed', 'The file was changed by someone else meanwhile.'];
const SLOW: Meaning = ['slow_down', 'The storage asks to slow down; several attempts did not help.'];
const LOST: Meaning = ['unreachable', 'The connection to the storage was lost.'];
const UNREACHABLE: Meaning = [
  'unreachable',
  'The storage cannot be reached. Check the connection string and the network.',
];
const TIMEOUT: Meaning = ['timeout', 'The storage did not answer in time.'];
const LEASED: Meaning = ['denied', 'Someone else holds a lease on the file.'];
const KEPT: Meaning = ['read_only', 'A policy of the storage keeps the file from being changed.'];
const OTHER_UPLOAD: Meaning = [
  'failed',
  'An unfinished upload of another program stands in the way. The storage drops it after a week.',
];

/** By the words of the service or of the sockets. */
const BY_CODE: Readonly<Record<string, Meaning>> = {
  BlobNotFound: ['not_found', 'There is no such file.'],
  ResourceNotFound: ['not_found', 'There is no such file or container.'],
  ContainerNotFound: ['not_found', 'There is no such container.'],
  ContainerBeingDeleted: ['not_found', 'The container is being deleted.'],
  AuthenticationFailed: ['denied', 'The account key or the signature is not the right one.'],
  AccountIsDisabled: ['denied', 'The storage account is disabled.'],
  ConditionNotMet: CHANGED,
  LeaseIdMissing: LEASED,
  LeaseIdMismatchWithBlobOperation: LEASED,
  BlobImmutableDueToPolicy: KEPT,
  BlobArchived: ['unsupported', 'The blob is archived. Restore it first.'],
  BlobBeingRehydrated: ['unsupported', 'The blob is archived and being restored.'],
  InvalidBlobType: ['unsupported', 'There is a blob of another type (page or append) under this name.'],
  InvalidBlockList: ['changed', 'Someone else wrote the file meanwhile, and the storage dropped its blocks.'],
  InvalidBlobOrBlock: OTHER_UPLOAD,
  InvalidBlockId: OTHER_UPLOAD,
  InvalidResourceName: ['bad_path', 'The storage does not take this name.'],
  ServerBusy: SLOW,
  OperationTimedOut: TIMEOUT,
  ECONNRESET: LOST,
  EPIPE: LOST,
  ETIMEDOUT: TIMEOUT,
  AbortError: TIMEOUT,
  ECONNREFUSED: UNREACHABLE,
  ENOTFOUND: UNREACHABLE,
  EAI_AGAIN: UNREACHABLE,
  EHOSTUNREACH: UNREACHABLE,
  ENETUNREACH: UNREACHABLE,
  REQUEST_SEND_ERROR: UNREACHABLE,
};

const BY_STATUS: Readonly<Record<number, Meaning>> = {
  401: DENIED,
  403: DENIED,
  404: ['not_found', 'There is no such file or container.'],
  408: TIMEOUT,
  412: CHANGED,
  413: ['no_space', 'The storage does not take a file of this size.'],
  429: SLOW,
  500: ['unreachable', 'The storage has a fault of its own (HTTP 500).'],
  502: LOST,
  503: SLOW,
  504: TIMEOUT,
};

interface SdkError {
  readonly name?: string;
  readonly code?: string;
  readonly statusCode?: number;
  readonly message?: string;
  readonly cause?: unknown;
}

/** An error of the SDK as a `StorageError`; what the other side wrote is not shown. */
export function azureError(error: unknown): StorageError {
  const own = storageErrorIn(error);
  if (own !== null) {
    return own;
  }
  const [code, text] = meaningOf(error as SdkError);
  return new StorageError(code, text, { cause: error });
}

/** Runs calls of the SDK; what they throw comes out as `StorageError`. */
export async function azure<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw azureError(error);
  }
}

function meaningOf({ name = '', code = '', statusCode = 0, message = '' }: SdkError): Meaning {
  if (isExpired(message)) {
    return ['expired_credentials', 'The shared access signature has expired, or is not valid yet.'];
  }
  const meaning = BY_CODE[code] ?? BY_CODE[name] ?? BY_STATUS[statusCode];
  return meaning ?? ['failed', `The storage refuses${shown(code, statusCode)}.`];
}

/** The service's word for the fault, if it is a plain one. */
function shown(code: string, statusCode: number): string {
  if (/^[A-Za-z_]{1,64}$/.test(code)) {
    return ` (${code})`;
  }
  return statusCode === 0 ? '' : ` (HTTP ${statusCode})`;
}

/** The service has no code of its own for it. */
function isExpired(message: string): boolean {
  return /not valid in the specified time frame|signature.{0,40}expired/i.test(message);
}

/** Ours comes through the SDK as a cause: an address that is refused. */
function storageErrorIn(error: unknown): StorageError | null {
  if (error instanceof StorageError) {
    return error;
  }
  const { cause } = error as SdkError;
  return cause instanceof StorageError ? cause : null;
}
