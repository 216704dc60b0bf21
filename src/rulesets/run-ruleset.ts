import type { RulesetSources } from './ruleset-sources.js';
import type { ValidationFinding, ValidationStatus } from './validation-status.js';

/** A ruleset as a run needs it. */
export interface RunRuleset {
  readonly id: string;
  readonly name: string;
  readonly maskType: 'database' | 'file';
  readonly configYaml: string;
  readonly validationStatus: ValidationStatus;
  readonly validationErrors: readonly ValidationFinding[];
  /** With the code `not_supported_yet`: the ruleset is right, and runs cannot carry this out. */
  readonly validationWarnings: readonly ValidationFinding[];
  /** Names of libraries in the order in which the text imports them. */
  readonly imports: readonly string[];
  readonly sources: RulesetSources;
}
