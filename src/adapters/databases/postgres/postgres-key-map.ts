import type { RowText } from '../../../engine/index.js';
import type { KeyMap, KeyPlace, KeyTranslator } from '../key-rewriting.js';
import type { ColumnBinding } from './postgres-bindings.js';
import { loadBindings } from './postgres-bindings.js';
import type { PostgresClient } from './postgres-client.js';
import { matchColumns } from './postgres-key-match.js';
import { quoteTable } from './postgres-sql.js';
import { arrayLiteral } from './postgres-arrays.js';

/** Values that are translated and stored at once: some megabytes, however long the texts are. */
const PAGE_ROWS = 5_000;

export interface BoundPlace {
  readonly place: KeyPlace;
  readonly bindings: readonly ColumnBinding[];
}

/**
 * The old and new texts of one set of keys, staged in the session's own temporary tables: they end with the transaction,
 * whatever ends it. `k<n>_old` has every value (`o1` …) under its number, `k<n>` those that change, with the new one
 * (`n1` …).
 */
export class PostgresKeyMap {
  private constructor(
    private readonly client: PostgresClient,
    private readonly number: number,
    private readonly map: KeyMap,
    readonly places: readonly BoundPlace[],
  ) {}

  static async bind(client: PostgresClient, number: number, map: KeyMap): Promise<PostgresKeyMap> {
    const places: BoundPlace[] = [];
    for (const place of map.places) {
      places.push({ place, bindings: await loadBindings(client, place.table, place.columns) });
    }
    return new PostgresKeyMap(client, number, map, places);
  }

  /** The owner's columns: the staged ones have their types. */
  get owner(): readonly ColumnBinding[] {
    return this.places[0]?.bindings ?? [];
  }

  get table(): string {
    return `pg_temp.vizard_k${this.number}`;
  }

  /** Stages all values and their translations. Returns how many there are. */
  async stage(): Promise<number> {
    await this.createTables();
    for (const [index, place] of this.places.entries()) {
      await this.collect(place, index === 0);
    }
    const { rows } = await this.client.query(`SELECT count(*) FROM ${this.oldTable}`);
    const values = Number(rows[0]?.[0] ?? 0);
    await this.translate(this.map.translator(values));
    const olds = this.numbered('o').join(', ');
    await this.client.execute(`CREATE UNIQUE INDEX ON ${this.table} (${olds}); ANALYZE ${this.table}`);
    return values;
  }

  private get oldTable(): string {
    return `${this.table}_old`;
  }

  private numbered(letter: 'o' | 'n'): readonly string[] {
    return this.owner.map((_, index) => `${letter}${index + 1}`);
  }

  private async createTables(): Promise<void> {
    const columns = (letter: 'o' | 'n'): string[] =>
      this.owner.map(({ type, collate }, index) => `${letter}${index + 1} ${type}${collate} NOT NULL`);
    await this.client.execute(
      `CREATE TEMP TABLE ${this.bare(this.oldTable)} (nr bigserial, ${columns('o').join(', ')}) ON COMMIT DROP;
       CREATE TEMP TABLE ${this.bare(this.table)} (${[...columns('o'), ...columns('n')].join(', ')}) ON COMMIT DROP`,
    );
  }

  private bare(table: string): string {
    return table.slice(table.indexOf('.') + 1);
  }

  /** Adds the values of a place that are not there yet: of the owner's all, of the others the orphans. */
  private async collect({ place, bindings }: BoundPlace, isOwner: boolean): Promise<void> {
    const texts = bindings.map(({ column, type }, index) =>
      type === this.owner[index]?.type ? `t.${column}` : `t.${column}::${this.owner[index]?.type ?? type}`,
    );
    const present = bindings.map(({ column }) => `t.${column} IS NOT NULL`);
    const known = bindings.map((binding, index) =>
      matchColumns(
        { text: `t.${binding.column}`, binding },
        { text: `k.o${index + 1}`, binding: this.owner[index] ?? binding },
      ),
    );
    const isNew = `NOT EXISTS (SELECT 1 FROM ${this.oldTable} k WHERE ${known.join(' AND ')})`;
    const conditions = [...present, ...(isOwner ? [] : [isNew])];
    const places = texts.map((_, index) => String(index + 1)).join(', ');
    await this.client.execute(
      `INSERT INTO ${this.oldTable} (${this.numbered('o').join(', ')})
       SELECT DISTINCT ${texts.join(', ')} FROM ${quoteTable(place.table)} t
       WHERE ${conditions.join(' AND ')} ORDER BY ${places};
       ANALYZE ${this.oldTable}`,
    );
  }

  private async translate(translator: KeyTranslator): Promise<void> {
    const cursor = `vizard_c${this.number}`;
    const olds = this.numbered('o').join(', ');
    await this.client.execute(
      `DECLARE ${cursor} NO SCROLL CURSOR FOR SELECT ${olds} FROM ${this.oldTable} ORDER BY nr`,
    );
    let done = 0;
    for (;;) {
      const { rows } = await this.client.query(`FETCH ${PAGE_ROWS} FROM ${cursor}`);
      if (rows.length === 0) {
        break;
      }
      await this.store(rows, translator(rows, done));
      done += rows.length;
    }
    await this.client.execute(`CLOSE ${cursor}; DROP TABLE ${this.oldTable}`);
  }

  private async store(olds: readonly RowText[], news: readonly RowText[]): Promise<void> {
    const changed = olds.flatMap((old, index) => {
      const row = [...old, ...(news[index] ?? [])];
      return old.every((text, column) => text === news[index]?.[column]) ? [] : [row];
    });
    if (changed.length === 0) {
      return;
    }
    const types = [...this.owner, ...this.owner].map(({ type }) => type);
    const arrays = types.map((_, index) => `$${index + 1}::text[]`).join(', ');
    const casts = types.map((type, index) => `x.c${index + 1}::${type}`).join(', ');
    const names = types.map((_, index) => `c${index + 1}`).join(', ');
    await this.client.query(
      `INSERT INTO ${this.table} SELECT ${casts} FROM unnest(${arrays}) AS x (${names})`,
      types.map((_, column) => arrayLiteral(changed.map((row) => row[column] ?? null))),
    );
  }
}
