import { mssqlAdapter } from '../../src/adapters/databases/mssql/mssql-adapter.js';
import { MssqlClient } from '../../src/adapters/databases/mssql/mssql-client.js';
import { quoteIdentifier } from '../../src/adapters/databases/mssql/mssql-sql.js';
import { describeWithServer } from '../support/outside-database.js';
import type { DatabaseTarget } from './contract/database.contract.js';
import { databaseContract } from './contract/database.contract.js';
import { joinsContract } from './contract/joins.contract.js';
import { keyRewritingContract } from './contract/key-rewriting.contract.js';
import { schemaCatalogContract } from './contract/schema-catalog.contract.js';
import { wholeTableContract } from './contract/whole-table.contract.js';

const SERIES = 'FROM (SELECT TOP (60) ROW_NUMBER() OVER (ORDER BY object_id) AS n FROM sys.all_columns) s';

describeWithServer('MSSQL_TEST_URL', 'SQL Server adapter on a real server', (settings) => {
  let client: MssqlClient;
  const target: DatabaseTarget = {
    settings,
    sql: async (text) => [...(await client.query(text))],
  };

  beforeAll(async () => {
    client = await MssqlClient.connect(settings, 'contract');
  });

  afterAll(async () => {
    await client.close();
  });

  joinsContract({ adapter: mssqlAdapter, target: () => target });

  schemaCatalogContract({ adapter: mssqlAdapter, target: () => target });

  keyRewritingContract({ adapter: mssqlAdapter, target: () => target });

  wholeTableContract({ adapter: mssqlAdapter, target: () => target, othersWait: true });

  databaseContract({
    adapter: mssqlAdapter,
    target: () => target,
    quote: quoteIdentifier,
    hostileNames: [
      'quo"te',
      'a]b',
      ']]',
      '[x]',
      'a.b',
      'semi;colon; drop table x',
      'line\nbreak',
      '😀',
      'select',
    ],
    keys: [
      { types: ['int'], values: [`SELECT n * 3 - 90 ${SERIES}`] },
      { types: ['bigint'], values: [`SELECT 9007199254740991 + n * 7 ${SERIES}`] },
      { types: ['decimal(38,12)'], values: [`SELECT n / 7.0 ${SERIES}`] },
      { types: ['float'], values: [`SELECT n / 7e0 - 3 ${SERIES}`] },
      { types: ['real'], values: [`SELECT SQRT(n) ${SERIES}`] },
      { types: ['uniqueidentifier'], values: [`SELECT NEWID() ${SERIES}`] },
      { types: ['varchar(40)'], values: [`SELECT CONCAT('k', CHAR(64 + n), n) ${SERIES}`] },
      { types: ['nvarchar(40)'], values: [`SELECT CONCAT(N'é😀', n) ${SERIES}`] },
      { types: ['varbinary(20)'], values: [`SELECT HASHBYTES('SHA1', CONCAT('', n)) ${SERIES}`] },
      { types: ['datetime2(7)'], values: [`SELECT DATEADD(ns, n * 100, '2020-01-01') ${SERIES}`] },
      { types: ['datetimeoffset(3)'], values: [`SELECT DATEADD(ms, n, '2020-01-01') ${SERIES}`] },
      { types: ['int', 'varchar(9)'], values: [`SELECT n % 4, CONCAT('b', n) ${SERIES}`] },
    ],
  });
});
