import type { LedgerSql } from '../sql/run-ledger.js';
import { quoteIdentifier, quoteTable, quoteText } from './mssql-sql.js';

export function mssqlLedger({
  database,
  schema,
}: {
  readonly database: string;
  readonly schema: string;
}): LedgerSql {
  return {
    // with its database, so that `USE` in `run_sql` does no harm
    tableName: ({ name }) => `${quoteIdentifier(database)}.${quoteTable({ schema, table: name })}`,
    create: createTable,
    marks: ({ name }) =>
      `SELECT c.name FROM ${quoteIdentifier(database)}.sys.tables t
       JOIN ${quoteIdentifier(database)}.sys.schemas s ON s.schema_id = t.schema_id
       JOIN ${quoteIdentifier(database)}.sys.columns c ON c.object_id = t.object_id
       WHERE s.name = ${quoteText(schema)} AND t.name = ${quoteText(name)}
         AND c.name IN ('partition_id', 'column_counts', 'outcome')`,
    drop: (table) => `DROP TABLE IF EXISTS ${table}`,
    // HOLDLOCK: of two who add the same row one waits for the other
    take: (table, partitionId, token) =>
      `UPDATE ${table} WITH (UPDLOCK, HOLDLOCK) SET token = ${quoteText(token)} WHERE partition_id = ${partitionId};
       IF @@ROWCOUNT = 0 INSERT INTO ${table} (partition_id, token) VALUES (${partitionId}, ${quoteText(token)})`,
    lock: (table, columns, condition) =>
      `SELECT ${columns} FROM ${table} WITH (UPDLOCK, ROWLOCK, READCOMMITTEDLOCK) WHERE ${condition}`,
    now: 'SYSUTCDATETIME()',
    text: quoteText,
    longText: quoteText,
    // where the database may commit without waiting for its disk
    settle: 'EXEC sys.sp_flush_log',
  };
}

function createTable(table: string): string {
  return `IF OBJECT_ID(${quoteText(table)}, 'U') IS NULL CREATE TABLE ${table} (
    partition_id bigint NOT NULL PRIMARY KEY,
    token varchar(64) COLLATE Latin1_General_100_BIN2 NOT NULL,
    last_key nvarchar(max) NULL,
    rows_read bigint NOT NULL DEFAULT 0,
    rows_written bigint NOT NULL DEFAULT 0,
    done tinyint NOT NULL DEFAULT 0,
    statements_done int NOT NULL DEFAULT 0,
    statement_open tinyint NOT NULL DEFAULT 0,
    column_counts nvarchar(max) NULL,
    outcome nvarchar(max) NULL,
    changed datetime2(6) NOT NULL DEFAULT SYSUTCDATETIME())`;
}
