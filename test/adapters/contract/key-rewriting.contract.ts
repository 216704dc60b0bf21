import type {
  DatabaseAdapter,
  DatabaseSession,
  KeyMap,
  KeyPlace,
  KeyRewriter,
  TableName,
} from '../../../src/adapters/databases/index.js';
import type { RowText } from '../../../src/engine/index.js';
import { claimOf } from '../support/walk.js';
import type { DatabaseTarget } from './database.contract.js';

export interface KeyRewritingContract {
  readonly adapter: DatabaseAdapter;
  readonly target: () => DatabaseTarget;
}

/** What every adapter whose sessions have `keys` promises, on a real server. */
export function keyRewritingContract({ adapter, target }: KeyRewritingContract): void {
  let session: DatabaseSession;
  const sql = (text: string): Promise<RowText[]> => target().sql(text);

  beforeAll(async () => {
    session = await adapter.open(target().settings, 'key contract');
    await sql('CREATE TABLE k_parent (id int PRIMARY KEY, code varchar(20) UNIQUE, note varchar(20))');
    await sql(`CREATE TABLE k_child (id int PRIMARY KEY, one int, two int, code varchar(20),
      FOREIGN KEY (one) REFERENCES k_parent (id), FOREIGN KEY (two) REFERENCES k_parent (id),
      FOREIGN KEY (code) REFERENCES k_parent (code))`);
    await sql('CREATE TABLE k_loose (parent int)');
    await sql('CREATE TABLE k_pair (a int, b varchar(10), PRIMARY KEY (a, b))');
    await sql(`CREATE TABLE k_pair_child (n int PRIMARY KEY, x int, y varchar(10),
      FOREIGN KEY (x, y) REFERENCES k_pair (a, b))`);
  });

  beforeEach(async () => {
    for (const table of ['k_child', 'k_parent', 'k_loose', 'k_pair_child', 'k_pair']) {
      await sql(`DELETE FROM ${table}`);
    }
    await sql(`INSERT INTO k_parent VALUES (1, 'A1', 'one'), (2, 'A2', 'two'), (3, NULL, 'three')`);
    await sql(`INSERT INTO k_child VALUES (1, 1, 2, 'A1'), (2, 3, 3, NULL), (3, NULL, 1, 'A2')`);
    await sql('INSERT INTO k_loose VALUES (1), (1), (9), (NULL)');
    await sql(`INSERT INTO k_pair VALUES (1, 'x'), (1, 'y'), (2, 'x')`);
    await sql(`INSERT INTO k_pair_child VALUES (1, 1, 'y'), (2, 2, 'x'), (3, NULL, 'x')`);
  });

  afterAll(async () => {
    await session.close();
  });

  const keys = (): KeyRewriter => session.keys!;
  const named = async (table: string): Promise<TableName> => (await session.resolveTable(table))!;
  const place = async (table: string, ...columns: string[]): Promise<KeyPlace> => ({
    table: await named(table),
    columns,
  });

  /** Every value takes the place of the next one; the last that of the first. */
  const rotation = (places: readonly KeyPlace[]): KeyMap => {
    const olds: RowText[] = [];
    return {
      places,
      translator: (values) => (rows) => {
        olds.push(...rows);
        return rows.map((row) => row.map((text) => rotated(text, values)));
      },
    };
  };
  const rotated = (text: string | null, values: number): string =>
    text === null ? '' : text.replace(/\d+/, (digits) => String((Number(digits) % values) + 1));

  const rows = async (table: string): Promise<string[]> =>
    (await sql(`SELECT * FROM ${table}`)).map((row) => row.map((text) => text ?? '-').join(' ')).sort();

  it('tells of all foreign keys from and to a table', async () => {
    const found = await keys().references(await named('k_parent'));
    expect(found.map(({ fromColumns, toColumns }) => [fromColumns, toColumns]).sort()).toEqual([
      [['code'], ['code']],
      [['one'], ['id']],
      [['two'], ['id']],
    ]);
    expect(await keys().references(await named('k_pair_child'))).toMatchObject([
      { fromColumns: ['x', 'y'], to: await named('k_pair'), toColumns: ['a', 'b'] },
    ]);
  });

  it('permutes a key in place with all that refers to it, orphans too', async () => {
    const map = rotation([
      await place('k_parent', 'id'),
      await place('k_child', 'one'),
      await place('k_child', 'two'),
      await place('k_loose', 'parent'),
    ]);
    expect(await keys().obstacles(map.places)).toEqual([]);
    const link = { from: await place('k_child', 'one'), to: await place('k_parent', 'id') };
    const done = await keys().rewrite(null, { maps: [map], links: [link] });
    expect(done).toMatchObject({ values: 4, partial: [], notes: [] });
    expect(await rows('k_parent')).toEqual(['2 A1 one', '3 A2 two', '4 - three']);
    expect(await rows('k_child')).toEqual(['1 2 3 A1', '2 4 4 -', '3 - 2 A2']);
    expect(await rows('k_loose')).toEqual(['-', '2', '2', '2']);
  });

  it('rewrites keys of several columns as one', async () => {
    const map: KeyMap = {
      places: [await place('k_pair', 'a', 'b'), await place('k_pair_child', 'x', 'y')],
      translator: (values) => (olds, first) =>
        olds.map((_, index) => [String(values - first - index), `n${first + index}`]),
    };
    const partial = [{ place: map.places[1], rows: 1 }];
    expect(await keys().rewrite(null, { maps: [map], links: [] })).toMatchObject({ values: 3, partial });
    expect(await rows('k_pair')).toEqual(['1 n2', '2 n1', '3 n0']);
    expect(await rows('k_pair_child')).toEqual(['1 2 n1', '2 1 n2', '3 - x']);
  });

  it('changes nothing when a translation, a count or a constraint says no', async () => {
    const before = [await rows('k_parent'), await rows('k_child')];
    const places = [await place('k_parent', 'code')];
    const failing: KeyMap = {
      places: [...places, await place('k_child', 'code')],
      translator: () => () => {
        throw new Error('no');
      },
    };
    await expect(keys().rewrite(null, { maps: [failing], links: [] })).rejects.toThrow('no');
    const one: KeyMap = { places, translator: () => (olds) => olds.map(() => ['A1']) };
    await expect(keys().rewrite(null, { maps: [one], links: [] })).rejects.toMatchObject({
      code: 'constraint_violation',
    });
    const loose = rotation([
      await place('k_parent', 'id'),
      await place('k_child', 'one'),
      await place('k_child', 'two'),
    ]);
    const link = { from: await place('k_loose', 'parent'), to: await place('k_parent', 'id') };
    await sql('DELETE FROM k_loose WHERE parent = 9');
    await sql('INSERT INTO k_loose VALUES (2)');
    const shifting: KeyMap = {
      ...loose,
      translator: () => (olds) => olds.map(([text]) => [`${Number(text) + 1}`]),
    };
    await expect(keys().rewrite(null, { maps: [shifting], links: [link] })).rejects.toMatchObject({
      code: 'joins_broken',
    });
    expect([await rows('k_parent'), await rows('k_child')]).toEqual(before);
  });

  it('does it once under the claim of a partition, and tells as often as asked what it did', async () => {
    const progress = { name: 'k_progress' };
    expect(await session.createProgressTable(progress)).toBe(true);
    const map = rotation([await place('k_loose', 'parent')]);
    const claim = claimOf(progress.name, 1);
    await session.claimPartition(claim);
    const done = await keys().rewrite(claim, { maps: [map], links: [] });
    expect(done).toMatchObject({ values: 2, tables: [{ table: { table: 'k_loose' } }] });
    const after = await rows('k_loose');
    const again = claimOf(progress.name, 1);
    await session.claimPartition(again);
    await expect(keys().rewrite(claim, { maps: [map], links: [] })).rejects.toMatchObject({
      code: 'claim_lost',
    });
    expect(await keys().rewrite(again, { maps: [map], links: [] })).toEqual(done);
    expect(await rows('k_loose')).toEqual(after);
    await session.dropProgressTable(progress);
  });
}
