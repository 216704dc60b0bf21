import { firstProblem } from '../common/validation/first-problem.js';
import { RulesetLibraryDto } from './dto/ruleset-library.dto.js';
import { RulesetDto } from './dto/ruleset.dto.js';

/** Why this cannot be stored as a ruleset, whatever the text says; null: it can. */
export function rulesetContentProblem(content: Pick<RulesetDto, 'name' | 'config_yaml'>): string | null {
  return firstProblem(Object.assign(new RulesetDto(), content));
}

/** Why this cannot be stored as a library, whatever the text says; null: it can. */
export function libraryContentProblem(content: RulesetLibraryDto): string | null {
  return firstProblem(Object.assign(new RulesetLibraryDto(), content));
}
