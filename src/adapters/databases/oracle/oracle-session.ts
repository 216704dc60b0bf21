import type {
  DatabaseSession,
  DatabaseSettings,
  SessionOptions,
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
import type { BuildTools } from './oracle-built-tables.js';
import { buildTable, describeQuery, dropBuiltTable } from './oracle-built-tables.js';
import { emptyingRights, oracleCatalog, references as referencesTo } from './oracle-catalog.js';
import { OracleClient } from './oracle-client.js';
import { dealColumn } from './oracle-dealing.js';
import { oracleDialect } from './oracle-dialect.js';
import { oracleLedger } from './oracle-ledger.js';
import type { ServerFacts } from './oracle-settings.js';
import { pinSettings } from './oracle-settings.js';
import { readIdentifier, splitQualifiedName } from './oracle-sql.js';
import { isTransactional, outlineCondition, splitStatements, statementProblem } from './oracle-statements.js';
import { putTriggerBack, readTriggers, switchTriggersOff } from './oracle-triggers.js';
import { ROW_ADDRESS, walkWhole } from './oracle-whole-table.js';
import { OracleWriter } from './oracle-writer.js';

/** Opens a session, or closes what it opened and says why not. */
export async function openOracleSession(
  settings: DatabaseSettings,
  _name: string,
  options: SessionOptions = {},
): Promise<DatabaseSession> {
  const client = await OracleClient.connect(settings);
  try {
    return composeOracleSession(client, await pinSettings(client, settings, options));
  } catch (error) {
    await client.close();
    throw error;
  }
}

/** What a session consists of, over a connection whose settings are pinned. */
export function composeOracleSession(client: OracleClient, facts: ServerFacts): DatabaseSession {
  const dialect = oracleDialect;
  const names = { split: splitQualifiedName, fold: (name: string) => name, schema: facts.schema };
  const introspector = new CatalogIntrospector(client, dialect, oracleCatalog, names);
  const splitter = new KeySplitter(client, dialect, introspector);
  const reader = new PageReader(client, dialect);
  const progress = new RunLedger(client, oracleLedger(facts.schema));
  const writer = new OracleWriter(client, progress);
  const references = new TableReferences(client, dialect, referencesTo);
  const statements = new OnceStatements(client, progress, dialect, {
    ...{ split: splitStatements, problem: statementProblem, isTransactional, truncatesInside: false },
    refuseCascades: (table) => references.refuseCascades(table),
  });
  return {
    ...sqlSession({
      ...{ client, dialect, reader, splitter, progress, statements, writer, statementProblem },
      outline: outlineCondition,
    }),
    serverVersion: facts.version,
    rowAddress: ROW_ADDRESS,
    foldIdentifier: readIdentifier,
    foldColumnName: (name) => name,
    foldTableName: readIdentifier,
    resolveTable: (written) => introspector.resolveTable(written),
    describeTable: (table) => introspector.describeTable(table),
    describeEmptying: (table) => references.emptying(table, emptyingRights(table)),
    countGroups: (table, order) => countGroups({ client, dialect }, table, order),
    writeCounters: () => Promise.resolve(null),
    writeWhole: (claim, scan, work) => walkWhole({ client, progress, reader, writer }, { claim, scan }, work),
    catalog: new CatalogWalk(client, dialect, oracleCatalog, facts.schema),
    keys: null,
    changes: composeChanges({ client, progress, schema: facts.schema }, reader),
  };
}

function composeChanges(tools: BuildTools, reader: PageReader): TargetChanges {
  const { client, schema } = tools;
  return {
    readTriggers: (table) => readTriggers(client, table),
    switchTriggersOff: (triggers) => switchTriggersOff(client, triggers),
    putTriggerBack: (trigger) => putTriggerBack(client, trigger),
    describeQuery: (select, built) => describeQuery(tools, select, built),
    buildTable: (claim, order) => buildTable(tools, claim, order),
    dealColumn: (claim, order) => dealColumn({ ...tools, reader }, claim, order),
    dropBuiltTable: (table) => dropBuiltTable(client, schema, table),
  };
}
