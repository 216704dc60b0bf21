/** Why a repository could not be used; callers decide by this word, people read the message. */
export type GitFault =
  | 'bad_address'
  | 'unreachable'
  | 'timeout'
  | 'too_large'
  | 'access_refused'
  | 'host_key_unknown'
  | 'host_key_changed'
  | 'no_repository'
  | 'no_branch'
  | 'no_commit'
  | 'no_file'
  | 'rejected'
  | 'write_refused'
  | 'failed';

/** The message says what to do and never holds what the other side said: that could be anything. */
export class GitError extends Error {
  constructor(
    readonly fault: GitFault,
    message: string,
  ) {
    super(message);
    this.name = 'GitError';
  }
}

/** What the programs say (in English: `LC_ALL=C`), most telling first. */
const SIGNS: readonly (readonly [RegExp, GitFault, string])[] = [
  [
    /REMOTE HOST IDENTIFICATION HAS CHANGED/,
    'host_key_changed',
    'The host key of the Git server is not the one known for it. If the server was given a new key, have an administrator change known_hosts in the Git setting.',
  ],
  [
    /Host key verification failed|No \w+ host key is known/,
    'host_key_unknown',
    'The host key of the Git server is not in known_hosts of the Git setting.',
  ],
  [
    /Permission denied|Load key .*: (invalid format|error)|Too many authentication failures/,
    'access_refused',
    'The Git server does not accept your SSH key. Add its public half to your account there.',
  ],
  [
    /Could not resolve hostname|Name or service not known|Connection (refused|reset|closed)|Network is unreachable|No route to host|banner exchange/,
    'unreachable',
    'The Git server cannot be reached. Check the repository URL and the network.',
  ],
  [/Connection timed out|Operation timed out/, 'timeout', 'The Git server did not answer in time.'],
  [/couldn't find remote ref|Remote branch .* not found/, 'no_branch', 'The repository has no such branch.'],
  [
    /does not appear to be a git repository|[Rr]epository .*not found|No such file or directory|repository .*does not exist/,
    'no_repository',
    'There is no repository at this URL, or your SSH key may not read it.',
  ],
  [
    /\[rejected\]|non-fast-forward|fetch first|cannot lock ref|failed to update ref/,
    'rejected',
    'The branch was changed by someone else at the same time.',
  ],
  [
    /remote rejected|hook declined|protected branch|read.?only|[Ww]rite access|not allowed to push|denied to/,
    'write_refused',
    'The Git server refuses the push: your key may only read, or the branch is protected.',
  ],
];

/** The fault behind what git and ssh wrote to their error output. */
export function gitFault(errorOutput: string): GitError {
  const sign = SIGNS.find(([pattern]) => pattern.test(errorOutput));
  return sign === undefined
    ? new GitError('failed', 'Git could not do this; the server gave no reason that we know.')
    : new GitError(sign[1], sign[2]);
}
