import type { DatabaseSession, TableScan, TargetColumn } from '../index.js';
import type { MssqlClient } from './mssql-client.js';
import { composeMssqlSession } from './mssql-session.js';
import { HOSTILE, RecordingClient } from '../../../../test/support/recording-client.js';

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
const COUNTS = [{ column: HOSTILE.value, changed: 1, skipped: 1, unchanged: null }];

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
  const [after, upTo] = [['5'], ['9']];
  const column = (place: number): TargetColumn => scan.readColumns[place] as TargetColumn;
  const batch = (): Parameters<DatabaseSession['writeBatch']>[1] => ({
    ...{ table: NAME, keyColumns: [column(0)], writeColumns: [column(1)] },
    columns: [['1'], ["it's ü\\\n"]],
    cursor: { lastKey: ["k'"], rowsRead: 2, rowsWritten: 1, columnCounts: COUNTS },
    readBack: { before: [['old']], altered: () => undefined },
  });

  const cases: Readonly<Record<string, () => Promise<unknown>>> = {
    'resolve and describe': async () => {
      expect(await session.resolveTable('[sche]]ma"\'`.x].[ta[b]]]]l"e\'; DROP TABLE x; --\n/*😀]')).toEqual(
        NAME,
      );
      return session.describeTable(NAME);
    },
    'walk the catalog': async () => {
      await session.catalog.schemas([HOSTILE.schema]);
      await session.catalog.tables(HOSTILE.schema, HOSTILE.table, 10);
      return session.catalog.firstRows(NAME, [column(1)], { rows: 5, longest: 100 });
    },
    'read pages': async () => {
      await session.readPage({ ...scan, where: "name = 'x' -- end" }, { after, upTo }, 100);
      await session.countRows(NAME, 'id > 5');
      await session.countGroups(NAME, { columns: [HOSTILE.value], below: 5, passNulls: true });
      return session.splitByKey(scan, 2);
    },
    join: async () => {
      const join = { table: NAME, targetKey: [column(0)], source: null, sourceKey: [column(0)] };
      const joined = {
        ...scan,
        readColumns: [column(0), { ...column(1), join: 0 }],
        joins: [{ ...join, outer: false, order: [column(1)] }],
      };
      await session.checkJoins(joined);
      return session.readPage(joined, { after, upTo: null }, 10);
    },
    'check a condition': () => session.checkWhere(NAME, "a = '1' /* x */"),
    'keep the books': async () => {
      await session.createProgressTable(claim.progress);
      await session.claimPartition(claim);
      await session.settlePartition(claim);
      await session.endClaims(claim.progress);
      return session.dropProgressTable(claim.progress);
    },
    'write a batch': () => session.writeBatch(claim, batch()),
    'mask without a key': () =>
      session.writeWhole(
        claim,
        { ...scan, readColumns: [session.rowAddress!, column(1)] },
        {
          ...{ writeColumns: [column(1)], batchSize: 10, maxRows: null, dryRun: false },
          mask: () => Promise.resolve(batch()),
        },
      ),
    'empty a table': async () => {
      await session.describeEmptying(NAME);
      return session.truncateTable(claim, NAME);
    },
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
