import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RunConnection } from './run-connection.js';

@Injectable()
export class ConnectionsService {
  /**
   * The connection with its secrets opened, for running; null: no such connection.
   * With a manager the row is held (shared) until its transaction ends, so that it cannot be deleted meanwhile.
   */
  forRun(id: string, manager?: EntityManager): Promise<RunConnection | null> {
    return Promise.reject(new Error(`not built: ${id} ${String(manager)}`));
  }
}
