import { ApiProperty } from '@nestjs/swagger';
import { IsInt, IsUrl, Matches, Max, Min, ValidateIf } from 'class-validator';

import { StrictFields } from '../../common/validation/strict-fields.js';
import { described, IsText, IsTextList } from '../../common/validation/text.decorators.js';
import { MailFields, UpdateMailFields } from './mail.dto.js';

const LOCALITY = {
  description: 'Replaces `{{ locality }}` in rulesets, and chooses regional seed files.',
  example: 'US',
};
const AI_ENGINE = {
  description:
    'Address of the engine that finds names in free text; empty: none, or the one of `AI_ENGINE_URL`.',
  example: 'http://ai-engine.internal:8000',
};
const CUSTOM = { description: 'Column names that discovery always flags.', example: ['loyalty_no'] };
const IGNORED = { description: 'Column names that discovery always passes over.', example: ['file_name'] };
const HOSTS = {
  description: 'Names, addresses and networks (CIDR) that the service may be called by.',
  example: ['masking.example.com', '10.0.0.0/8'],
};
const RETENTION = {
  description: 'Entries of the audit log that are older than so many days are removed; 0: none are.',
  example: 365,
};
const MAX_RETENTION = 36_500;
const RETENTION_TEXT = `Must be a whole number of days from 0 to ${MAX_RETENTION}.`;
const MAX_KEYWORDS = { max: 255, maxItems: 10_000 };

/** What administrators set for the whole installation. */
export class SettingsResponse extends MailFields {
  @ApiProperty(LOCALITY)
  locality: string;

  @ApiProperty(AI_ENGINE)
  dm_ai_engine_url: string;

  @ApiProperty({ ...CUSTOM, type: [String] })
  global_custom_keywords: string[];

  @ApiProperty({ ...IGNORED, type: [String] })
  global_ignored_keywords: string[];

  @ApiProperty(RETENTION)
  audit_log_retention_days: number;

  @ApiProperty({ ...HOSTS, type: [String] })
  allowed_hosts: string[];
}

/** Everything may be left out; what is left out stays as it is. */
@StrictFields('smtp_has_password')
export class UpdateSettingsDto extends UpdateMailFields {
  @IsText({ ...LOCALITY, optional: true, max: 20 })
  @Matches(/^[A-Za-z]+([-_][A-Za-z]+)*$/, { message: 'Must be letters, such as US or en_GB.' })
  locality?: string | null;

  @described({ ...AI_ENGINE, optional: true }, { type: String })
  @ValidateIf((dto: UpdateSettingsDto) => dto.dm_ai_engine_url !== '')
  @IsUrl(
    { require_tld: false, require_protocol: true, protocols: ['http', 'https'], disallow_auth: true },
    { message: 'Must be an http or https address without a password, or empty.' },
  )
  dm_ai_engine_url?: string | null;

  @IsTextList({ ...CUSTOM, ...MAX_KEYWORDS, optional: true })
  global_custom_keywords?: string[] | null;

  @IsTextList({ ...IGNORED, ...MAX_KEYWORDS, optional: true })
  global_ignored_keywords?: string[] | null;

  @described({ ...RETENTION, optional: true }, { type: Number, minimum: 0, maximum: MAX_RETENTION })
  @IsInt({ message: RETENTION_TEXT })
  @Min(0, { message: RETENTION_TEXT })
  @Max(MAX_RETENTION, { message: RETENTION_TEXT })
  audit_log_retention_days?: number | null;

  @IsTextList({ ...HOSTS, max: 255, maxItems: 1_000, optional: true })
  allowed_hosts?: string[] | null;
}
