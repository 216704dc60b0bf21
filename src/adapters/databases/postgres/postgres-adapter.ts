import type { DatabaseAdapter } from '../database-adapter.js';
import { openPostgresSession } from './postgres-session.js';

/** PostgreSQL 10 and later. */
export const postgresAdapter: DatabaseAdapter = {
  capabilities: { transactionalStatements: true },
  open: openPostgresSession,
};
