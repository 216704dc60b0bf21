import { HOSTILE, RecordingClient } from '../../../../test/support/recording-client.js';
import {
  hostileBatch,
  statementCases,
  writeWhole,
  type StatementCases,
  type StatementStage,
} from '../../../../test/support/statement-cases.js';
import type { DatabaseSession, TableScan } from '../index.js';
import type { OracleClient } from './oracle-client.js';
import { composeOracleSession } from './oracle-session.js';

const NAME = { schema: HOSTILE.schema.replaceAll('"', ''), table: HOSTILE.table };

/** As the catalog gives them: a whole number and a text. */
const COLUMNS = [
  [NAME.table, HOSTILE.key, '7', '1', 'NUMBER', '0', '22', '10', '0', 'N', 'NO', '0', '1', '1'],
  [NAME.table, HOSTILE.value, '7', '2', 'VARCHAR2', '40', '160', null, null, 'Y', 'NO', '0', '1', '1'],
];

/** No Oracle is to be had: these are the statements that one would get, looked at once and kept. */
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
  const stage = (): StatementStage => ({ session, scan });

  const cases: StatementCases = {
    ...statementCases(stage, { name: NAME, claim, outer: true, condition: "a = q'[it's]' /* x */" }),
    'resolve and describe': async () => {
      const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
      expect(await session.resolveTable(`${quoted(NAME.schema)}.${quoted(NAME.table)}`)).toEqual(NAME);
      return session.describeTable(NAME);
    },
    'mask by the address of rows': () =>
      writeWhole(stage(), claim, { ...hostileBatch(stage()), keyColumns: [session.rowAddress!] }),
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
