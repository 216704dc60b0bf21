import { oracleAdapter } from '../../src/adapters/databases/oracle/oracle-adapter.js';
import { OracleClient } from '../../src/adapters/databases/oracle/oracle-client.js';
import { quoteIdentifier } from '../../src/adapters/databases/oracle/oracle-sql.js';
import { describeWithServer } from '../support/outside-database.js';
import type { DatabaseTarget } from './contract/database.contract.js';
import { databaseContract } from './contract/database.contract.js';
import { joinsContract } from './contract/joins.contract.js';
import { schemaCatalogContract } from './contract/schema-catalog.contract.js';
import { wholeTableContract } from './contract/whole-table.contract.js';

const SERIES = 'FROM (SELECT LEVEL AS n FROM dual CONNECT BY LEVEL <= 60)';

describeWithServer('ORACLE_TEST_URL', 'Oracle adapter on a real server', (settings) => {
  let client: OracleClient;
  const target: DatabaseTarget = {
    settings,
    sql: async (text) => {
      if (/^\s*(?:SELECT|WITH)\b/i.test(text)) {
        return [...(await client.query(text))];
      }
      await client.execute(text);
      return [];
    },
  };

  beforeAll(async () => {
    client = await OracleClient.connect(settings);
  });

  afterAll(async () => {
    await client.close();
  });

  joinsContract({ adapter: oracleAdapter, target: () => target });

  schemaCatalogContract({ adapter: oracleAdapter, target: () => target });

  wholeTableContract({ adapter: oracleAdapter, target: () => target, othersWait: true });

  databaseContract({
    adapter: oracleAdapter,
    target: () => target,
    quote: quoteIdentifier,
    hostileNames: [
      "apo'strophe",
      'a.b',
      'semi;colon; drop table x',
      'line\nbreak',
      '😀',
      'SELECT',
      'small',
      '-- x',
    ],
    keys: [
      { types: ['NUMBER(10)'], values: [`SELECT n * 3 - 90 ${SERIES}`] },
      { types: ['NUMBER'], values: [`SELECT n / 7 ${SERIES}`] },
      { types: ['BINARY_DOUBLE'], values: [`SELECT n / 7d - 3 ${SERIES}`] },
      { types: ['VARCHAR2(40)'], values: [`SELECT 'k' || CHR(64 + n) || n ${SERIES}`] },
      { types: ['CHAR(6)'], values: [`SELECT 'k' || n ${SERIES}`] },
      { types: ['RAW(16)'], values: [`SELECT SYS_GUID() ${SERIES}`] },
      { types: ['DATE'], values: [`SELECT DATE '2020-01-01' + n ${SERIES}`] },
      { types: ['TIMESTAMP(6)'], values: [`SELECT TIMESTAMP '2020-01-01 00:00:00' + n / 7 ${SERIES}`] },
      { types: ['NUMBER(4)', 'VARCHAR2(9)'], values: [`SELECT MOD(n, 4), 'b' || n ${SERIES}`] },
    ],
  });
});
