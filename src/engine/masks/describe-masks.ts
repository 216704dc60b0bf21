import { KNOWN_MASK_NAMES, MASK_DEFINITIONS, RENAMED_MASKS } from './index.js';
import { ROW_COLUMN } from './parameters.js';
import { valueText } from '../values/value-text.js';
import type { MaskDefinition, MaskFamily, MaskRole, MaskTraits } from './mask-definition.js';
import type { Parameter, ParameterTable } from './parameters.js';
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
  /** Is it no mask of the public language, but one of ours? */
  readonly isExtension: boolean;
  /** What rulesets must know of it besides, one sentence each. */
  readonly traits: readonly string[];
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

/** Every name that a mask can be written by: those of old stand behind the masks that they mean. */
export function describeMasks(): readonly MaskDescription[] {
  return MASK_DEFINITIONS.flatMap((definition) => {
    const described = describeMask(definition);
    const formerNames = [...RENAMED_MASKS].filter(([, successor]) => successor === definition.name);
    return [described, ...formerNames.map(([name]) => describeFormerName(name, described))];
  });
}

function describeMask(definition: MaskDefinition): MaskDescription {
  return {
    name: definition.name,
    family: definition.family,
    role: definition.role,
    summary: definition.summary,
    usesRandomness: definition.randomness !== undefined,
    accepts: definition.accepts === 'all' ? ['all'] : definition.accepts,
    gives: definition.gives,
    parameters: Object.entries(definition.parameters).map(describeParameter),
    example: definition.example,
    isExtension: !KNOWN_MASK_NAMES.has(definition.name),
    traits: traitsOf(definition),
    choices: definition.choices ?? [],
  };
}

function describeFormerName(name: string, successor: MaskDescription): MaskDescription {
  return {
    ...successor,
    name,
    summary: `Deprecated: the former name of \`${successor.name}\`.`,
    example: successor.example.replace(`type: ${successor.name}`, `type: ${name}`),
    choices: [`It takes what \`${successor.name}\` takes, draws the same, and gives a warning.`],
  };
}

const TRAITS: readonly (readonly [(traits: MaskTraits) => boolean, string])[] = [
  [({ unique }) => unique === true, 'Different values never get equal results.'],
  [({ cascades }) => cascades === true, 'May mask keys: what refers to them is masked alike.'],
  [({ wholeColumn }) => wholeColumn === true, 'Moves values between rows: the first mask of its rule.'],
  [
    ({ hashColumns }) => hashColumns === 'ignored',
    'Depends on the value alone: hash columns have no effect.',
  ],
  [({ hashColumns }) => hashColumns === 'refused', 'Does not go together with hash columns.'],
  [({ notInFlight }) => notInFlight === true, 'Not in flight.'],
  [({ needsTable }) => needsTable === true, 'For tables only: not in flight, not in `mask_file`.'],
  [({ needsAllRows }) => needsAllRows === true, 'For tables of databases only: not in files, not in flight.'],
];

function traitsOf({ traits, parameters }: MaskDefinition): readonly string[] {
  const known = TRAITS.flatMap(([has, text]) => (has(traits ?? {}) ? [text] : []));
  const row = rowColumns(parameters, '');
  const names = row.map((name) => `\`${name}\``).join(', ');
  return row.length === 0 ? known : [...known, `Not in flight and not in \`mask_file\`: ${names}.`];
}

/** Parameters that name a column of the row, also inside other parameters: there by the mapping that needs one. */
function rowColumns(parameters: ParameterTable, inside: string): readonly string[] {
  return Object.entries(parameters).flatMap(([name, { type, required, fields }]) => {
    const path = inside + name;
    if (type === ROW_COLUMN) {
      return [path];
    }
    const needed = Object.values(fields ?? {}).some((field) => field.type === ROW_COLUMN && field.required);
    return needed && !required ? [path] : rowColumns(fields ?? {}, `${path}.`);
  });
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
