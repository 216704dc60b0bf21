import {
  boolean,
  integer,
  maskList,
  NOT_READ,
  oneOf,
  optional,
  required,
  rowColumn,
  text,
  withDefault,
  wrongType,
} from '../parameters.js';
import { CHECKSUMS } from '../../checksums/index.js';
import { NAME_PRESETS, PRESET_ALIASES, PRESETS } from '../../detection/presets.js';
import { record, recordList } from '../record-parameters.js';
import { searchPattern } from '../search-parameters.js';
import { seedFile, seedFileColumn } from '../seed-parameters.js';
import { textList } from '../text-list.js';
import type { ParameterType } from '../parameters.js';
import type { RecordOf } from '../record-parameters.js';
import type { YamlNode } from '../../ruleset/yaml-tree.js';

/** Where the built-in detector finds names. */
export const FIRST_NAMES_FILE = 'first_names_mixed.csv';
export const LAST_NAMES_FILE = 'last_names.csv';

const CONTEXT_FILTER = {
  before: optional(searchPattern('Looked for in the text before the entity.')),
  after: optional(searchPattern('Looked for in the text after it.')),
  within: optional(searchPattern('Looked for around it, the entity included.')),
  window: withDefault(integer('How many characters are looked at on each side.', 1, 10_000), 50),
  mode: withDefault(oneOf('Must the pattern be there, or must it not?', ['require', 'exclude']), 'require'),
};
const LABEL = required(text('Name of what is found, such as PATIENT.'));
const CASE_SENSITIVE = withDefault(boolean('Tell upper and lower case apart.'), false);
const CONTEXT_FILTERS = optional(
  recordList('What must stand around, or must not: {before|after|within: pattern}.', CONTEXT_FILTER, 'mode'),
);

const ANNOTATION = {
  use_preset: optional(presetName('A well-known kind of entity.')),
  guidelines: optional(text('What the entity looks like, in words; needs an AI engine.')),
  valid_examples: optional(textList('Entities as they are looked for.')),
  invalid_examples: optional(textList('What is not meant.')),
};

export const MATCHERS = {
  context_sources: optional(
    recordList(
      'Values of other columns of the row.',
      {
        label: LABEL,
        column: required(rowColumn('The column.')),
        case_sensitive: CASE_SENSITIVE,
        context_filters: CONTEXT_FILTERS,
      },
      'label',
    ),
  ),
  seed_files: optional(
    recordList(
      'Cells of seed files.',
      {
        label: LABEL,
        seed_file: required(seedFile('Name of the seed file.')),
        seed_column: required(seedFileColumn('Its column, by header.')),
        case_sensitive: CASE_SENSITIVE,
        context_filters: CONTEXT_FILTERS,
      },
      'label',
    ),
  ),
  regex: optional(
    recordList(
      'Matches of patterns.',
      { label: LABEL, pattern: required(searchPattern('The pattern.')), context_filters: CONTEXT_FILTERS },
      'label',
    ),
  ),
  checksum: optional(
    recordList(
      'Numbers with valid check characters.',
      {
        label: LABEL,
        type: required(
          oneOf(
            'Scheme of the number.',
            CHECKSUMS.map(({ name }) => name),
          ),
        ),
        context_filters: CONTEXT_FILTERS,
      },
      'label',
    ),
  ),
  ai_detect: optional(
    recordList(
      'What a detector recognises.',
      {
        label: LABEL,
        annotation_config: required(record('What it looks like.', ANNOTATION)),
        context_filters: CONTEXT_FILTERS,
      },
      'label',
    ),
  ),
};

export type Matchers = RecordOf<typeof MATCHERS>;
export type ContextFilter = RecordOf<typeof CONTEXT_FILTER>;
export type AiMatcher = NonNullable<Matchers['ai_detect']>[number];

/** What the draws of an entity depend on besides the row. */
export interface EntityHashSource {
  /** Null: the entity itself. */
  readonly label: string | null;
}

export const LABEL_MASKS = {
  label: required(text('The label.')),
  masks: required(maskList('What is done to its entities.')),
  hash_sources: optional(entityHashSources('As at the mask, for this label alone.')),
};

/** `{self: entity}` and `{label: NAME}`. */
export function entityHashSources(description: string): ParameterType<readonly EntityHashSource[]> {
  return {
    type: 'list of hash sources',
    description,
    constraints: '{self: entity} or {label: NAME}',
    read: (node, scope) => {
      const sources = node.kind === 'list' ? node.items.map(hashSourceOf) : [null];
      const read = sources.filter((source) => source !== null);
      return read.length === sources.length
        ? read
        : wrongType(node, scope, 'a list of {self: entity} and {label: NAME}');
    },
  };
}

function hashSourceOf(node: YamlNode): EntityHashSource | null {
  const [entry, second] = node.kind === 'map' ? node.entries : [];
  if (entry?.value.kind !== 'scalar' || second !== undefined) {
    return null;
  }
  const value = entry.value.value;
  switch (entry.key) {
    case 'self':
      return value === 'entity' ? { label: null } : null;
    case 'source':
      return value === 'self' ? { label: null } : null;
    case 'label':
      return typeof value === 'string' && value !== '' ? { label: value } : null;
    default:
      return null;
  }
}

function presetName(description: string): ParameterType<string> {
  const asWord = oneOf(description, [...PRESETS.keys()], PRESET_ALIASES);
  return {
    ...asWord,
    read: (node, scope) => {
      const name = asWord.read(node, scope);
      if (name !== NOT_READ && NAME_PRESETS.has(name)) {
        scope.seedFiles.add(FIRST_NAMES_FILE);
        scope.seedFiles.add(LAST_NAMES_FILE);
      }
      return name;
    },
  };
}
