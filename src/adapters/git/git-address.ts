import { isDeviceName } from '../../common/names/device-name.js';
import { GitError } from './git-error.js';

const MAX_LENGTH = 2_048;
const HOST = /^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])$/;
const USER = /^[A-Za-z0-9_][A-Za-z0-9_.+-]*$/;
/** Printable, without what a shell or git itself could read as more than a name. */
const PATH = /^[A-Za-z0-9_/~][^\s\p{Cc}`$;&|<>"'\\*?!{}()]*$/u;
/** Addresses under which cloud machines tell their own credentials; nobody keeps a repository there. */
const LINK_LOCAL = /^(169\.254\.|\[?fe[89ab][0-9a-f]:|metadata\.google\.internal$)/i;

/** Where a repository lies, taken apart. */
export interface GitAddress {
  /** As given to git. */
  readonly url: string;
  readonly host: string;
}

/**
 * Reads an SSH address: `git@host:owner/name.git` or `ssh://user@host:22/path`. Nothing else is accepted: no other
 * transport, no helper (`ext::`), nothing that begins like an option. Throws `GitError` (`bad_address`).
 */
export function readGitAddress(text: string): GitAddress {
  const parts = text.length > MAX_LENGTH ? null : (sshUrl(text) ?? scpForm(text));
  if (parts === null) {
    throw new GitError(
      'bad_address',
      'Must be an SSH address: git@host:owner/repository.git or ssh://git@host/path/repository.git.',
    );
  }
  if (LINK_LOCAL.test(parts.host)) {
    throw new GitError('bad_address', 'The host is a link-local address, which is not allowed.');
  }
  return { url: text, host: parts.host };
}

interface Parts {
  readonly host: string;
}

function sshUrl(text: string): Parts | null {
  const match = /^ssh:\/\/(?:([^@/:]+)@)?(\[[^\]]+\]|[^/:@]+)(?::(\d{1,5}))?\/(.+)$/.exec(text);
  if (match === null) {
    return null;
  }
  const [, user, host = '', port, path = ''] = match;
  const isPort = port === undefined || (Number(port) >= 1 && Number(port) <= 65_535);
  return isPort && isUser(user) && HOST.test(host) && isPath(path) ? { host } : null;
}

function scpForm(text: string): Parts | null {
  const match = /^(?:([^@/:]+)@)?([^/:@[\]]+):(?!:)(.+)$/.exec(text);
  if (match === null) {
    return null;
  }
  const [, user, host = '', path = ''] = match;
  return isUser(user) && HOST.test(host) && isPath(path) ? { host } : null;
}

function isUser(user: string | undefined): boolean {
  return user === undefined || USER.test(user);
}

function isPath(path: string): boolean {
  return PATH.test(path) && !path.startsWith('//');
}

/** May a branch be called so? The rules of `git check-ref-format`, without a process. */
export function isBranchName(name: string): boolean {
  return (
    name.length <= 255 &&
    /^[^\s\p{Cc}~^:?*[\\]+$/u.test(name) &&
    !/^[-/]|^refs\/|^@$|\.\.|\/\/|@\{|[./]$/.test(name) &&
    name.split('/').every((part) => !part.startsWith('.') && !part.endsWith('.lock'))
  );
}

/** A folder within a repository, without slashes at its ends; null: it would leave the repository, or hide in `.git`. */
export function repositoryFolder(text: string): string | null {
  const folder = text.replace(/^\/+|\/+$/g, '');
  if (folder === '') {
    return '';
  }
  const isPlain = folder.length <= 1_024 && !/[\p{Cc}\\]/u.test(folder);
  const parts = folder.split('/');
  return isPlain && parts.every((part) => part !== '' && !/^\.{1,2}$|^\.git$/i.test(part)) ? folder : null;
}

/** The file of a ruleset in its folder; null: the name cannot be a file name on every system that may clone it. */
export function rulesetFileName(rulesetName: string): string | null {
  const bad = /[/\\:*?"<>|\p{Cc}]|^\.|^-/u.test(rulesetName) || isDeviceName(rulesetName);
  return bad || Buffer.byteLength(rulesetName) > 250 ? null : `${rulesetName}.yml`;
}
