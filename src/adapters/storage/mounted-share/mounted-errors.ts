import { StorageError, type StorageErrorCode } from '../storage-error.js';

const MEANINGS: Readonly<Record<string, readonly [StorageErrorCode, string]>> = {
  ENOENT: ['not_found', 'There is no such file.'],
  ENOTDIR: ['not_a_file', 'A part of the path is a file, not a folder.'],
  EEXIST: ['not_a_file', 'A part of the path is a file, not a folder.'],
  EISDIR: ['not_a_file', 'It is a folder, not a file.'],
  ELOOP: ['bad_path', 'The path is a loop of symbolic links.'],
  ENAMETOOLONG: ['bad_path', 'A name in the path is too long for the file system.'],
  EINVAL: ['bad_path', 'The file system does not take this name.'],
  EILSEQ: ['bad_path', 'The file system does not take this name.'],
  EACCES: ['denied', 'The user that Vizard runs as may not do this on the mounted share.'],
  EPERM: ['denied', 'The user that Vizard runs as may not do this on the mounted share.'],
  EROFS: ['read_only', 'The mounted share is read-only.'],
  ENOSPC: ['no_space', 'The mounted share is full.'],
  EDQUOT: ['no_space', 'The quota of the mounted share is used up.'],
  EFBIG: ['no_space', 'The file is too large for the file system.'],
  EMFILE: ['slow_down', 'Too many files are open at the same time.'],
  ENFILE: ['slow_down', 'Too many files are open at the same time.'],
  ESTALE: ['unreachable', 'The mounted share was mounted anew meanwhile.'],
  EHOSTDOWN: ['unreachable', 'The server of the mounted share cannot be reached.'],
  EHOSTUNREACH: ['unreachable', 'The server of the mounted share cannot be reached.'],
  ENOTCONN: ['unreachable', 'The server of the mounted share cannot be reached.'],
  ETIMEDOUT: ['timeout', 'The server of the mounted share did not answer in time.'],
  EIO: ['failed', 'The file system reports an input/output error.'],
};

/** The error of a file system call as a `StorageError`; its own text holds paths of the machine and is not shown. */
export function mountedError(error: unknown): StorageError {
  if (error instanceof StorageError) {
    return error;
  }
  const { code } = error as NodeJS.ErrnoException;
  const [meaning, message] = MEANINGS[code ?? ''] ?? [
    'failed',
    `The file system refuses${code === undefined ? '' : ` (${code})`}.`,
  ];
  return new StorageError(meaning, message, { cause: error });
}

/** Runs file system calls; what they throw comes out as `StorageError`. */
export async function mounted<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw mountedError(error);
  }
}
