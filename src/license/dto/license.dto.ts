import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';

import { described } from '../../common/validation/text.decorators.js';
import type { LicenseGrant } from '../license-file.js';
import type { LicenseReport } from '../license-report.js';

const CONTRACT_TYPES = ['business', 'enterprise'];

export class ContractTypeDto {
  @described({ description: 'Type of the cloud contract.', example: 'business' }, { enum: CONTRACT_TYPES })
  @IsIn(CONTRACT_TYPES, { message: 'Must be business or enterprise.' })
  contract_license_type: string;
}

/** What the installation is licensed for. */
export class LicenseResponse {
  @ApiProperty({
    description: 'Number of the licence; empty: there is none.',
    example: '1f0c2f8e-6b3a-4a53-9d0e-3c0f4f1a7b11',
  })
  uuid: string;

  @ApiProperty({ example: 'Community' })
  name: string;

  @ApiProperty({ example: 'community' })
  type: string;

  @ApiProperty({ description: 'True as well while there is no licence but one is needed.', example: false })
  is_expired: boolean;

  @ApiProperty({ description: 'May a licence file be uploaded?', example: false })
  uploadable: boolean;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'Null: it never expires.' })
  expiry_date: string | null;

  @ApiProperty({ description: '36500 for a licence that never expires.', example: 36_500 })
  days_until_expiry: number;

  @ApiProperty({ example: 'vizard' })
  platform_name: string;

  @ApiProperty({ example: '1' })
  version: string;

  @ApiProperty({ type: Number, nullable: true, description: 'Terabytes; null: no limit.' })
  quota_tb: number | null;

  @ApiProperty({ type: Number, nullable: true, description: 'Rows a month; null: no limit.' })
  row_limit: number | null;

  @ApiProperty({ type: Number, nullable: true, description: 'Null: no limit.' })
  maximum_node_count: number | null;

  @ApiProperty({
    type: 'object',
    nullable: true,
    additionalProperties: true,
    description: 'Reserved; always null.',
  })
  switchable_license_metadata: null;
}

const NO_LICENSE: LicenseGrant = {
  uuid: '',
  name: 'No licence',
  type: 'none',
  expires: null,
  rowLimit: null,
  quotaTb: null,
  maximumNodeCount: null,
};

export function toLicenseResponse(report: LicenseReport, uploadable: boolean): LicenseResponse {
  const { uuid, name, type, expires, quotaTb, rowLimit, maximumNodeCount } = report.grant ?? NO_LICENSE;
  return {
    uuid,
    name,
    type,
    is_expired: report.isExpired,
    uploadable,
    expiry_date: expires?.toISOString() ?? null,
    days_until_expiry: report.daysLeft,
    platform_name: 'vizard',
    version: '1',
    quota_tb: quotaTb,
    row_limit: rowLimit,
    maximum_node_count: maximumNodeCount,
    switchable_license_metadata: null,
  };
}
