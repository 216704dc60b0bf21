import type { SchemaDiscoveryTask } from '../engine/index.js';
import type { DiscoveryOptions } from '../runs/discovery-options.js';

/** A task as the options of its run want it: keywords add up, what one of both switches off is off. */
export function withRunOptions(
  task: SchemaDiscoveryTask,
  options: DiscoveryOptions | null,
): SchemaDiscoveryTask {
  if (options === null) {
    return task;
  }
  return {
    ...task,
    customKeywords: [...task.customKeywords, ...options.customKeywords],
    ignoredKeywords: [...task.ignoredKeywords, ...options.ignoredKeywords],
    schemas: options.schemas.length > 0 ? options.schemas : task.schemas,
    disableBuiltInKeywords: task.disableBuiltInKeywords || options.disableBuiltInKeywords,
    disableGlobalCustomKeywords: task.disableGlobalCustomKeywords || options.disableGlobalCustomKeywords,
    disableGlobalIgnoredKeywords: task.disableGlobalIgnoredKeywords || options.disableGlobalIgnoredKeywords,
  };
}

/** What a task looks for, in the wire's spelling. */
export function wishFields(task: SchemaDiscoveryTask): Readonly<Record<string, unknown>> {
  return {
    custom_keywords: task.customKeywords,
    ignored_keywords: task.ignoredKeywords,
    schemas: task.schemas,
    disable_built_in_keywords: task.disableBuiltInKeywords,
    disable_global_custom_keywords: task.disableGlobalCustomKeywords,
    disable_global_ignored_keywords: task.disableGlobalIgnoredKeywords,
    in_data_discovery: task.inDataDiscovery ?? { enabled: false },
  };
}
