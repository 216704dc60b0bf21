import type { DatabaseAdapter } from '../database-adapter.js';

/** MariaDB 10.3 and MySQL 5.7, and later. DDL commits by itself there, so it cannot stand in a transaction. */
export const mysqlAdapter: DatabaseAdapter = {
  capabilities: { transactionalStatements: false },
  open: async (...session) => (await import('./mysql-session.js')).openMysqlSession(...session),
};
