import { CHANGED, meaningOf, SLOW, TIMEOUT } from '../service-errors.js';
import type { Meaning, ServiceWords } from '../service-errors.js';
import { StorageError } from '../storage-error.js';

const LEASED: Meaning = ['denied', 'Someone else holds a lease on the file.'];
const KEPT: Meaning = ['read_only', 'A policy of the storage keeps the file from being changed.'];
const OTHER_UPLOAD: Meaning = [
  'failed',
  'An unfinished upload of another program stands in the way. The storage drops it after a week.',
];

/** By the words of the service. */
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
};

const WORDS: ServiceWords = {
  byName: BY_CODE,
  byStatus: {
    404: ['not_found', 'There is no such file or container.'],
    413: ['no_space', 'The storage does not take a file of this size.'],
  },
  check: 'the connection string',
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
  const [code, text] = meaningIn(error as SdkError);
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

function meaningIn({ name = '', code = '', statusCode = 0, message = '' }: SdkError): Meaning {
  return isExpired(message)
    ? ['expired_credentials', 'The shared access signature has expired, or is not valid yet.']
    : meaningOf(WORDS, { names: [code, name], socket: code, status: statusCode });
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
