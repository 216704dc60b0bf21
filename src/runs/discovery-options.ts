import { compileColumnRules } from '../engine/index.js';
import type { OptionReader } from './option-reader.js';

/** What the options of a run add to its tasks `run_schema_discovery`. */
export interface DiscoveryOptions {
  readonly customKeywords: readonly string[];
  readonly ignoredKeywords: readonly string[];
  readonly disableGlobalCustomKeywords: boolean;
  readonly disableGlobalIgnoredKeywords: boolean;
  readonly disableBuiltInKeywords: boolean;
  /** Empty: as the task says. */
  readonly schemas: readonly string[];
}

/** Names of the wire. */
export const DISCOVERY_OPTION_NAMES = [
  'custom_keywords',
  'ignored_keywords',
  'disable_global_custom_keywords',
  'disable_global_ignored_keywords',
  'disable_built_in_keywords',
  'schemas',
] as const;

const KEYWORD_FIELDS = { customKeywords: 'custom_keywords', ignoredKeywords: 'ignored_keywords' } as const;

/** Null: nothing was asked for. Keywords that cannot be used are told here, not when the run has begun. */
export function readDiscoveryOptions(reader: OptionReader): DiscoveryOptions | null {
  const options: DiscoveryOptions = {
    customKeywords: reader.texts('custom_keywords'),
    ignoredKeywords: reader.texts('ignored_keywords'),
    disableGlobalCustomKeywords: reader.flag('disable_global_custom_keywords'),
    disableGlobalIgnoredKeywords: reader.flag('disable_global_ignored_keywords'),
    disableBuiltInKeywords: reader.flag('disable_built_in_keywords'),
    schemas: reader.texts('schemas'),
  };
  const { customKeywords, ignoredKeywords } = options;
  const { problems } = compileColumnRules({ customKeywords, ignoredKeywords, values: null });
  for (const { path, message } of problems) {
    const [list = '', index = ''] = path.split('.');
    reader.messages.push(`${KEYWORD_FIELDS[list as keyof typeof KEYWORD_FIELDS]}.${index}: ${message}`);
  }
  return isAsked(options) ? options : null;
}

/** As the wire spells them; without what was not asked for. */
export function toDiscoveryOptionFields(options: DiscoveryOptions | null): Record<string, unknown> {
  if (options === null) {
    return {};
  }
  return {
    custom_keywords: options.customKeywords,
    ignored_keywords: options.ignoredKeywords,
    disable_global_custom_keywords: options.disableGlobalCustomKeywords,
    disable_global_ignored_keywords: options.disableGlobalIgnoredKeywords,
    disable_built_in_keywords: options.disableBuiltInKeywords,
    schemas: options.schemas,
  };
}

function isAsked(options: DiscoveryOptions): boolean {
  return Object.values(options).some((value: unknown) => (Array.isArray(value) ? value.length > 0 : value));
}
