import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

import type { ConnectionFile } from '../files/connection-file.entity.js';

/** An uploaded file that connections refer to. Its content is never shown. */
export class ConnectionFileResponse {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ example: 'crm client' })
  name: string;

  @ApiProperty({ description: 'What the uploaded file was called.', example: 'client-certs.zip' })
  filename: string;

  @ApiPropertyOptional({ description: 'Filesets only.', example: 'mysql' })
  database_type?: string;

  @ApiPropertyOptional({
    description: 'Archives only: where the archive is kept.',
    example: 'connection-filesets/crm client.zip',
  })
  zip_archive?: string;

  @ApiPropertyOptional({
    description: 'Archives only: the files in it.',
    type: [String],
    example: ['ca.pem'],
  })
  entries?: string[];

  @ApiProperty({ format: 'date-time' })
  created_date: string;

  @ApiProperty({ format: 'date-time' })
  modified_date: string;
}

const FOLDERS = { fileset: 'connection-filesets', wallet: 'oracle-wallets' };

export function toConnectionFileResponse(file: ConnectionFile): ConnectionFileResponse {
  const { id, kind, name, filename, databaseType, entries, createdTime, modifiedTime } = file;
  return {
    id,
    name,
    filename,
    ...(databaseType === null ? {} : { database_type: databaseType }),
    ...(kind === 'snowflake_key' ? {} : { zip_archive: `${FOLDERS[kind]}/${name}.zip`, entries }),
    created_date: createdTime.toISOString(),
    modified_date: modifiedTime.toISOString(),
  };
}
