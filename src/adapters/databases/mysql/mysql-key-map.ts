import type { RowText } from '../../../engine/index.js';
import type { KeyMap, KeyTranslator } from '../key-rewriting.js';
import type { MysqlClient } from './mysql-client.js';
import type { BoundPlace, KeyColumn } from './mysql-key-binding.js';
import { asOwner, asText, isAlike } from './mysql-key-binding.js';
import type { ServerFacts } from './mysql-settings.js';
import { quoteIdentifier, quoteTable } from './mysql-sql.js';
import { insertRows } from './mysql-staging.js';
import { isText, keyOrder, readExpression } from './mysql-types.js';

/** Values that are translated and stored at once: some megabytes, however long the texts are. */
const PAGE_ROWS = 5_000;
/** What an index takes, in characters of up to four bytes. */
const INDEX_CHARACTERS = 768;

/**
 * The old and new texts of one set of keys, staged in temporary tables of this session. `…_old` has every value (`o1` …)
 * under its number, the map those that change, with the new one (`n1` …), and `…_text` the same with both as texts, for
 * places of another kind of type. No statement names one of them twice, which not all servers can.
 */
export class MysqlKeyMap {
  readonly table: string;

  constructor(
    private readonly client: MysqlClient,
    private readonly facts: Pick<ServerFacts, 'database' | 'maxPacket'>,
    private readonly number: number,
    readonly bound: { readonly map: KeyMap; readonly places: readonly BoundPlace[] },
  ) {
    this.table = this.named('');
  }

  /** The owner's columns: the staged ones have their types. */
  get owner(): readonly KeyColumn[] {
    return this.bound.places[0]?.columns ?? [];
  }

  /** Before the transaction begins. */
  async create(): Promise<void> {
    const old = this.staged('o');
    await this.client.execute(
      `CREATE TEMPORARY TABLE ${this.named('_old')} (nr bigint AUTO_INCREMENT PRIMARY KEY, ${old.declared}
         UNIQUE KEY (${this.numbered('o').join(', ')})) ENGINE=InnoDB AS SELECT ${old.selected} FROM ${old.from} LIMIT 0`,
    );
    const both = {
      declared: old.declared + this.staged('n').declared,
      selected: `${old.selected}, ${this.staged('n').selected}`,
    };
    await this.client.execute(
      `CREATE TEMPORARY TABLE ${this.table} (${both.declared} UNIQUE KEY (${this.numbered('o').join(', ')}))
         ENGINE=InnoDB AS SELECT ${both.selected} FROM ${old.from} LIMIT 0`,
    );
    if (this.needsTexts) {
      await this.createTexts();
    }
  }

  async drop(): Promise<void> {
    const tables = ['', '_old', '_text'].map((part) => this.named(part));
    await this.client.execute(`DROP TEMPORARY TABLE IF EXISTS ${tables.join(', ')}`);
  }

  /** Inside the transaction: stages all values and their translations. Returns how many there are. */
  async stage(): Promise<number> {
    for (const [index, place] of this.bound.places.entries()) {
      await this.collect(place, index > 0);
    }
    const [[count = null] = []] = await this.client.query(`SELECT COUNT(*) FROM ${this.named('_old')}`);
    const values = Number(count);
    await this.translate(this.bound.map.translator(values));
    if (this.needsTexts) {
      const texts = ['o', 'n'].flatMap((letter) =>
        this.owner.map((column, index) => asText(`m.${letter}${index + 1}`, column)),
      );
      await this.client.execute(
        `INSERT INTO ${this.named('_text')} SELECT ${texts.join(', ')} FROM ${this.table} AS m`,
      );
    }
    return values;
  }

  /** The map as seen from a place: what to join (`AS m`), by what, and the new value of each column. */
  joinTo(alias: string, place: BoundPlace): MapJoin {
    const alike = this.isLike(place);
    const on = place.columns.map((own, index) => {
      const owner = this.owner[index] ?? own;
      const side = alike
        ? asOwner(alias, own, owner)
        : asText(`${alias}.${quoteIdentifier(own.column.name)}`, own);
      return `m.o${index + 1} = ${side}`;
    });
    return {
      table: alike ? this.table : this.named('_text'),
      on: on.join(' AND '),
      news: place.columns.map((_, index) => `m.n${index + 1}`),
    };
  }

  private get needsTexts(): boolean {
    return !this.bound.places.every((place) => this.isLike(place));
  }

  private isLike(place: BoundPlace): boolean {
    return place.columns.every((own, index) => isAlike(this.owner[index] ?? own, own));
  }

  private named(part: string): string {
    return quoteTable({ schema: this.facts.database, table: `vizard_k${this.number}${part}` });
  }

  private numbered(letter: 'o' | 'n'): readonly string[] {
    return this.owner.map((_, index) => `${letter}${index + 1}`);
  }

  /** Columns that no index takes whole are declared as ones that it takes; what is longer is refused. */
  private staged(letter: 'o' | 'n'): {
    readonly declared: string;
    readonly selected: string;
    readonly from: string;
  } {
    const declared = this.owner.map(({ column, charset, collation }, index) => {
      const longest = Math.floor(INDEX_CHARACTERS / this.owner.length);
      const isShort = column.maxLength !== null && column.maxLength <= longest;
      const type = `varchar(${longest}) CHARACTER SET ${charset ?? ''} COLLATE ${collation ?? ''}`;
      return charset === null || isShort || !isText(column.typeName)
        ? ''
        : `${letter}${index + 1} ${type} NOT NULL, `;
    });
    const selected = this.owner.map(
      ({ column }, index) => `s.${quoteIdentifier(column.name)} AS ${letter}${index + 1}`,
    );
    const from = `${quoteTable(this.bound.places[0]!.place.table)} AS s`;
    return { declared: declared.join(''), selected: selected.join(', '), from };
  }

  private async createTexts(): Promise<void> {
    const type = 'longtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin';
    const longest = Math.floor(INDEX_CHARACTERS / this.owner.length);
    const columns = [...this.numbered('o'), ...this.numbered('n')].map((name) => `${name} ${type}`);
    const key = this.numbered('o').map((name) => `${name}(${longest})`);
    await this.client.execute(
      `CREATE TEMPORARY TABLE ${this.named('_text')} (${columns.join(', ')}, KEY (${key.join(', ')})) ENGINE=InnoDB`,
    );
  }

  /** Adds the values of a place that are not there yet: of the owner's all, of the others the orphans. */
  private async collect(bound: BoundPlace, mayBeKnown: boolean): Promise<void> {
    const columns = bound.columns.map(({ column }) => `t.${quoteIdentifier(column.name)}`);
    const alike = this.isLike(bound);
    const texts = bound.columns.map((own, index) =>
      alike ? oneOf(columns[index]!, own) : `MIN(${asText(columns[index]!, own)})`,
    );
    const order = bound.columns.map(({ column }, index) =>
      keyOrder(column.typeName).expression(columns[index]!),
    );
    const old = this.named('_old');
    await this.client.execute(
      `INSERT INTO ${old} (${this.numbered('o').join(', ')})
       SELECT ${texts.join(', ')} FROM ${quoteTable(bound.place.table)} AS t
       WHERE ${columns.map((column) => `${column} IS NOT NULL`).join(' AND ')}
       GROUP BY ${columns.join(', ')} ORDER BY ${order.join(', ')}
       ${mayBeKnown ? `ON DUPLICATE KEY UPDATE ${old}.nr = ${old}.nr` : ''}`,
    );
  }

  private async translate(translator: KeyTranslator): Promise<void> {
    const olds = this.owner.map(
      ({ column }, index) => `${readExpression(`o${index + 1}`, column.typeName)} AS c${index}`,
    );
    let [after, done] = ['0', 0];
    for (;;) {
      const rows = await this.client.query(
        `SELECT nr, ${olds.join(', ')} FROM ${this.named('_old')} WHERE nr > ${after} ORDER BY nr LIMIT ${PAGE_ROWS}`,
      );
      if (rows.length === 0) {
        return;
      }
      after = rows.at(-1)?.[0] ?? after;
      const texts = rows.map((row) => row.slice(1));
      await this.store(texts, translator(texts, done));
      done += rows.length;
    }
  }

  private async store(olds: readonly RowText[], news: readonly RowText[]): Promise<void> {
    const changed = olds.flatMap((old, index) => {
      const row = [...old, ...(news[index] ?? [])];
      return old.every((text, column) => text === news[index]?.[column]) ? [] : [row];
    });
    const columns = [...this.owner, ...this.owner].map(({ column }) => column);
    const texts = columns.map((_, place) => changed.map((row) => row[place] ?? null));
    for (const statement of insertRows(this.table, { columns, texts }, this.facts.maxPacket)) {
      await this.client.execute(statement);
    }
  }
}

export interface MapJoin {
  readonly table: string;
  readonly on: string;
  readonly news: readonly string[];
}

/** Of texts that the column takes for the same, such as ones in capitals, always the same one is translated. */
function oneOf(column: string, { column: { typeName } }: KeyColumn): string {
  return isText(typeName) ? `MIN(CONVERT(${column} USING utf8mb4) COLLATE utf8mb4_bin)` : column;
}
