import type { LedgerSql } from '../sql/run-ledger.js';
import { quoteTable, quoteText } from './mysql-sql.js';

/** `diskDelay`: seconds until a commit is certainly on the disk, where the server does not write it at once. */
export function mysqlLedger(database: string, diskDelay: number): LedgerSql {
  return {
    // with its database, so that `USE` in `run_sql` does no harm
    tableName: ({ name }) => quoteTable({ schema: database, table: name }),
    create: createTable,
    marks: ({ name }) =>
      `SELECT COLUMN_NAME FROM information_schema.COLUMNS
       WHERE TABLE_SCHEMA = ${quoteText(database)} AND TABLE_NAME = ${quoteText(name)}
         AND COLUMN_NAME IN ('partition_id', 'column_counts', 'outcome')`,
    drop: (table) => `DROP TABLE IF EXISTS ${table}`,
    take: (table, partitionId, token) =>
      `INSERT INTO ${table} (partition_id, token) VALUES (${partitionId}, ${quoteText(token)})
       ON DUPLICATE KEY UPDATE token = ${quoteText(token)}`,
    lock: (table, columns, condition) => `SELECT ${columns} FROM ${table} WHERE ${condition} FOR UPDATE`,
    now: 'CURRENT_TIMESTAMP(6)',
    text: quoteText,
    longText: quoteText,
    settle: diskDelay > 0 ? `DO SLEEP(${diskDelay})` : null,
  };
}

/** With transactions, like the tables it speaks of. */
function createTable(table: string): string {
  return `CREATE TABLE IF NOT EXISTS ${table} (
    partition_id bigint NOT NULL PRIMARY KEY,
    token varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    last_key longtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
    rows_read bigint NOT NULL DEFAULT 0,
    rows_written bigint NOT NULL DEFAULT 0,
    done tinyint NOT NULL DEFAULT 0,
    statements_done int NOT NULL DEFAULT 0,
    statement_open tinyint NOT NULL DEFAULT 0,
    column_counts longtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
    outcome longtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
    changed datetime(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6)
  ) ENGINE=InnoDB COMMENT='Bookkeeping of a masking run; dropped at its end'`;
}
