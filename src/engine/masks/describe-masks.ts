import { MASK_DEFINITIONS } from './index.js';
import { valueText } from '../values/value-text.js';
import type { MaskFamily, MaskRole } from './mask-definition.js';
import type { Parameter } from './parameters.js';
import type { Value } from '../values/value.js';

/** One mask as plain JSON: for the list of masks and for the documentation. */
export interface MaskDescription {
  readonly name: string;
  readonly family: MaskFamily;
  readonly role: MaskRole;
  readonly summary: string;
  readonly usesRandomness: boolean;
  readonly accepts: readonly string[];
  readonly gives: string;
  readonly parameters: readonly ParameterDescription[];
  readonly example: string;
  /** What we chose where the public grammar is silent. */
  readonly choices: readonly string[];
}

export interface ParameterDescription {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  /** Text of the default; null: none. */
  readonly defaultValue: string | null;
  readonly constraints: string;
  readonly description: string;
  /** Further names it may be given by. */
  readonly aliases: readonly string[];
  /** Parameters of the mapping that it is, or of each mapping that it lists. */
  readonly fields: readonly ParameterDescription[];
}

export function describeMasks(): readonly MaskDescription[] {
  return MASK_DEFINITIONS.map((definition) => ({
    name: definition.name,
    family: definition.family,
    role: definition.role,
    summary: definition.summary,
    usesRandomness: definition.randomness !== undefined,
    accepts: definition.accepts === 'all' ? ['all'] : definition.accepts,
    gives: definition.gives,
    parameters: Object.entries(definition.parameters).map(describeParameter),
    example: definition.example,
    choices: definition.choices ?? [],
  }));
}

function describeParameter([name, parameter]: [string, Parameter<unknown>]): ParameterDescription {
  const { type, required, constraints, description, defaultValue } = parameter;
  const aliases = parameter.aliases ?? [];
  const fields = Object.entries(parameter.fields ?? {}).map(describeParameter);
  const what = { name, type, required, defaultValue: defaultText(defaultValue), constraints, description };
  return { ...what, aliases, fields };
}

function defaultText(value: unknown): string | null {
  if (value === null) {
    return null;
  }
  if (typeof value === 'object') {
    return 'digits' in value ? String(value.digits) : null;
  }
  return valueText(value as Value) ?? null;
}
