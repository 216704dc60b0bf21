export { isBranchName, readGitAddress, repositoryFolder, rulesetFileName } from './git-address.js';
export { GitError } from './git-error.js';
export type { FileCommit } from './git-history.js';
export { GitRepositories, type FileAtCommit, type GitCaller, type GitPlace } from './git-repository.js';
export { readSshKey, SshKeyError } from './ssh-key.js';
