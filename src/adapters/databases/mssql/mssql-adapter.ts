import type { DatabaseAdapter } from '../database-adapter.js';

/** SQL Server 2016 and later. Tried only against its dialect tests, never against a real server. */
export const mssqlAdapter: DatabaseAdapter = {
  capabilities: { transactionalStatements: true },
  open: async (...session) => (await import('./mssql-session.js')).openMssqlSession(...session),
};
