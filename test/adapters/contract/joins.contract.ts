import type {
  DatabaseSession,
  ScanJoin,
  TableDescription,
  TableScan,
} from '../../../src/adapters/databases/index.js';
import { readAll } from '../support/walk.js';
import type { DatabaseContract } from './database.contract.js';

/** What every adapter promises about joined tables. */
export function joinsContract(contract: Pick<DatabaseContract, 'adapter' | 'target'>): void {
  let session: DatabaseSession;

  const sql = (text: string): Promise<unknown> => contract.target().sql(text);
  const describeTable = async (table: string): Promise<TableDescription> =>
    session.describeTable((await session.resolveTable(table)) ?? { schema: '', table });
  const pick = (table: TableDescription, names: readonly string[]): TableDescription['columns'] =>
    names.map((name) => table.columns.find((column) => column.name === name)!);

  async function scan(
    joins: readonly (Omit<ScanJoin, 'table' | 'targetKey' | 'sourceKey' | 'order'> & {
      readonly on: readonly [string, string];
    })[],
    tables: readonly string[],
  ): Promise<TableScan> {
    const visits = await describeTable('jc_visits');
    const joined = await Promise.all(tables.map(describeTable));
    return {
      table: visits.name,
      readColumns: [
        ...pick(visits, ['id']),
        ...joined.flatMap((table, join) => pick(table, ['name']).map((column) => ({ ...column, join }))),
      ],
      keyCount: 1,
      where: null,
      joins: joins.map(({ source, outer, on }, place) => ({
        table: joined[place]!.name,
        targetKey: pick(joined[place]!, [on[0]]),
        source,
        sourceKey: pick(source === null ? visits : joined[source]!, [on[1]]),
        outer,
        order: pick(joined[place]!, ['id']),
      })),
    };
  }

  describe('joins', () => {
    beforeAll(async () => {
      session = await contract.adapter.open(contract.target().settings, 'joins');
      await sql('CREATE TABLE jc_visits (id int PRIMARY KEY, staff int)');
      await sql('CREATE TABLE jc_staff (id int PRIMARY KEY, no int, name varchar(20), ward int)');
      await sql('CREATE TABLE jc_wards (id int PRIMARY KEY, name varchar(20))');
      const visits = Array.from({ length: 40 }, (_, n) => `(${n + 1}, ${n < 30 ? 'NULL' : n % 4})`);
      await sql(`INSERT INTO jc_visits VALUES ${visits.join(', ')}`);
      await sql(`INSERT INTO jc_staff VALUES (7, 1, 'second', 1), (3, 1, 'first', 9), (5, 2, 'only', 2)`);
      await sql(`INSERT INTO jc_wards VALUES (1, 'one'), (2, 'two')`);
    });

    afterAll(async () => {
      await session.close();
    });

    it('leaves out rows without a partner, and whole pages of them are not the end', async () => {
      const rows = await readAll(
        session,
        await scan([{ source: null, outer: false, on: ['no', 'staff'] }], ['jc_staff']),
        { after: null, upTo: null },
        4,
      );
      expect(rows).toEqual([
        ['31', 'only'],
        ['34', 'first'],
        ['35', 'only'],
        ['38', 'first'],
        ['39', 'only'],
      ]);
    });

    it('reads NULL for a partner that an outer join does not find, and each row once', async () => {
      const rows = await readAll(
        session,
        await scan([{ source: null, outer: true, on: ['no', 'staff'] }], ['jc_staff']),
      );
      expect(rows.map(([id]) => Number(id))).toEqual(Array.from({ length: 40 }, (_, n) => n + 1));
      expect(rows[0]).toEqual(['1', null]);
      expect(rows[33]).toEqual(['34', 'first']);
    });

    it('takes the first combination of partners that there is', async () => {
      const chain = await scan(
        [
          { source: null, outer: true, on: ['no', 'staff'] },
          { source: 0, outer: false, on: ['id', 'ward'] },
        ],
        ['jc_staff', 'jc_wards'],
      );
      expect(await readAll(session, chain, { after: ['30'], upTo: ['35'] })).toEqual([
        ['31', 'only', 'two'],
        ['34', 'second', 'one'],
        ['35', 'only', 'two'],
      ]);
      expect(await session.countRows(chain.table, null, chain.joins)).toBe(5);
      expect(await session.countRows(chain.table, 'id < 35', chain.joins)).toBe(2);
    });

    it('says which keys cannot be compared', async () => {
      const good = await scan([{ source: null, outer: false, on: ['no', 'staff'] }], ['jc_staff']);
      await session.checkJoins(good);
      await sql('CREATE TABLE jc_dates (id int PRIMARY KEY, no date, name varchar(20))');
      const bad = await scan([{ source: null, outer: false, on: ['no', 'staff'] }], ['jc_dates']);
      await expect(session.checkJoins(bad)).rejects.toMatchObject({ code: 'bad_join' });
    });
  });
}
