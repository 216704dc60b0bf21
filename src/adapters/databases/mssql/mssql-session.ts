import type {
  DatabaseSession,
  DatabaseSettings,
  SessionOptions,
  TableName,
  TargetChanges,
} from '../database-adapter.js';
import { CatalogIntrospector } from '../sql/catalog-introspector.js';
import { CatalogWalk } from '../sql/catalog-walk.js';
import { countGroups } from '../sql/group-counts.js';
import { KeySplitter } from '../sql/key-splitter.js';
import { OnceStatements } from '../sql/once-statements.js';
import { PageReader } from '../sql/page-reader.js';
import { RunLedger } from '../sql/run-ledger.js';
import { sqlSession } from '../sql/sql-session.js';
import { TableReferences } from '../sql/table-references.js';
import { isTransactional, outlineCondition, splitBatches, statementProblem } from './mssql-batches.js';
import type { BuildTools } from './mssql-built-tables.js';
import { buildTable, describeQuery, dropBuiltTable } from './mssql-built-tables.js';
import * as catalog from './mssql-catalog.js';
import { MssqlClient } from './mssql-client.js';
import { dealColumn } from './mssql-dealing.js';
import { mssqlDialect } from './mssql-dialect.js';
import { mssqlKeys } from './mssql-keys.js';
import { mssqlLedger } from './mssql-ledger.js';
import type { ServerFacts } from './mssql-settings.js';
import { pinSettings } from './mssql-settings.js';
import { quoteTable, quoteText, readIdentifier, splitQualifiedName } from './mssql-sql.js';
import { putTriggerBack, readTriggers, switchTriggersOff } from './mssql-triggers.js';
import { MssqlWholeTable, ROW_ADDRESS } from './mssql-whole-table.js';
import { MssqlWriter } from './mssql-writer.js';

/** Opens a session, or closes what it opened and says why not. */
export async function openMssqlSession(
  settings: DatabaseSettings,
  name: string,
  options: SessionOptions = {},
): Promise<DatabaseSession> {
  const client = await MssqlClient.connect(settings, name);
  try {
    const facts = await pinSettings(client, settings, options);
    return composeMssqlSession(client, facts);
  } catch (error) {
    await client.close();
    throw error;
  }
}

/** What a session consists of, over a connection whose settings are pinned. */
export function composeMssqlSession(client: MssqlClient, facts: ServerFacts): DatabaseSession {
  const dialect = mssqlDialect;
  const sql = catalog.mssqlCatalog(facts.collation);
  const fold = (name: string): string => (facts.foldsNames ? name.toLowerCase() : name);
  const names = { split: splitQualifiedName, fold, schema: facts.schema };
  const introspector = new CatalogIntrospector(client, dialect, sql, names);
  const splitter = new KeySplitter(client, dialect, introspector);
  const reader = new PageReader(client, dialect);
  const progress = new RunLedger(client, mssqlLedger(facts));
  const writer = new MssqlWriter(client, progress, sql);
  const wholeTable = new MssqlWholeTable({ client, introspector, progress, reader, writer });
  const references = new TableReferences(client, dialect, catalog.references);
  const statements = new OnceStatements(client, progress, dialect, {
    ...{ split: splitBatches, problem: statementProblem, isTransactional, truncatesInside: true },
    refuseCascades: (table) => references.refuseCascades(table),
  });
  return {
    ...sqlSession({
      ...{ client, dialect, reader, splitter, progress, statements, writer, statementProblem },
      outline: outlineCondition,
    }),
    serverVersion: facts.version,
    rowAddress: ROW_ADDRESS,
    foldIdentifier: (written) => fold(readIdentifier(written)),
    foldColumnName: fold,
    foldTableName: readIdentifier,
    resolveTable: (written) => introspector.resolveTable(written),
    describeTable: (table) => introspector.describeTable(table),
    describeEmptying: (table) => references.emptying(table, emptyingRights(table)),
    countGroups: (table, order) => countGroups({ client, dialect }, table, order),
    writeCounters: () => Promise.resolve(null),
    writeWhole: (claim, scan, work) => wholeTable.walk(claim, scan, work),
    catalog: new CatalogWalk(client, dialect, sql, facts.schema),
    keys: mssqlKeys({ client, introspector, progress }),
    changes: composeChanges({ client, progress, facts }, reader),
  };
}

function composeChanges(tools: BuildTools, reader: PageReader): TargetChanges {
  const { client, facts } = tools;
  return {
    readTriggers: (table) => readTriggers(client, table),
    switchTriggersOff: (triggers) => switchTriggersOff(client, triggers),
    putTriggerBack: (trigger) => putTriggerBack(client, trigger),
    describeQuery: (select, built) => describeQuery(tools, select, built),
    buildTable: (claim, order) => buildTable(tools, claim, order),
    dealColumn: (claim, order) => dealColumn({ ...tools, reader }, claim, order),
    dropBuiltTable: (table) => dropBuiltTable(client, facts, table),
  };
}

function emptyingRights(table: TableName): string {
  const right = (name: string): string =>
    `HAS_PERMS_BY_NAME(${quoteText(quoteTable(table))}, 'OBJECT', '${name}')`;
  return `SELECT ${['ALTER', 'DELETE', 'SELECT'].map(right).join(', ')}`;
}
