import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

import { DATABASE_KINDS, FILE_KINDS, isFileKind, MASK_TYPES } from '../connection-kinds.js';
import type { ConnectionSettings, SecretName } from '../connection-settings.js';
import type { Connection } from '../connection.entity.js';
import { wireNameOf } from './letter-case.js';

/** Stands for a secret that is set. Says nothing about it. */
const SEALED = '(sealed)';

/**
 * A connection as shown: these fields and the settings of its kind, as in the request. Secrets appear only as
 * `<name>_encrypted`, with a constant text.
 */
export class ConnectionResponse {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ example: '1.0' })
  version: string;

  @ApiProperty({ example: 'crm copy' })
  name: string;

  @ApiProperty({ enum: MASK_TYPES })
  mask_type: string;

  @ApiPropertyOptional({ enum: DATABASE_KINDS, description: 'Database connections only.' })
  db_type?: string;

  @ApiPropertyOptional({ enum: FILE_KINDS, description: 'File connections only.' })
  type?: string;

  @ApiProperty({ description: 'Always false on database connections.' })
  is_file_mask_source: boolean;

  @ApiProperty({ description: 'Always false on database connections.' })
  is_file_mask_destination: boolean;

  @ApiProperty({ type: String, nullable: true })
  oracle_wallet: string | null;

  @ApiProperty({ type: String, nullable: true })
  connection_fileset: string | null;

  @ApiPropertyOptional({
    description: 'A constant text when a password is stored; absent otherwise.',
    example: SEALED,
  })
  password_encrypted?: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  last_discovery_run_date: string | null;

  @ApiProperty({ type: String, nullable: true })
  last_discovery_run_id: string | null;

  @ApiProperty({ format: 'date-time' })
  created_time: string;

  @ApiProperty({ format: 'date-time' })
  modified_time: string;
}

/** What of a connection is shown beside the names of its secrets. */
export const SHOWN_OF_CONNECTIONS = [
  ...(['id', 'name', 'maskType', 'kind', 'settings', 'lastDiscoveryRunId'] as const),
  ...(['lastDiscoveryRunTime', 'createdTime', 'modifiedTime'] as const),
] as const satisfies readonly (keyof Connection)[];

export type ShownConnection = Pick<Connection, (typeof SHOWN_OF_CONNECTIONS)[number]>;

/** The one crossing from a stored connection to the wire. Fields are added one by one: in long lists spreads take twice the time. */
export function toConnectionResponse(
  connection: ShownConnection,
  secrets: readonly SecretName[],
): ConnectionResponse {
  const { kind, lastDiscoveryRunId } = connection;
  const shown: ConnectionResponse & Record<string, unknown> = {
    id: connection.id,
    version: '1.0',
    name: connection.name,
    mask_type: connection.maskType,
    is_file_mask_source: false,
    is_file_mask_destination: false,
    oracle_wallet: null,
    connection_fileset: null,
    last_discovery_run_date: connection.lastDiscoveryRunTime?.toISOString() ?? null,
    last_discovery_run_id: lastDiscoveryRunId === null ? null : String(lastDiscoveryRunId),
    created_time: connection.createdTime.toISOString(),
    modified_time: connection.modifiedTime.toISOString(),
  };
  shown[isFileKind(kind) ? 'type' : 'db_type'] = kind;
  showSettings(connection.settings, shown);
  for (const secret of secrets) {
    shown[`${wireNameOf(secret)}_encrypted`] = SEALED;
  }
  return shown;
}

/** The settings in the form in which requests give them. */
export function settingsOnWire({ settings }: Pick<Connection, 'settings'>): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  showSettings(settings, shown);
  return shown;
}

function showSettings(settings: ConnectionSettings, shown: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(settings)) {
    shown[wireNameOf(name)] = value;
  }
}
