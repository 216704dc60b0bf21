import { Allow } from 'class-validator';
import { StrictFields } from '../../../common/validation/strict-fields.js';
import { described, IsFlag, IsText, IsTextList } from '../../../common/validation/text.decorators.js';

const KEYWORDS = { max: 255, maxItems: 10_000, optional: true };
const CONNECTION = {
  description: 'Id of the connection to files.',
  example: '7f7b5d0e-6d0e-4a39-9a4e-0c4f4c4f2a11',
  max: 64,
};
const FILTERS = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      glob: { type: 'string', example: '*.csv' },
      regex: { type: 'string' },
      match_against: { type: 'string', enum: ['path', 'filename'], default: 'path' },
    },
  },
} as const;
const OPTIONS = { description: '`diagnostic_logging`: more details in the log of the run.', optional: true };
const OPTIONS_SCHEMA = {
  type: 'object',
  properties: { diagnostic_logging: { type: 'boolean', default: false } },
} as const;

/** What a discovery of files is to look for, and where. */
@StrictFields()
export class StartFileDiscoveryDto {
  @IsText(CONNECTION)
  connection: string;

  @described(
    {
      description:
        'Looks at values too, when `enabled`. `row_sample_size`: the first rows or values of each file (1000). `force`: also fields whose name told enough. `custom_rules` flag a field when a tenth of its values match, `non_sensitive_rules` clear it when all do, and `ignore_rules` pass over values. `safe_data_preview`: numbers about the values that show none of them.',
      example: { enabled: true, row_sample_size: 1000 },
      optional: true,
    },
    { type: 'object', additionalProperties: true },
  )
  @Allow()
  in_data_discovery?: Record<string, unknown> | null;

  @IsTextList({
    ...KEYWORDS,
    description:
      'Names of columns or attributes that are flagged. A keyword matches a part of a name, whatever the case; with other characters it is a regular expression.',
    example: ['loyalty no'],
  })
  custom_keywords?: string[] | null;

  @IsTextList({
    ...KEYWORDS,
    description: 'Names that are never flagged, whatever else they match.',
    example: ['file_name'],
  })
  ignored_keywords?: string[] | null;

  @IsFlag({ description: 'Pass over the custom keywords of the settings.', optional: true })
  disable_global_custom_keywords?: boolean | null;

  @IsFlag({ description: 'Pass over the ignored keywords of the settings.', optional: true })
  disable_global_ignored_keywords?: boolean | null;

  @IsFlag({ description: 'Pass over the keywords that are built in.', optional: true })
  disable_built_in_keywords?: boolean | null;

  @described(
    {
      description:
        'Files to look at; each item has a `glob` or a `regex`. Empty: all. Only files that end in .csv, .json, .ndjson or .parquet are looked at.',
      example: [{ glob: '*.csv' }],
      optional: true,
    },
    FILTERS,
  )
  include?: unknown[] | null;

  @described(
    {
      description: 'Files to pass over, also where `include` names them.',
      example: [{ glob: 'archive/*' }],
      optional: true,
    },
    FILTERS,
  )
  skip?: unknown[] | null;

  @IsFlag({ description: 'Descend into folders.', optional: true })
  recurse?: boolean | null;

  @IsText({
    description:
      'What CSV files are encoded in. Where UTF-8 is said and a file is no UTF-8, its own encoding is found out.',
    example: 'utf-8',
    max: 40,
    optional: true,
  })
  encoding?: string | null;

  @described(
    { description: 'Files that are read side by side.', example: 2, optional: true },
    { type: 'integer', minimum: 1 },
  )
  workers?: number | null;

  @described(OPTIONS, OPTIONS_SCHEMA)
  options?: Record<string, unknown> | null;
}

/** A discovery of files whose wishes stand in a config. */
@StrictFields()
export class StartConfiguredFileDiscoveryDto {
  @IsText(CONNECTION)
  connection: string;

  @IsText({
    description:
      'Id of the discovery config that says what to look for; null: what is built in, by the names of fields, in all files of the base directory.',
    max: 64,
    optional: true,
    example: null,
  })
  discovery_config?: string | null;

  @described(OPTIONS, OPTIONS_SCHEMA)
  options?: Record<string, unknown> | null;
}
