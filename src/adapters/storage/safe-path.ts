import { StorageError } from './storage-error.js';

const CONTROL = /\p{Cc}|\p{Surrogate}/u;
const MAX_BYTES = 1_024;

/** Names of unfinished files of ours: never listed. */
const UNFINISHED = /^\.vizard-[A-Za-z0-9-]+-[0-9a-f]{16}\.part$/;

/** Why a path within a storage is not to be used; null: it may be. */
export function pathProblem(path: string): string | null {
  if (path === '') {
    return 'The path is empty.';
  }
  if (Buffer.byteLength(path) > MAX_BYTES) {
    return `The path is longer than ${MAX_BYTES} bytes.`;
  }
  if (CONTROL.test(path)) {
    return 'The path has a control character or a broken one.';
  }
  const parts = path.split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..')) {
    return 'The path begins or ends with "/", or has an empty part, "." or "..".';
  }
  return isUnfinished(parts.at(-1) ?? '') ? 'The name is one of unfinished files.' : null;
}

/** Throws `bad_path`. */
export function assertPath(path: string): void {
  const problem = pathProblem(path);
  if (problem !== null) {
    throw new StorageError('bad_path', problem);
  }
}

/** Why a base directory is not to be used; null: it may be. Slashes at its ends do not matter. */
export function baseDirectoryProblem(text: string): string | null {
  const base = trimSlashes(text);
  return base === '' ? null : pathProblem(base);
}

/** The base directory without slashes at its ends; empty: the whole storage. Throws `bad_path`. */
export function readBaseDirectory(text: string): string {
  const problem = baseDirectoryProblem(text);
  if (problem !== null) {
    throw new StorageError('bad_path', `The base directory cannot be used: ${problem}`);
  }
  return trimSlashes(text);
}

/** What marks the hidden name of an unfinished file of this owner; `unfinishedName` completes it. */
export function unfinishedPrefix(owner: string): string {
  if (!/^[A-Za-z0-9-]{1,64}$/.test(owner)) {
    throw new RangeError('The owner of files must be of letters, digits and "-".');
  }
  return `.vizard-${owner}-`;
}

/** `random`: 16 hexadecimal digits. */
export function unfinishedName(owner: string, random: string): string {
  return `${unfinishedPrefix(owner)}${random}.part`;
}

export function isUnfinished(name: string): boolean {
  return UNFINISHED.test(name);
}

/** Is it the hidden name of an unfinished file of just this owner? */
export function isUnfinishedOf(name: string, owner: string): boolean {
  const prefix = unfinishedPrefix(owner);
  return name.startsWith(prefix) && /^[0-9a-f]{16}\.part$/.test(name.slice(prefix.length));
}

function trimSlashes(text: string): string {
  return text.replace(/^\/+|\/+$/g, '');
}
