import type {
  DatabaseSession,
  DatabaseSettings,
  SessionOptions,
  TargetChanges,
} from '../database-adapter.js';
import { countGroups } from '../sql/group-counts.js';
import { KeySplitter } from '../sql/key-splitter.js';
import { OnceStatements } from '../sql/once-statements.js';
import { TableReferences } from '../sql/table-references.js';
import { checkWhere } from '../sql/where-check.js';
import { buildTable, describeQuery, dropBuiltTable } from './mysql-built-tables.js';
import type { BuildTools } from './mysql-built-tables.js';
import { MysqlClient } from './mysql-client.js';
import { dealColumn } from './mysql-dealing.js';
import * as catalog from './mysql-catalog.js';
import { mysqlDialect } from './mysql-dialect.js';
import { describeEmptying } from './mysql-emptying.js';
import { mysqlLedger } from './mysql-ledger.js';
import { MysqlIntrospector } from './mysql-introspector.js';
import { MysqlKeyRewriter } from './mysql-key-rewriter.js';
import { RunLedger } from '../sql/run-ledger.js';
import { PageReader } from '../sql/page-reader.js';
import { MysqlSchemaCatalog } from './mysql-schema-catalog.js';
import type { ServerFacts } from './mysql-settings.js';
import { pinSettings } from './mysql-settings.js';
import { foldColumn, readIdentifier } from './mysql-sql.js';
import { outlineSql } from './mysql-sql-scanner.js';
import { isTransactional, splitStatements, statementProblem } from './mysql-transaction-control.js';
import { eventsOfMasking, putTriggerBack, readTriggers, switchTriggersOff } from './mysql-triggers.js';
import { MysqlWholeTable, ROW_ADDRESS } from './mysql-whole-table.js';
import { MysqlWriter } from './mysql-writer.js';

/**
 * Opens a session, or closes what it opened and says why not. The servers keep no name for a session, so `_name` is not
 * shown anywhere.
 */
export async function openMysqlSession(
  settings: DatabaseSettings,
  _name: string,
  options: SessionOptions = {},
): Promise<DatabaseSession> {
  const client = await MysqlClient.connect(settings);
  try {
    const facts = await pinSettings(client, settings, options);
    return composeSession(client, facts);
  } catch (error) {
    await client.close();
    throw error;
  }
}

function composeSession(client: MysqlClient, facts: ServerFacts): DatabaseSession {
  const introspector = new MysqlIntrospector(client, facts);
  const dialect = mysqlDialect;
  const splitter = new KeySplitter(client, dialect, introspector);
  const reader = new PageReader(client, dialect);
  const progress = new RunLedger(client, mysqlLedger(facts.database, facts.diskDelay));
  const writer = new MysqlWriter(client, progress, facts);
  const wholeTable = new MysqlWholeTable({ client, introspector, progress, reader, writer, facts });
  const references = new TableReferences(client, dialect, catalog.references);
  const statements = new OnceStatements(client, progress, dialect, {
    ...{ split: splitStatements, problem: statementProblem, isTransactional, truncatesInside: false },
    refuseCascades: (table) => references.refuseCascades(table),
  });
  return {
    serverVersion: facts.version,
    rowAddress: ROW_ADDRESS,
    foldIdentifier: (written) => foldColumn(readIdentifier(written)),
    foldColumnName: foldColumn,
    foldTableName: (written) => introspector.foldTable(readIdentifier(written)),
    resolveTable: (written) => introspector.resolveTable(written),
    describeTable: (table) => introspector.describeTable(table),
    describeEmptying: (table) => describeEmptying(client, references, table),
    checkKey: (table, key) => splitter.checkKey(table, key),
    splitByKey: (scan, parts) => splitter.splitByKey(scan, parts),
    countRows: (table, where, joins) => reader.countRows(table, where, joins),
    countGroups: (table, order) => countGroups({ client, dialect }, table, order),
    writeCounters: (table) => introspector.writeCounters(table),
    checkWhere: (table, where) =>
      checkWhere({ client, dialect }, table, { where, outline: outlineSql(where) }),
    checkJoins: (scan) => reader.checkJoins(scan),
    statementProblem,
    readPage: (scan, range, limit) => reader.readPage(scan, range, limit),
    createProgressTable: (table) => progress.create(table),
    dropProgressTable: (table) => progress.drop(table),
    endClaims: (table) => progress.endClaims(table),
    claimPartition: (claim) => progress.claim(claim),
    writeBatch: (claim, batch) => writer.writeBatch(claim, batch),
    writeWhole: (claim, scan, work) => wholeTable.walk(claim, scan, work),
    settlePartition: (claim) => progress.settle(claim),
    runStatement: (claim, sql) => statements.runStatement(claim, sql),
    truncateTable: (claim, table) => statements.truncateTable(claim, table),
    catalog: new MysqlSchemaCatalog(client, facts.database),
    keys: new MysqlKeyRewriter(client, introspector, progress, facts),
    changes: composeChanges({ client, progress, database: facts.database }, { introspector, reader, facts }),
    close: () => client.close(),
  };
}

function composeChanges(
  tools: BuildTools,
  {
    introspector,
    reader,
    facts,
  }: {
    readonly introspector: MysqlIntrospector;
    readonly reader: PageReader;
    readonly facts: ServerFacts;
  },
): TargetChanges {
  const { client } = tools;
  const { database, maxPacket } = facts;
  return {
    readTriggers: async (table) =>
      readTriggers(client, table, eventsOfMasking(await introspector.describeTable(table))),
    switchTriggersOff: (triggers) => switchTriggersOff(client, triggers),
    putTriggerBack: (trigger) => putTriggerBack(client, database, trigger),
    describeQuery: (select, built) => describeQuery(tools, select, built),
    buildTable: (claim, order) => buildTable(tools, claim, order),
    dealColumn: (claim, order) => dealColumn({ ...tools, reader, maxPacket }, claim, order),
    dropBuiltTable: (table) => dropBuiltTable(client, database, table),
  };
}
