import type { GitSetting } from './git-setting.entity.js';

/** Which servers ssh may talk to: those that an administrator named, else those met before and new ones. */
export function hostKeys(setting: GitSetting): { knownHosts: string; strictHosts: boolean } {
  const strictHosts = setting.knownHosts.trim() !== '';
  return { knownHosts: strictHosts ? setting.knownHosts : setting.learnedHosts, strictHosts };
}
