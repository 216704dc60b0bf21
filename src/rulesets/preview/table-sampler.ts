import { Injectable } from '@nestjs/common';

import { DATABASE_ADAPTERS, DatabaseError, tableShape } from '../../adapters/databases/index.js';
import type { DatabaseSession, TableDescription, TargetColumn } from '../../adapters/databases/index.js';
import { InvalidInputError } from '../../common/errors/domain-error.js';
import { ConnectionsService } from '../../connections/connections.service.js';
import type { RunConnection } from '../../connections/run-connection.js';
import type { CompiledTableMask, MaskTableTask, RowText, TableShape } from '../../engine/index.js';

/** A table that cannot keep up with somebody who waits is cut off. */
const LONGEST_WAIT_MS = 20_000;

/** A table of a connection, read only. */
export interface LiveSample {
  readonly shape: TableShape;
  rows(task: MaskTableTask, mask: CompiledTableMask, limit: number): Promise<readonly RowText[]>;
}

/** Reads a few real rows for previews. Every session is read-only. */
@Injectable()
export class TableSampler {
  constructor(private readonly connections: ConnectionsService) {}

  async connection(id: string): Promise<RunConnection> {
    const connection = await this.connections.forRun(id);
    if (connection === null) {
      throw new InvalidInputError({ connection: ['There is no such connection.'] });
    }
    if (DATABASE_ADAPTERS[connection.dbType] === undefined) {
      const message = `Connections of the type "${connection.dbType}" cannot be previewed yet.`;
      throw new InvalidInputError({ connection: [message] });
    }
    return connection;
  }

  /** Opens one session for `work`, closes it in every case, and turns what the database says into an answer. */
  async inSession<T>(connection: RunConnection, work: (session: DatabaseSession) => Promise<T>): Promise<T> {
    const adapter = DATABASE_ADAPTERS[connection.dbType]!;
    try {
      const session = await adapter.open({ ...connection.settings, readOnly: true }, 'vizard preview');
      const timer = setTimeout(() => void session.close(), LONGEST_WAIT_MS);
      try {
        return await work(session);
      } finally {
        clearTimeout(timer);
        await session.close();
      }
    } catch (error) {
      if (error instanceof DatabaseError) {
        throw new InvalidInputError({ connection: [`The rows could not be read: ${error.message}`] });
      }
      throw error;
    }
  }

  /** Null: there is no such table. */
  async table(session: DatabaseSession, written: string): Promise<LiveSample | null> {
    const name = await session.resolveTable(written);
    if (name === null) {
      return null;
    }
    const description = await session.describeTable(name);
    return {
      shape: tableShape(session, description),
      rows: (task, mask, limit) => {
        const readColumns = columnsOf(description, mask.readColumns);
        const scan = { table: name, readColumns, keyCount: mask.keyCount, where: task.where };
        return session.readPage(scan, { after: null, upTo: null }, limit);
      },
    };
  }
}

function columnsOf({ columns }: TableDescription, names: readonly string[]): readonly TargetColumn[] {
  return names.flatMap((name) => columns.find((column) => column.name === name) ?? []);
}
