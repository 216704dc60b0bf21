import { StrictFields } from '../../common/validation/strict-fields.js';
import { described, IsFlag, IsText, IsTextList } from '../../common/validation/text.decorators.js';

const KEYWORDS = { max: 255, maxItems: 10_000, optional: true };
const SCHEMAS = {
  description:
    'Schemas to look at (for MySQL and MariaDB: databases), written exactly as in the database. Empty: the one of the connection, else the default of its user.',
  example: ['public'],
  max: 255,
  maxItems: 1_000,
  optional: true,
};
const CONNECTION = {
  description: 'Id of the database connection.',
  example: '7f7b5d0e-6d0e-4a39-9a4e-0c4f4c4f2a11',
  max: 64,
};

/** What a schema discovery is to look for. */
@StrictFields()
export class StartSchemaDiscoveryDto {
  @IsText(CONNECTION)
  connection: string;

  @IsTextList({
    ...KEYWORDS,
    description:
      'Column names that are flagged. A keyword matches a part of a name, whatever the case and the separators; with other characters it is a regular expression.',
    example: ['loyalty no'],
  })
  custom_keywords?: string[] | null;

  @IsTextList({ ...KEYWORDS, description: 'Column names that are never flagged.', example: ['file_name'] })
  ignored_keywords?: string[] | null;

  @IsFlag({ description: 'Pass over the keywords that are built in.', optional: true })
  disable_built_in_keywords?: boolean | null;

  @IsFlag({ description: 'Pass over the custom keywords of the settings.', optional: true })
  disable_global_custom_keywords?: boolean | null;

  @IsFlag({ description: 'Pass over the ignored keywords of the settings.', optional: true })
  disable_global_ignored_keywords?: boolean | null;

  @IsTextList(SCHEMAS)
  schemas?: string[] | null;

  @described(
    {
      description:
        'Looks at values too, when `enabled`. `row_sample_size`: the first rows of each table. `force`: also columns whose name told enough. `custom_rules` flag a column when a tenth of its values match, `non_sensitive_rules` clear it when all do, and `ignore_rules` pass over values.',
      example: {
        enabled: true,
        row_sample_size: 1000,
        custom_rules: [{ name: 'Key card', pattern: 'K-\\d{6}' }],
      },
      optional: true,
    },
    { type: 'object', additionalProperties: true },
  )
  in_data_discovery?: Record<string, unknown> | null;
}

/** A discovery whose wishes stand in a config. */
@StrictFields()
export class StartConfiguredDiscoveryDto {
  @IsText(CONNECTION)
  connection: string;

  @IsText({
    description:
      'Id of the discovery config that says what to look for; null: all that is built in, by the names and values of columns.',
    max: 64,
    optional: true,
    example: null,
  })
  discovery_config?: string | null;

  @IsTextList(SCHEMAS)
  schemas?: string[] | null;
}
