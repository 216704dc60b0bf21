import type { RowText } from '../../../engine/index.js';
import { refuseBrokenJoins } from '../broken-joins.js';
import { DatabaseError } from '../database-adapter.js';
import type { PartitionClaim, TableDescription, TableName, TargetColumn } from '../database-adapter.js';
import type {
  KeyLink,
  KeyMap,
  KeyPlace,
  KeyReference,
  KeyRewrite,
  KeyRewriter,
  KeyTranslator,
  PartialKeys,
  RewrittenKeys,
} from '../key-rewriting.js';
import { partialKeys } from '../partial-keys.js';
import { DONE } from './run-ledger.js';
import type { RunLedger } from './run-ledger.js';
import type { SqlDialect } from './sql-dialect.js';
import { groupRows } from './table-references.js';
import type { TextClient } from './text-client.js';

/** What the rewriting of keys needs of one kind of database that checks unique indexes at the end of a statement. */
export interface KeySql {
  /** Constraint, schema, table, column of the referring side, then schema, table, column referred to; of all tables. */
  references(table: TableName): string;
  /** Nobody else changes rows of the table, or adds any, until the transaction ends. */
  lockTable(table: TableName): string;
  /** Name of a temporary table of this session. */
  mapTable(number: number): string;
  /** Makes it, empty: `nr`, then `o1` …, `n1` … with the types of these columns. */
  createMap(map: string, table: TableName, columns: readonly TargetColumn[]): readonly string[];
  dropMap(map: string): string;
  /** Adds every value of a place that is not there yet, in ascending order, numbered after `done`. */
  collect(map: string, place: BoundKeyPlace, done: number): string;
  /** Writes the new values of numbered rows. */
  store(map: string, columns: readonly TargetColumn[], rows: StoredKeys): Promise<void>;
  /** Changes one place by the map, and says how many rows it changed. */
  update(map: string, place: BoundKeyPlace): Promise<number>;
  /** References must hold again only at the end: what is done before the first change, and after the last. */
  loosen(references: readonly KeyReference[]): Promise<() => Promise<void>>;
  /** Why a place cannot be rewritten on this kind of database, beyond what holds for all. */
  obstacles(place: BoundKeyPlace): Promise<readonly string[]>;
}

export interface StoredKeys {
  readonly numbers: readonly string[];
  /** One array for each column. */
  readonly texts: readonly (readonly (string | null)[])[];
}

export interface BoundKeyPlace {
  readonly table: TableName;
  readonly columns: readonly TargetColumn[];
}

interface Tools {
  readonly client: TextClient;
  readonly dialect: SqlDialect;
  readonly introspector: { describeTable(name: TableName): Promise<TableDescription> };
  readonly progress: RunLedger;
  readonly sql: KeySql;
}

/** Values that are translated and stored at once: some megabytes, however long the texts are. */
const PAGE_ROWS = 2_000;

/**
 * Rewrites keys in one transaction, together with the mark that it is done: old and new values stand in temporary tables,
 * each place is changed by one statement, and joins are counted before and after.
 */
export class InPlaceKeys implements KeyRewriter {
  constructor(private readonly tools: Tools) {}

  async references(table: TableName): Promise<readonly KeyReference[]> {
    const rows = await this.tools.client.query(this.tools.sql.references(table));
    return groupRows(rows, [0, 1, 2]).map((own): KeyReference => {
      const [constraint, fromSchema, fromTable, , toSchema, toTable] = (own[0] ?? []).map(
        (text) => text ?? '',
      );
      return {
        constraint: constraint ?? '',
        from: { schema: fromSchema ?? '', table: fromTable ?? '' },
        fromColumns: own.map((row) => row[3] ?? ''),
        to: { schema: toSchema ?? '', table: toTable ?? '' },
        toColumns: own.map((row) => row[6] ?? ''),
      };
    });
  }

  async obstacles(places: readonly KeyPlace[]): Promise<readonly string[]> {
    const found = new Set<string>();
    for (const place of places) {
      const description = await this.tools.introspector.describeTable(place.table);
      const bound = bind(place, description);
      const texts = [
        ...aboutTable(this.tools.dialect.quoteTable(place.table), description),
        ...aboutColumns(this.tools.dialect.quoteTable(place.table), bound),
        ...(await this.tools.sql.obstacles(bound)),
      ];
      texts.forEach((text) => found.add(text));
    }
    return [...found];
  }

  /** Foreign keys that the catalog hides from the user are not looked for. */
  doubts(): Promise<readonly string[]> {
    return Promise.resolve([]);
  }

  async rewrite(claim: PartitionClaim | null, change: KeyRewrite): Promise<RewrittenKeys | null> {
    const { client, progress, sql } = this.tools;
    const maps = await this.bindMaps(change.maps);
    try {
      return await client.transaction(async () => {
        if (claim !== null && (await progress.lock(claim)).done) {
          return progress.outcomeOf<RewrittenKeys>(claim);
        }
        const result = await this.change(change.links, maps);
        if (claim !== null) {
          await progress.mark(claim, DONE, result);
        }
        return result;
      });
    } finally {
      for (const { name } of maps) {
        await client.execute(sql.dropMap(name)).catch(() => undefined);
      }
    }
  }

  private async change(links: readonly KeyLink[], maps: readonly BoundMap[]): Promise<RewrittenKeys> {
    const { client, sql, dialect } = this.tools;
    const places = maps.flatMap((map) => map.places.map((place) => ({ map, place })));
    const tables = new Map(places.map(({ place }) => [dialect.quoteTable(place.table), place.table]));
    for (const [, table] of [...tables].sort(([one], [other]) => (one < other ? -1 : 1))) {
      await client.query(sql.lockTable(table));
    }
    const before = await this.countLinks(links);
    let values = 0;
    for (const map of maps) {
      values += await this.stage(map);
    }
    const references: KeyReference[] = [];
    for (const table of tables.values()) {
      references.push(...(await this.references(table)));
    }
    const tighten = await sql.loosen(references);
    const written = new Map<string, number>();
    for (const { map, place } of places) {
      const name = dialect.quoteTable(place.table);
      const rows = await sql.update(map.name, place);
      written.set(name, Math.max(written.get(name) ?? 0, rows));
    }
    await tighten();
    refuseBrokenJoins(links, { before, after: await this.countLinks(links) }, (table) =>
      dialect.quoteTable(table),
    );
    return {
      values,
      tables: [...tables].map(([name, table]) => ({ table, rowsWritten: written.get(name) ?? 0 })),
      partial: await this.partial(maps),
      notes: [],
    };
  }

  private partial(maps: readonly BoundMap[]): Promise<readonly PartialKeys[]> {
    const { client, dialect } = this.tools;
    return partialKeys(
      maps.flatMap(({ map }) => map.places),
      (column) => dialect.quoteIdentifier(column),
      async ({ table }, condition) => {
        const rows = await client.query(
          `SELECT COUNT(*) FROM ${dialect.quoteTable(table)} WHERE ${condition}`,
        );
        return rows[0]?.[0];
      },
    );
  }

  private async stage({ name, map, places }: BoundMap): Promise<number> {
    const { client, dialect, sql } = this.tools;
    const owner = places[0]!;
    for (const statement of sql.createMap(name, owner.table, owner.columns)) {
      await client.execute(statement);
    }
    let values = 0;
    for (const place of places) {
      await client.execute(sql.collect(name, place, values));
      const [[count = null] = []] = await client.query(`SELECT COUNT(*) FROM ${name}`);
      values = Number(count);
    }
    const translator = map.translator(values);
    const list = owner.columns.map(
      ({ typeName }, index) => `${dialect.readExpression(`m.o${index + 1}`, typeName)} AS c${index}`,
    );
    for (let done = 0; done < values;) {
      const rows = await client.query(
        `SELECT m.nr, ${list.join(', ')} FROM ${name} m WHERE m.nr > ${done} AND m.nr <= ${done + PAGE_ROWS} ORDER BY m.nr`,
      );
      await this.translate(name, owner.columns, { rows, translator, done });
      done += PAGE_ROWS;
    }
    return values;
  }

  private async translate(
    name: string,
    columns: readonly TargetColumn[],
    { rows, translator, done }: Translation,
  ): Promise<void> {
    const olds = this.tools.dialect.finish(
      columns,
      rows.map((row) => row.slice(1)),
    );
    const news = translator(olds, done);
    const changed = olds.flatMap((old, index) =>
      old.every((text, place) => text === news[index]?.[place]) ? [] : [index],
    );
    if (changed.length > 0) {
      await this.tools.sql.store(name, columns, {
        numbers: changed.map((index) => rows[index]?.[0] ?? ''),
        texts: columns.map((_, place) => changed.map((index) => news[index]?.[place] ?? null)),
      });
    }
  }

  private async bindMaps(maps: readonly KeyMap[]): Promise<readonly BoundMap[]> {
    const bound: BoundMap[] = [];
    for (const [index, map] of maps.entries()) {
      const places: BoundKeyPlace[] = [];
      for (const place of map.places) {
        places.push(bind(place, await this.tools.introspector.describeTable(place.table)));
      }
      bound.push({ name: this.tools.sql.mapTable(index + 1), map, places });
    }
    return bound;
  }

  private async countLinks(links: readonly KeyLink[]): Promise<readonly string[]> {
    const { client, dialect } = this.tools;
    const counts: string[] = [];
    for (const { from, to } of links) {
      const matches = from.columns.map(
        (name, index) =>
          `c.${dialect.quoteIdentifier(name)} = p.${dialect.quoteIdentifier(to.columns[index] ?? name)}`,
      );
      const [[count = null] = []] = await client.query(
        `SELECT COUNT(*) FROM ${dialect.quoteTable(from.table)} c
         WHERE EXISTS (SELECT 1 FROM ${dialect.quoteTable(to.table)} p WHERE ${matches.join(' AND ')})`,
      );
      counts.push(count ?? '');
    }
    return counts;
  }
}

interface BoundMap {
  readonly name: string;
  readonly map: KeyMap;
  readonly places: readonly BoundKeyPlace[];
}

interface Translation {
  readonly rows: readonly RowText[];
  readonly translator: KeyTranslator;
  readonly done: number;
}

function bind({ table, columns }: KeyPlace, description: TableDescription): BoundKeyPlace {
  return {
    table,
    columns: columns.map((name) => {
      const column = description.columns.find((candidate) => candidate.name === name);
      if (column === undefined) {
        throw new DatabaseError('unknown_column', `there is no column "${name}"`, false);
      }
      return column;
    }),
  };
}

function aboutTable(name: string, { relationKind, refusal }: TableDescription): readonly string[] {
  if (relationKind !== 'table' && relationKind !== 'partitioned_table') {
    return [`${name} is not a table: keys can only be rewritten in tables of this database`];
  }
  return refusal === null ? [] : [`${name}: ${refusal}`];
}

function aboutColumns(name: string, { columns }: BoundKeyPlace): readonly string[] {
  return columns.flatMap((column) => {
    const found: readonly (readonly [boolean, string])[] = [
      [
        !column.writable,
        `the database itself gives the values of "${column.name}" of ${name} (identity, computed)`,
      ],
      [
        !['integer', 'decimal', 'text', 'date', 'datetime'].includes(column.kind) && column.kind !== 'other',
        `values of "${column.name}" of ${name} (${column.typeName}) cannot be keys`,
      ],
      [!column.canSelect, `permission denied: the database user may not read "${column.name}" of ${name}`],
      [!column.canUpdate, `permission denied: the database user may not update "${column.name}" of ${name}`],
    ];
    return found.flatMap(([isSo, text]) => (isSo ? [text] : []));
  });
}
