import { ApiProperty } from '@nestjs/swagger';

export class AliveResponse {
  @ApiProperty({ example: 'ok' })
  status: string;
}

export class ReadinessResponse {
  @ApiProperty({ enum: ['ok', 'unavailable'], example: 'ok' })
  status: 'ok' | 'unavailable';

  @ApiProperty({ description: 'The database answers.', example: true })
  database: boolean;

  @ApiProperty({ description: 'The job queue answers.', example: true })
  queue: boolean;
}

/** One limit of the licence that is exceeded. */
export class LicenseBreach {
  @ApiProperty({ example: 'row_limit' })
  breach_type: string;

  @ApiProperty({ example: 'The licence allows fewer rows than were masked this month.' })
  message: string;

  @ApiProperty({ example: '2026-05-04T09:30:00.000Z' })
  created_date: string;
}

export class HealthResponse {
  @ApiProperty({ description: 'False: no worker is there, so runs wait in the queue.', example: true })
  worker_running: boolean;

  @ApiProperty({ description: 'Worker processes whose last heartbeat is fresh.', example: 3 })
  workers_alive: number;

  @ApiProperty({
    description: 'Seconds since the latest heartbeat of any worker; null: there was none for a day.',
    type: Number,
    nullable: true,
    example: 2,
  })
  worker_last_seen_s: number | null;

  @ApiProperty({
    description: 'Jobs that no worker has taken yet; null: the queue cannot be asked.',
    type: Number,
    nullable: true,
    example: 0,
  })
  queue_depth: number | null;

  @ApiProperty({ example: false })
  license_expired: boolean;

  @ApiProperty({
    description: 'Days until the licence expires. The community licence never does: it shows 36500.',
    example: 36_500,
  })
  license_renewal_in_days: number;

  @ApiProperty({
    description: 'Exceeded limits of the licence, by kind; empty: none.',
    type: 'object',
    additionalProperties: { $ref: '#/components/schemas/LicenseBreach' },
    example: {},
  })
  license_limit_breach: Record<string, LicenseBreach>;
}

export class InstallationInfoResponse {
  @ApiProperty({ description: 'Started from the cloud marketplace.', example: false })
  is_aws_marketplace: boolean;

  @ApiProperty({
    description: 'False: create the first administrator by `POST /api/users/admin-install/`.',
    example: true,
  })
  installed: boolean;

  @ApiProperty({ description: 'E-mails can be sent.', example: false })
  is_smtp_configured: boolean;

  @ApiProperty({ description: 'Single sign-on is set up.', example: false })
  is_saml_sso_configured: boolean;
}
