/** Why a storage refused or failed; callers decide by this word, people read the message. */
export type StorageErrorCode =
  | 'not_found'
  | 'denied'
  | 'expired_credentials'
  | 'unreachable'
  | 'timeout'
  | 'slow_down'
  | 'no_space'
  | 'read_only'
  | 'changed'
  | 'bad_path'
  | 'bad_settings'
  | 'public'
  | 'not_a_file'
  | 'unsupported'
  | 'failed';

/** Of these, another attempt may come out better. */
const TRANSIENT: ReadonlySet<StorageErrorCode> = new Set(['unreachable', 'timeout', 'slow_down']);

/** What a storage refused or failed at, in words for users; never a secret, nor content of a file. */
export class StorageError extends Error {
  constructor(
    readonly code: StorageErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'StorageError';
  }

  /** Trying again may help: slow down, connection lost, time-out. */
  get transient(): boolean {
    return TRANSIENT.has(this.code);
  }
}
