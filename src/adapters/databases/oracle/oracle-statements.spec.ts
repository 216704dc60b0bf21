import { HOSTILE, RecordingClient } from '../../../../test/support/recording-client.js';
import type { DatabaseSession, TableScan, TargetColumn } from '../index.js';
import type { OracleClient } from './oracle-client.js';
import { composeOracleSession } from './oracle-session.js';

const NAME = { schema: HOSTILE.schema.replaceAll('"', ''), table: HOSTILE.table };

/** As the catalog gives them: a whole number and a text. */
const COLUMNS = [
  [NAME.table, HOSTILE.key, '7', '1', 'NUMBER', '0', '22', '10', '0', 'N', 'NO', '0', '1', '1'],
  [NAME.table, HOSTILE.value, '7', '2', 'VARCHAR2', '40', '160', null, null, 'Y', 'NO', '0', '1', '1'],
];

/** No Oracle is to be had: these are the statements that one would get, looked at once and kept. */
const COUNTS = [{ column: HOSTILE.value, changed: 1, skipped: 1, unchanged: null }];

describe('Oracle statements with hostile names', () => {
  let client: RecordingClient;
  let session: DatabaseSession;
  let scan: TableScan;

  beforeEach(async () => {
    client = new RecordingClient([
      [/^SELECT c\.table_name, c\.column_name/, COLUMNS],
      [/^SELECT r\.table_name, r\.kind/, [[NAME.table, 'table', '20', '0', null]]],
      [/^SELECT r\.owner/, [[NAME.schema, NAME.table]]],
      [/^SELECT i\.table_name/, [[NAME.table, 'PK', HOSTILE.key, null, '1', '1']]],
      [/^SELECT column_name FROM all_tab_columns WHERE owner/, [['PARTITION_ID'], ['COLUMN_COUNTS']]],
      [/^SELECT done, statements_done/, [['0', '0', '0']]],
      [/^SELECT last_key/, [[null, '0', '0', null]]],
      [/^SELECT g\.owner/, [[NAME.schema, HOSTILE.value, '1']]],
      [/^SELECT COUNT\(\*\)/, [['0']]],
    ]);
    session = composeOracleSession(client as unknown as OracleClient, {
      version: 'Oracle 19',
      schema: NAME.schema,
    });
    const { columns } = await session.describeTable(NAME);
    scan = { table: NAME, readColumns: columns, keyCount: 1, where: null };
    client.statements.length = 0;
  });

  const claim = { progress: { name: 'vizard_progress_1"\'' }, partitionId: 3, token: "to'ken" };
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
      const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
      expect(await session.resolveTable(`${quoted(NAME.schema)}.${quoted(NAME.table)}`)).toEqual(NAME);
      return session.describeTable(NAME);
    },
    'walk the catalog': async () => {
      await session.catalog.schemas([NAME.schema]);
      await session.catalog.tables(NAME.schema, NAME.table, 10);
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
        joins: [{ ...join, outer: true, order: [column(1)] }],
      };
      await session.checkJoins(joined);
      return session.readPage(joined, { after, upTo: null }, 10);
    },
    'check a condition': () => session.checkWhere(NAME, "a = q'[it's]' /* x */"),
    'keep the books': async () => {
      await session.createProgressTable(claim.progress);
      await session.claimPartition(claim);
      await session.settlePartition(claim);
      await session.endClaims(claim.progress);
      return session.dropProgressTable(claim.progress);
    },
    'write a batch': () => session.writeBatch(claim, batch()),
    'mask by the address of rows': () =>
      session.writeWhole(
        claim,
        { ...scan, readColumns: [session.rowAddress!, column(1)] },
        {
          ...{ writeColumns: [column(1)], batchSize: 10, maxRows: null, dryRun: false },
          mask: () => Promise.resolve({ ...batch(), keyColumns: [session.rowAddress!] }),
        },
      ),
    'empty a table': async () => {
      await session.describeEmptying(NAME);
      return session.truncateTable(claim, NAME);
    },
    'run SQL text': async () => {
      await session.runStatement(claim, "UPDATE a SET b = ';'; DELETE FROM c;");
      return session.runStatement(
        claim,
        'CREATE TABLE x (a int);\nBEGIN NULL; END;\n/\nINSERT INTO x VALUES (1)',
      );
    },
    'switch triggers': async () => {
      const triggers = (await session.changes?.readTriggers(NAME)) ?? [];
      await session.changes?.switchTriggersOff(triggers);
      return session.changes?.putTriggerBack(triggers[0]!);
    },
    'build a table': async () => {
      const order = { name: 'BUILT "x"', marker: "mar'ker", select: "SELECT id FROM a -- it's" };
      expect(await session.changes?.describeQuery('SELECT 1 AS a FROM dual', [order])).toMatchObject([
        { name: 'A', typeName: 'VARCHAR2(4 CHAR)', kind: 'text', maxLength: 4 },
      ]);
      await session.changes?.buildTable(claim, order);
      return session.changes?.dropBuiltTable(order);
    },
    'deal a column': () =>
      session.changes!.dealColumn(claim, {
        ...{ name: 'DEALT', marker: 'm', scan, position: 1, maxRows: null, seed: "se'ed" },
        pool: () => 0,
      }),
  };

  it('leaves nothing of a deal that broke off', async () => {
    await cases['deal a column']?.();
    const made = client.statements.flatMap(
      (sql) => /^CREATE TABLE (\S+\."VIZARD\S+") AS/.exec(sql)?.[1] ?? [],
    );
    expect(made).toHaveLength(2);
    client.statements.length = 0;
    await session.changes?.dropBuiltTable({ name: 'DEALT', marker: 'm' });
    for (const table of made) {
      expect(client.statements.join('\n')).toContain(`DROP TABLE ${table.replaceAll("'", "''")} PURGE`);
    }
  });

  it.each(Object.keys(cases))('%s', async (name) => {
    await cases[name]?.();
    expect(client.statements.join('\n;\n')).toMatchSnapshot();
  });
});
