import type { LedgerSql } from '../sql/run-ledger.js';
import { quoteLongText, quoteTable, quoteText } from './oracle-sql.js';

/** `schema`: the user's own, or the connection's. */
export function oracleLedger(schema: string): LedgerSql {
  return {
    tableName: ({ name }) => quoteTable({ schema, table: name }),
    create: createTable,
    marks: ({ name }) =>
      `SELECT column_name FROM all_tab_columns WHERE owner = ${quoteText(schema)} AND table_name = ${quoteText(name)}
         AND column_name IN ('PARTITION_ID', 'COLUMN_COUNTS', 'OUTCOME')`,
    drop: (table) => `DROP TABLE ${table} PURGE`,
    // of two who add the same row one waits for the other, and takes the row over
    take: (table, partitionId, token) =>
      `BEGIN
         INSERT INTO ${table} (partition_id, token) VALUES (${partitionId}, ${quoteText(token)});
       EXCEPTION WHEN DUP_VAL_ON_INDEX THEN
         UPDATE ${table} SET token = ${quoteText(token)} WHERE partition_id = ${partitionId};
       END;`,
    lock: (table, columns, condition) => `SELECT ${columns} FROM ${table} WHERE ${condition} FOR UPDATE`,
    now: 'SYSTIMESTAMP',
    text: quoteText,
    longText: quoteLongText,
    settle: null,
  };
}

const NAME_IN_USE = -955;

function createTable(table: string): string {
  const statement = `CREATE TABLE ${table} (
    partition_id NUMBER(19) NOT NULL PRIMARY KEY,
    token VARCHAR2(64 CHAR) NOT NULL,
    last_key CLOB,
    rows_read NUMBER(19) DEFAULT 0 NOT NULL,
    rows_written NUMBER(19) DEFAULT 0 NOT NULL,
    done NUMBER(1) DEFAULT 0 NOT NULL,
    statements_done NUMBER(9) DEFAULT 0 NOT NULL,
    statement_open NUMBER(1) DEFAULT 0 NOT NULL,
    column_counts CLOB,
    outcome CLOB,
    changed TIMESTAMP(6) WITH TIME ZONE DEFAULT SYSTIMESTAMP NOT NULL)`;
  return `BEGIN EXECUTE IMMEDIATE ${quoteText(statement)};
    EXCEPTION WHEN OTHERS THEN IF SQLCODE <> ${NAME_IN_USE} THEN RAISE; END IF; END;`;
}
