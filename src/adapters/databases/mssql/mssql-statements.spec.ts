import type { DatabaseSession, TableScan } from '../index.js';
import type { MssqlClient } from './mssql-client.js';
import { composeMssqlSession } from './mssql-session.js';
import { HOSTILE, RecordingClient } from '../../../../test/support/recording-client.js';
import {
  hostileBatch,
  statementCases,
  writeWhole,
  type StatementCases,
  type StatementStage,
} from '../../../../test/support/statement-cases.js';

const FACTS = {
  ...{ version: 'SQL Server 16', database: 'crm]db', schema: HOSTILE.schema, foldsNames: true },
  collation: 'Latin1_General_CI_AS',
};
const NAME = { schema: HOSTILE.schema, table: HOSTILE.table };

/** As the catalog gives them: an int key and a text. */
const COLUMNS = [
  [HOSTILE.table, HOSTILE.key, '7', '1', 'int', '4', '10', '0', null, ...'000'.split(''), '0', '0', '1', '1'],
  [
    ...[HOSTILE.table, HOSTILE.value, '7', '2', 'varchar', '40', '0', '0', 'Latin1_General_CI_AS'],
    ...['1', '0', '0', '0', '0', '1', '1'],
  ],
];

/** No SQL Server is to be had: these are the statements that one would get, looked at once and kept. */
describe('SQL Server statements with hostile names', () => {
  let client: RecordingClient;
  let session: DatabaseSession;
  let scan: TableScan;

  beforeEach(async () => {
    client = new RecordingClient([
      [/^SELECT o\.name, c\.name, o\.object_id/, COLUMNS],
      [/^SELECT o\.name, CASE WHEN o\.type/, [[HOSTILE.table, 'table', '20', '0', null]]],
      [/^SELECT s\.name, o\.name/, [[HOSTILE.schema, HOSTILE.table]]],
      [/^SELECT o\.name, i\.name, c\.name/, [[HOSTILE.table, 'pk', HOSTILE.key, null, '1', '1']]],
      [/^SELECT c\.name FROM \[crm/, [['partition_id'], ['column_counts']]],
      [/^SELECT done, statements_done/, [['0', '0', '0']]],
      [/^SELECT last_key/, [[null, '0', '0', null]]],
      [/^UPDATE t SET .*@@ROWCOUNT/s, [['1'], ['1']]],
      [/HAS_PERMS_BY_NAME/, [['1', '1', '1']]],
      [/^SELECT f\.is_disabled/, [['0', '0']]],
      [/^SELECT COUNT\(\*\) FROM \[/, [['0']]],
      [/^SELECT COUNT\(\*\)/, [['1']]],
      [/dm_exec_describe/, [['id', 'int', null, '4', '10', '0', null]]],
      [/ROW_NUMBER\(\) OVER \(ORDER BY \(SELECT NULL\)\)/, []],
    ]);
    session = composeMssqlSession(client as unknown as MssqlClient, FACTS);
    const { columns } = await session.describeTable(NAME);
    scan = { table: NAME, readColumns: columns, keyCount: 1, where: null };
    client.statements.length = 0;
  });

  const claim = { progress: { name: "vizard_progress_1']" }, partitionId: 3, token: "to'ken" };
  const stage = (): StatementStage => ({ session, scan });

  const cases: StatementCases = {
    ...statementCases(stage, { name: NAME, claim, outer: false, condition: "a = '1' /* x */" }),
    'resolve and describe': async () => {
      expect(await session.resolveTable('[sche]]ma"\'`.x].[ta[b]]]]l"e\'; DROP TABLE x; --\n/*😀]')).toEqual(
        NAME,
      );
      return session.describeTable(NAME);
    },
    'mask without a key': () => writeWhole(stage(), claim, hostileBatch(stage())),
    'run SQL text': () => session.runStatement(claim, "UPDATE a SET b = 'GO'\nGO\nDELETE FROM [c]"),
    'switch triggers': async () => {
      await session.changes?.readTriggers(NAME);
      const trigger = { table: NAME, name: HOSTILE.value, state: 'enabled' as const, mayChange: true };
      await session.changes?.switchTriggersOff([trigger]);
      return session.changes?.putTriggerBack(trigger);
    },
    'build a table': async () => {
      const order = { name: HOSTILE.table, marker: "mar'ker", select: "SELECT id FROM a -- it's" };
      await session.changes?.describeQuery('SELECT 1 AS a', [order]);
      await session.changes?.buildTable(claim, order);
      return session.changes?.dropBuiltTable(order);
    },
    'rewrite keys': async () => {
      const place = { table: NAME, columns: [HOSTILE.key] };
      await session.keys?.obstacles([place]);
      return session.keys?.rewrite(claim, {
        maps: [{ places: [place], translator: () => (rows) => rows }],
        links: [{ from: place, to: place }],
      });
    },
  };

  it.each(Object.keys(cases))('%s', async (name) => {
    await cases[name]?.();
    expect(client.statements.join('\n;\n')).toMatchSnapshot();
  });
});
