import { mysqlAdapter } from '../../src/adapters/databases/mysql/mysql-adapter.js';
import type { MariadbTarget, TestMariadb } from '../support/mariadb.js';
import { describeWithMariadb, startMariadb } from '../support/mariadb.js';
import { databaseContract } from './contract/database.contract.js';
import { joinsContract } from './contract/joins.contract.js';
import { keyRewritingContract } from './contract/key-rewriting.contract.js';
import { schemaCatalogContract } from './contract/schema-catalog.contract.js';
import { wholeTableContract } from './contract/whole-table.contract.js';

/** Whole numbers with a sign: those of the sequence have none. */
const SERIES = 'FROM (SELECT CAST(seq AS SIGNED) AS seq FROM seq_1_to_60) n';

describeWithMariadb('MySQL adapter on MariaDB', () => {
  let server: TestMariadb;
  let target: MariadbTarget;

  beforeAll(async () => {
    server = await startMariadb();
    target = await server.createTarget();
  });

  afterAll(async () => {
    await server.stop();
  });

  joinsContract({ adapter: mysqlAdapter, target: () => target });

  schemaCatalogContract({ adapter: mysqlAdapter, target: () => target });

  keyRewritingContract({ adapter: mysqlAdapter, target: () => target });

  wholeTableContract({ adapter: mysqlAdapter, target: () => target, othersWait: true });

  databaseContract({
    adapter: mysqlAdapter,
    target: () => target,
    quote: (name) => `\`${name.replaceAll('`', '``')}\``,
    hostileNames: [
      'quo"te',
      '""',
      'back`tick',
      '``',
      'a.b',
      'semi;colon; drop table x',
      'line\nbreak',
      'tab\tx',
      'Größe',
      'select',
      'user',
      "apo'strophe",
      'back\\slash',
      '%s_',
      '?',
      '-- comment',
      '/*',
      ' blank',
      'x'.repeat(64),
      'ü'.repeat(64),
    ],
    keys: [
      { types: ['int'], values: [`SELECT seq * 3 - 90 ${SERIES}`] },
      { types: ['bigint'], values: [`SELECT 9007199254740991 + seq * 7 ${SERIES}`] },
      { types: ['bigint unsigned'], values: [`SELECT 18446744073709551615 - seq ${SERIES}`] },
      { types: ['tinyint'], values: [`SELECT seq - 30 ${SERIES}`] },
      { types: ['int(8) zerofill'], values: [`SELECT seq * 1000 ${SERIES}`] },
      { types: ['decimal(30,12)'], values: [`SELECT seq / 7.0 ${SERIES}`] },
      { types: ['double'], values: [`SELECT seq / 7e0 - 3 ${SERIES}`, 'SELECT 1.7976931348623157e308'] },
      { types: ['float'], values: [`SELECT SQRT(seq) ${SERIES}`] },
      { types: ['boolean'], values: ['VALUES (true), (false)'] },
      { types: ['uuid'], values: [`SELECT UUID() ${SERIES}`] },
      {
        types: ['varchar(40)'],
        values: [`SELECT CONCAT(CHAR(64 + seq), 'é"\\\\,{}', seq) ${SERIES}`, "VALUES ('')"],
      },
      { types: ['varchar(40) CHARACTER SET latin1'], values: [`SELECT CONCAT('é', seq) ${SERIES}`] },
      { types: ['varchar(40) COLLATE utf8mb4_bin'], values: [`SELECT CHAR(64 + seq) ${SERIES}`] },
      { types: ['varchar(40) COLLATE utf8mb4_swedish_ci'], values: [`SELECT CONCAT('ä', seq) ${SERIES}`] },
      { types: ['char(6)'], values: [`SELECT CONCAT('k', seq) ${SERIES}`] },
      { types: ['varchar(20)'], values: [`SELECT CONCAT('NULL\\n', seq) ${SERIES}`] },
      { types: ['binary(4)'], values: [`SELECT UNHEX(LPAD(HEX(seq * 37), 8, '0')) ${SERIES}`] },
      { types: ['varbinary(20)'], values: [`SELECT UNHEX(MD5(seq)) ${SERIES}`] },
      { types: ['date'], values: [`SELECT DATE '2020-01-01' + INTERVAL seq DAY ${SERIES}`] },
      {
        types: ['datetime(6)'],
        values: [`SELECT TIMESTAMP '2020-01-01 00:00:00' + INTERVAL seq MICROSECOND ${SERIES}`],
      },
      {
        types: ['timestamp(6)'],
        values: [`SELECT TIMESTAMP '2020-01-01 00:00:00' + INTERVAL seq * 7 MINUTE ${SERIES}`],
      },
      { types: ['time(3)'], values: [`SELECT SEC_TO_TIME(seq * 1000 - 30000) ${SERIES}`] },
      { types: ['year'], values: [`SELECT 1950 + seq ${SERIES}`] },
      { types: ['inet6'], values: [`SELECT CONCAT('2001:db8::', HEX(seq)) ${SERIES}`] },
      { types: ["enum('small', 'medium', 'large')"], values: ["VALUES ('small'), ('medium'), ('large')"] },
      { types: ["set('x', 'b', 'a')"], values: ["VALUES ('x'), ('b'), ('a,b'), ('x,a'), ('')"] },
      { types: ['bit(16)'], values: [`SELECT seq * 37 ${SERIES}`] },
      { types: ['int', 'varchar(9)'], values: [`SELECT seq % 4, CONCAT('b', seq) ${SERIES}`] },
      {
        types: ['date', 'varchar(9)', 'bigint'],
        values: [`SELECT DATE '2020-01-01' + INTERVAL seq % 3 DAY, CONCAT('x', seq % 5), seq ${SERIES}`],
      },
      {
        types: ["enum('z', 'y', 'x')", 'int'],
        values: [`SELECT ELT(1 + seq % 3, 'z', 'y', 'x'), seq ${SERIES}`],
      },
    ],
  });
});
