import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';

import { Logger } from '../common/logging/logger.js';
import { plainRows } from '../database/plain-rows.js';
import type { SecretName } from './connection-settings.js';
import { ConnectionVault, digestOf } from './connection-vault.js';
import { Connection } from './connection.entity.js';
import {
  SHOWN_OF_CONNECTIONS,
  toConnectionResponse,
  type ConnectionResponse,
} from './dto/connection.response.js';

/** As `digestOf` makes it. */
const DIGEST = `encode(sha256(convert_to(connection.sealed_secrets, 'UTF8')), 'hex')`;
/** The sealed text where the names beside it are not of it; empty: there is none any more. */
const UNREAD = `CASE WHEN connection.secret_names_of IS DISTINCT FROM ${DIGEST} THEN coalesce(connection.sealed_secrets, '') END`;

/** Which secrets a sealed text holds. */
interface Reading {
  readonly id: string;
  readonly of: string;
  readonly names: readonly SecretName[];
}

/** All connections, as many thousands as there are: what is sealed is opened only where no names of it are noted. */
@Injectable()
export class ConnectionList {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly vault: ConnectionVault,
    private readonly logger: Logger,
  ) {}

  async all(): Promise<ConnectionResponse[]> {
    const found = this.dataSource.manager.createQueryBuilder(Connection, 'connection');
    const inOrder = found.orderBy('connection.name').addOrderBy('connection.id');
    const shown = [...SHOWN_OF_CONNECTIONS, 'secretNames'] as const;
    const connections = await plainRows(inOrder, shown, { unread: UNREAD });
    const readings: Reading[] = [];
    const responses = connections.map((connection) => {
      const { id, unread } = connection;
      if (unread === null || unread === '') {
        return toConnectionResponse(connection, unread === null ? (connection.secretNames ?? []) : []);
      }
      const names = this.vault.namesIn(id, unread);
      readings.push({ id, of: digestOf(unread), names });
      return toConnectionResponse(connection, names);
    });
    await this.note(readings);
    return responses;
  }

  /** For the next time. Connections that somebody holds are passed over, so that no list waits for anyone. */
  private async note(readings: readonly Reading[]): Promise<void> {
    if (readings.length === 0) {
      return;
    }
    const noted = this.dataSource.query(
      `WITH free AS (
         SELECT connection.id, reading.names FROM connection
         JOIN jsonb_to_recordset($1) AS reading (id uuid, "of" text, names jsonb)
           ON reading.id = connection.id AND reading."of" = ${DIGEST}
         FOR NO KEY UPDATE OF connection SKIP LOCKED)
       UPDATE connection SET secret_names = free.names, secret_names_of = ${DIGEST}
       FROM free WHERE free.id = connection.id`,
      [JSON.stringify(readings)],
    );
    await noted.catch((err: unknown) => {
      this.logger.warn('The names of secrets could not be noted', { err });
    });
  }
}
