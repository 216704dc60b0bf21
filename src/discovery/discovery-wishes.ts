import { compileColumnRules } from '../engine/index.js';
import type {
  ColumnRules,
  DataDiscoveryTask,
  DiscoveryConfigResult,
  FileDiscoveryTask,
  SchemaDiscoveryTask,
} from '../engine/index.js';
import type { PreviewOptions } from './preview/preview-options.js';
import { readInDataOptions } from './in-data-options.js';

/** Keywords that administrators set for all discoveries. */
export interface GlobalKeywords {
  readonly customKeywords: readonly string[];
  readonly ignoredKeywords: readonly string[];
}

export type DiscoveryTask = SchemaDiscoveryTask | DataDiscoveryTask | FileDiscoveryTask;

export interface CompiledWishes {
  readonly rules: ColumnRules;
  /** Rows of each table whose values are looked at; 0: none. */
  readonly rowSampleSize: number;
  /** What is told of values besides; null: nothing. */
  readonly preview: PreviewOptions | null;
  /** What is wrong, by the names of the wire. */
  readonly problems: readonly string[];
}

const WIRE_NAMES: Readonly<Record<string, string>> = {
  customKeywords: 'custom_keywords',
  ignoredKeywords: 'ignored_keywords',
  values: 'in_data_discovery',
  customRules: 'custom_rules',
  nonSensitiveRules: 'non_sensitive_rules',
  ignoreRules: 'ignore_rules',
};

/** What a task wants to be found, with what holds for all. */
export function compileWishes(
  task: DiscoveryTask,
  { customKeywords, ignoredKeywords }: GlobalKeywords,
): CompiledWishes {
  const isFull = task.kind !== 'run_data_discovery';
  const inData = readInDataOptions(isFull ? task.inDataDiscovery : null);
  const withGlobal = (
    own: readonly string[],
    global: readonly string[],
    isOff: boolean,
  ): readonly string[] => [...own, ...(isOff ? [] : global)];
  const { rules, problems } = compileColumnRules({
    ...(isFull && task.disableBuiltInKeywords ? { keywordLists: null } : {}),
    customKeywords: withGlobal(
      task.customKeywords,
      customKeywords,
      isFull && task.disableGlobalCustomKeywords,
    ),
    ignoredKeywords: withGlobal(
      task.ignoredKeywords,
      ignoredKeywords,
      isFull && task.disableGlobalIgnoredKeywords,
    ),
    values: inData.options,
  });
  const wire = (path: string): string =>
    path
      .split('.')
      .map((part) => WIRE_NAMES[part] ?? part)
      .join('.');
  return {
    rules,
    rowSampleSize: inData.options?.rowSampleSize ?? 0,
    preview: inData.options?.preview ?? null,
    problems: [
      ...inData.messages.map((message) => `in_data_discovery.${message}`),
      ...problems.map(({ path, message }) => `${wire(path)}: ${message}`),
    ],
  };
}

/** What a frozen config wants to be found, with what holds for all. */
export function compileConfig(
  { config, problems: faults }: DiscoveryConfigResult,
  { customKeywords, ignoredKeywords }: GlobalKeywords,
): CompiledWishes {
  const { rules, problems } = compileColumnRules({
    ...(config?.wishes ?? { values: null }),
    customKeywords,
    ignoredKeywords,
  });
  const errors = faults.filter(({ severity }) => severity === 'error');
  return {
    rules,
    rowSampleSize: config?.rowSampleSize ?? 0,
    preview: null,
    problems: [...errors, ...problems].map(({ message }) => message),
  };
}
