import type { FileDiscoveryTask, FileFilter } from '../../engine/index.js';

/** What a task looks for, in the wire's spelling. */
export function fileWishFields(task: FileDiscoveryTask): Readonly<Record<string, unknown>> {
  return {
    custom_keywords: task.customKeywords,
    ignored_keywords: task.ignoredKeywords,
    disable_built_in_keywords: task.disableBuiltInKeywords,
    disable_global_custom_keywords: task.disableGlobalCustomKeywords,
    disable_global_ignored_keywords: task.disableGlobalIgnoredKeywords,
    in_data_discovery: task.inDataDiscovery ?? { enabled: false },
    include: task.include.map(filterField),
    skip: task.skip.map(filterField),
    recurse: task.recurse,
    encoding: task.encoding,
  };
}

function filterField({ by, text, matchAgainst }: FileFilter): Readonly<Record<string, string>> {
  return { [by]: text, match_against: matchAgainst };
}
