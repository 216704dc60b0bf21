import type { DatabaseAdapter } from '../database-adapter.js';

/**
 * Oracle 12.2 and later, by the driver's thin mode. DDL commits by itself there, so it cannot stand in a transaction. Tried
 * only against its dialect tests, never against a real server.
 */
export const oracleAdapter: DatabaseAdapter = {
  capabilities: { transactionalStatements: false },
  open: async (...session) => (await import('./oracle-session.js')).openOracleSession(...session),
};
