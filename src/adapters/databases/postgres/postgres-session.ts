import type {
  DatabaseSession,
  DatabaseSettings,
  SessionOptions,
  TargetChanges,
} from '../database-adapter.js';
import { buildTable, describeQuery, dropBuiltTable } from './postgres-built-tables.js';
import { PostgresClient } from './postgres-client.js';
import { describeEmptying } from './postgres-emptying.js';
import { dealColumn } from './postgres-dealing.js';
import { countGroups } from './postgres-groups.js';
import { PostgresIndexes } from './postgres-indexes.js';
import { PostgresIntrospector } from './postgres-introspector.js';
import { PostgresKeys } from './postgres-keys.js';
import { PostgresProgress } from './postgres-progress.js';
import { PostgresReader } from './postgres-reader.js';
import { PostgresRewriter } from './postgres-rewriter.js';
import { PostgresSchemaCatalog } from './postgres-schema-catalog.js';
import type { ServerFacts } from './postgres-settings.js';
import { pinSettings } from './postgres-settings.js';
import { PostgresSplitter } from './postgres-splitter.js';
import { foldIdentifier } from './postgres-sql.js';
import { PostgresStatistics } from './postgres-statistics.js';
import { PostgresStatements } from './postgres-statements.js';
import { statementProblem } from './postgres-transaction-control.js';
import { checkWhere } from './postgres-where.js';
import { putTriggerBack, readTriggers, switchTriggersOff } from './postgres-triggers.js';
import { PostgresWholeTable, ROW_ADDRESS } from './postgres-whole-table.js';
import { PostgresWriter } from './postgres-writer.js';

/** Opens a session, or closes what it opened and says why not. */
export async function openPostgresSession(
  settings: DatabaseSettings,
  name: string,
  options: SessionOptions = {},
): Promise<DatabaseSession> {
  const client =
    options.isFollowed === true
      ? await PostgresClient.follow(settings, name)
      : await PostgresClient.connect(settings, name);
  try {
    const facts = await pinSettings(client, settings, options);
    client.setUp({ mayWrite: !settings.readOnly, countsAtOnce: facts.countsAtOnce });
    if (settings.readOnly) {
      client.stayReadOnly();
    }
    return composeSession(client, facts);
  } catch (error) {
    await client.close();
    throw error;
  }
}

function composeSession(client: PostgresClient, facts: ServerFacts): DatabaseSession {
  const introspector = new PostgresIntrospector(client, facts.database);
  const splitter = new PostgresSplitter(client, introspector);
  const reader = new PostgresReader(client);
  const progress = new PostgresProgress(client);
  const writer = new PostgresWriter(client, progress, facts.unknownEncoding);
  const wholeTable = new PostgresWholeTable(client, progress);
  const statements = new PostgresStatements(client, progress);
  return {
    serverVersion: facts.version,
    rowAddress: ROW_ADDRESS,
    foldIdentifier,
    foldColumnName: (name) => name,
    foldTableName: foldIdentifier,
    resolveTable: (written) => introspector.resolveTable(written),
    describeTable: (table) => introspector.describeTable(table),
    describeEmptying: (table) => describeEmptying(client, table),
    checkKey: (table, key) => splitter.checkKey(table, key),
    splitByKey: (scan, parts) => splitter.splitByKey(scan, parts),
    countRows: (table, where, joins) => reader.countRows(table, where, joins),
    countGroups: (table, order) => countGroups(client, table, order),
    writeCounters: (table) => introspector.writeCounters(table),
    statistics: new PostgresStatistics(client),
    checkWhere: (table, where) => checkWhere(client, table, where),
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
    catalog: new PostgresSchemaCatalog(client),
    keys: new PostgresKeys(client, progress),
    rewriter: new PostgresRewriter(client, progress, facts.unknownEncoding),
    changes: composeChanges(client, progress, reader),
    close: () => client.close(),
  };
}

function composeChanges(
  client: PostgresClient,
  progress: PostgresProgress,
  reader: PostgresReader,
): TargetChanges {
  return {
    readTriggers: (table) => readTriggers(client, table),
    switchTriggersOff: (triggers) => switchTriggersOff(client, triggers),
    putTriggerBack: (trigger) => putTriggerBack(client, trigger),
    indexes: new PostgresIndexes(client),
    describeQuery: (select, built) => describeQuery(client, select, built),
    buildTable: (claim, order) => buildTable(client, progress, claim, order),
    dealColumn: (claim, order) => dealColumn(client, { progress, reader }, claim, order),
    dropBuiltTable: (table) => dropBuiltTable(client, table),
  };
}
