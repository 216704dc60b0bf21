import type { DatabaseSession } from '../../../src/adapters/databases/index.js';
import type { DatabaseContract } from './database.contract.js';

/** What every adapter promises about the catalog that discovery walks. */
export function schemaCatalogContract(contract: Pick<DatabaseContract, 'adapter' | 'target'>): void {
  let session: DatabaseSession;
  let schema: string;

  describe('catalog', () => {
    beforeAll(async () => {
      const { sql } = contract.target();
      session = await contract.adapter.open(contract.target().settings, 'catalog');
      [schema = ''] = await session.catalog.schemas([]);
      await sql('CREATE TABLE sc_owners (id int PRIMARY KEY, code varchar(12), tag varchar(9))');
      await sql('ALTER TABLE sc_owners ADD CONSTRAINT sc_code UNIQUE (code)');
      await sql(
        'CREATE TABLE sc_pets (owner int NOT NULL, nr int NOT NULL, weight decimal(6, 2), born date, PRIMARY KEY (owner, nr))',
      );
      await sql('ALTER TABLE sc_pets ADD CONSTRAINT sc_owner FOREIGN KEY (owner) REFERENCES sc_owners (id)');
      await sql('CREATE TABLE sc_visits (pet int, person int, note text)');
      await sql(
        'ALTER TABLE sc_visits ADD CONSTRAINT sc_pet FOREIGN KEY (person, pet) REFERENCES sc_pets (owner, nr)',
      );
      await sql(`INSERT INTO sc_owners VALUES (1, 'a', 'x'), (2, 'b', NULL)`);
      await sql('CREATE VIEW sc_view AS SELECT code FROM sc_owners');
    });

    afterAll(async () => {
      await session.close();
    });

    it('lists tables with types, keys and references, in pages', async () => {
      const first = await session.catalog.tables(schema, 'sc_', 2);
      const rest = await session.catalog.tables(schema, first.at(-1)?.name.table ?? '', 2);
      expect([...first, ...rest].map(({ name, kind }) => [name.table, kind])).toEqual([
        ['sc_owners', 'table'],
        ['sc_pets', 'table'],
        ['sc_view', 'view'],
        ['sc_visits', 'table'],
      ]);
      const [owners, pets] = first;
      expect(owners).toMatchObject({
        primaryKey: { columns: ['id'] },
        uniqueKeys: [{ name: 'sc_code', columns: ['code'], isConstraint: true }],
        referencedBy: [
          { name: 'sc_owner', columns: ['id'], from: { schema, table: 'sc_pets', columns: ['owner'] } },
        ],
      });
      expect(owners?.columns.map(({ name, kind, maxLength }) => [name, kind, maxLength])).toEqual([
        ['id', 'integer', null],
        ['code', 'text', 12],
        ['tag', 'text', 9],
      ]);
      expect(pets).toMatchObject({
        primaryKey: { columns: ['owner', 'nr'] },
        foreignKeys: [
          {
            name: 'sc_owner',
            columns: ['owner'],
            references: { schema, table: 'sc_owners', columns: ['id'] },
          },
        ],
      });
      expect(pets?.columns[2]).toMatchObject({ kind: 'decimal', numericPrecision: 6, numericScale: 2 });
      expect(rest[1]?.foreignKeys).toEqual([
        {
          name: 'sc_pet',
          columns: ['person', 'pet'],
          references: { schema, table: 'sc_pets', columns: ['owner', 'nr'] },
        },
      ]);
    });

    it('reads first rows as text, cut where they are long', async () => {
      const [owners] = await session.catalog.tables(schema, 'sc_', 1);
      const rows = await session.catalog.firstRows(owners!.name, owners!.columns, { rows: 10, longest: 1 });
      expect([...rows].sort()).toEqual([
        ['1', 'a', 'x'],
        ['2', 'b', null],
      ]);
      expect(
        await session.catalog.firstRows(owners!.name, owners!.columns, { rows: 1, longest: 9 }),
      ).toHaveLength(1);
    });

    it('knows schemas by their exact names', async () => {
      expect(await session.catalog.schemas([schema, 'no_such_schema'])).toEqual([schema]);
    });

    it('says what a table is that is gone', async () => {
      const [owners] = await session.catalog.tables(schema, 'sc_', 1);
      const gone = { schema, table: 'sc_gone' };
      await expect(
        session.catalog.firstRows(gone, owners!.columns, { rows: 1, longest: 9 }),
      ).rejects.toMatchObject({ code: 'unknown_table' });
    });
  });
}
