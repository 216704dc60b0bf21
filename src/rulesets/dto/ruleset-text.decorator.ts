import { IsYamlText } from '../../common/validation/yaml-text.decorator.js';
import { RULESET_TEXT_EXAMPLE } from './ruleset.examples.js';

/** Longest ruleset text, in bytes of UTF-8. */
export const MAX_RULESET_BYTES = 10 * 1024 * 1024;

/** The YAML of a ruleset. */
export function IsRulesetText(): PropertyDecorator {
  return IsYamlText({
    maxBytes: MAX_RULESET_BYTES,
    description: 'The ruleset as YAML text.',
    example: RULESET_TEXT_EXAMPLE,
  });
}
