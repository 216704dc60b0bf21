import { ApiProperty } from '@nestjs/swagger';
import { IsEmail, IsIn, IsInt, Matches, Max, Min, ValidateIf } from 'class-validator';
import type { MailSecurity } from '../../adapters/mail/index.js';
import { described, IsText } from '../../common/validation/text.decorators.js';

const SECURITIES: readonly MailSecurity[] = ['starttls', 'tls', 'none'];
const PORT_TEXT = 'Must be a whole number from 1 to 65535.';

const HOST = {
  description: 'Name or address of the mail server (SMTP); empty: no e-mails are sent.',
  example: 'mail.example.com',
};
const PORT = { description: 'Port of the mail server.', example: 587 };
const SECURITY = {
  description:
    'How the way to the mail server is protected: `starttls` (refuses servers without it), `tls` from the first byte, or `none`.',
  example: 'starttls',
};
const USERNAME = {
  description: 'Name to log in with at the mail server; empty: no login.',
  example: 'vizard',
};
const SENDER = { description: 'Address that e-mails come from.', example: 'masking@example.com' };

/** The mail server, as shown; its password never is. */
export class MailFields {
  @ApiProperty(HOST)
  smtp_host: string;

  @ApiProperty(PORT)
  smtp_port: number;

  @ApiProperty({ ...SECURITY, enum: SECURITIES })
  smtp_security: MailSecurity;

  @ApiProperty(USERNAME)
  smtp_username: string;

  @ApiProperty({ description: 'A password for the mail server is stored.', example: true })
  smtp_has_password: boolean;

  @ApiProperty(SENDER)
  smtp_sender: string;
}

/** The mail server, as changed. */
export class UpdateMailFields {
  @IsText({ ...HOST, optional: true, min: 0, max: 255 })
  @Matches(/^[A-Za-z0-9._:-]*$/, { message: 'Must be a name or an address, without a port.' })
  smtp_host?: string | null;

  @described({ ...PORT, optional: true }, { type: Number, minimum: 1, maximum: 65_535, default: 587 })
  @IsInt({ message: PORT_TEXT })
  @Min(1, { message: PORT_TEXT })
  @Max(65_535, { message: PORT_TEXT })
  smtp_port?: number | null;

  @described({ ...SECURITY, optional: true }, { type: String, enum: SECURITIES, default: 'starttls' })
  @IsIn(SECURITIES, { message: `Must be one of ${SECURITIES.join(', ')}.` })
  smtp_security?: MailSecurity | null;

  @IsText({ ...USERNAME, optional: true, min: 0, max: 255 })
  smtp_username?: string | null;

  @IsText({
    description:
      'Password for the mail server; kept sealed and never shown. Empty: none. To be given again whenever host, port or protection change.',
    example: 'battery-horse',
    optional: true,
    min: 0,
    max: 1_000,
  })
  smtp_password?: string | null;

  @described({ ...SENDER, optional: true }, { type: String })
  @ValidateIf((dto: UpdateMailFields) => dto.smtp_sender !== '')
  @IsEmail({ require_tld: false }, { message: 'Must be an e-mail address.' })
  smtp_sender?: string | null;
}
