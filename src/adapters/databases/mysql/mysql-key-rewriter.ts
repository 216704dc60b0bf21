import { refuseBrokenJoins } from '../broken-joins.js';
import type { PartitionClaim, TableName } from '../database-adapter.js';
import type {
  KeyLink,
  KeyPlace,
  KeyReference,
  KeyRewrite,
  KeyRewriter,
  PartialKeys,
  RewrittenKeys,
} from '../key-rewriting.js';
import { partialKeys } from '../partial-keys.js';
import type { RowText } from '../../../engine/index.js';
import { referencesBothWays } from './mysql-catalog.js';
import type { MysqlClient } from './mysql-client.js';
import type { MysqlIntrospector } from './mysql-introspector.js';
import type { BoundPlace } from './mysql-key-binding.js';
import { bindPlace, matchColumns } from './mysql-key-binding.js';
import { MysqlKeyMap } from './mysql-key-map.js';
import { keyDoubts, keyObstacles } from './mysql-key-obstacles.js';
import type { KeyTable } from './mysql-key-update.js';
import { updateTable } from './mysql-key-update.js';
import { DONE } from '../sql/run-ledger.js';
import type { RunLedger } from '../sql/run-ledger.js';
import { inSnapshot, MysqlReplacement, ownColumns, withLooseChecks } from './mysql-replacement.js';
import type { ServerFacts } from './mysql-settings.js';
import { quoteIdentifier, quoteTable } from './mysql-sql.js';

/**
 * Rewrites keys in one transaction, together with the mark that it is done. Nothing of the tables' definitions is touched,
 * as that would commit by itself: this session does not check references meanwhile, and values that a unique index keeps
 * different change as rows are taken out and put back.
 */
export class MysqlKeyRewriter implements KeyRewriter {
  constructor(
    private readonly client: MysqlClient,
    private readonly introspector: MysqlIntrospector,
    private readonly progress: RunLedger,
    private readonly facts: ServerFacts,
  ) {}

  async references(table: TableName): Promise<readonly KeyReference[]> {
    const byConstraint = new Map<string, RowText[]>();
    for (const row of await this.client.query(referencesBothWays(table))) {
      const constraint = JSON.stringify(row.slice(0, 3));
      byConstraint.set(constraint, [...(byConstraint.get(constraint) ?? []), row]);
    }
    return [...byConstraint.values()].map((rows): KeyReference => {
      const [constraint, fromSchema, fromTable, toSchema, toTable] = (rows[0] ?? []).map(
        (text) => text ?? '',
      );
      return {
        constraint: constraint ?? '',
        from: { schema: fromSchema ?? '', table: fromTable ?? '' },
        fromColumns: rows.map((row) => row[5] ?? ''),
        to: { schema: toSchema ?? '', table: toTable ?? '' },
        toColumns: rows.map((row) => row[6] ?? ''),
      };
    });
  }

  obstacles(places: readonly KeyPlace[]): Promise<readonly string[]> {
    const { client, introspector, facts } = this;
    return keyObstacles({ client, introspector, database: facts.database }, places);
  }

  doubts(places: readonly KeyPlace[]): Promise<readonly string[]> {
    return keyDoubts(this.client, places);
  }

  async rewrite(claim: PartitionClaim | null, change: KeyRewrite): Promise<RewrittenKeys | null> {
    const maps = await this.bind(change);
    const tables = this.tablesOf(maps);
    try {
      for (const staged of [...maps, ...tables.flatMap(({ replacement }) => replacement ?? [])]) {
        await staged.create();
      }
      return await withLooseChecks(this.client, () =>
        inSnapshot(this.client, () => this.once(claim, change.links, { maps, tables })),
      );
    } finally {
      for (const staged of [...maps, ...tables.flatMap(({ replacement }) => replacement ?? [])]) {
        await staged.drop().catch(() => undefined);
      }
    }
  }

  private async bind({ maps }: KeyRewrite): Promise<readonly MysqlKeyMap[]> {
    const bound: MysqlKeyMap[] = [];
    for (const [index, map] of maps.entries()) {
      const places: BoundPlace[] = [];
      for (const place of map.places) {
        places.push(await bindPlace(this.client, this.introspector, place));
      }
      bound.push(new MysqlKeyMap(this.client, this.facts, index + 1, { map, places }));
    }
    return bound;
  }

  /** In one order for everybody, as locks should be taken. */
  private tablesOf(maps: readonly MysqlKeyMap[]): readonly KeyTable[] {
    const places = maps.flatMap((map) => map.bound.places.map((bound) => ({ map, bound })));
    const names = [...new Set(places.map(({ bound }) => quoteTable(bound.place.table)))].sort();
    return names.map((name, index) => {
      const own = places.filter(({ bound }) => quoteTable(bound.place.table) === name);
      const { description } = own[0]!.bound;
      const copy = quoteTable({ schema: this.facts.database, table: `vizard_rows_${index + 1}` });
      const replaced = { table: description.name, columns: ownColumns(description), where: null };
      return {
        table: description.name,
        places: own,
        replacement: own.some(({ bound }) => bound.isUnique)
          ? new MysqlReplacement(this.client, copy, replaced)
          : null,
      };
    });
  }

  private async once(
    claim: PartitionClaim | null,
    links: readonly KeyLink[],
    { maps, tables }: { readonly maps: readonly MysqlKeyMap[]; readonly tables: readonly KeyTable[] },
  ): Promise<RewrittenKeys | null> {
    if (claim !== null && (await this.progress.lock(claim)).done) {
      return this.progress.outcomeOf<RewrittenKeys>(claim);
    }
    for (const { table } of tables) {
      // Nobody changes rows, or adds any, from here on.
      await this.client.query(`SELECT COUNT(*) FROM ${quoteTable(table)} FOR UPDATE`);
    }
    const before = await this.countLinks(links);
    let values = 0;
    for (const map of maps) {
      values += await map.stage();
    }
    const written: RewrittenKeys['tables'][number][] = [];
    for (const table of tables) {
      written.push(await updateTable(this.client, table));
    }
    refuseBrokenJoins(links, { before, after: await this.countLinks(links) }, quoteTable);
    const owner = maps[0]?.bound.places[0]?.place.table;
    const isOwner = ({ table }: { readonly table: TableName }): boolean =>
      owner !== undefined && quoteTable(table) === quoteTable(owner);
    const result = {
      values,
      tables: [...written.filter(isOwner), ...written.filter((one) => !isOwner(one))],
      partial: await this.partial(maps),
      notes: [],
    };
    if (claim !== null) {
      await this.progress.mark(claim, DONE, result);
    }
    return result;
  }

  private partial(maps: readonly MysqlKeyMap[]): Promise<readonly PartialKeys[]> {
    const places = maps.flatMap((map) => map.bound.map.places);
    return partialKeys(places, quoteIdentifier, async ({ table }, condition) => {
      const rows = await this.client.query(`SELECT COUNT(*) FROM ${quoteTable(table)} WHERE ${condition}`);
      return rows[0]?.[0];
    });
  }

  private async countLinks(links: readonly KeyLink[]): Promise<readonly string[]> {
    const counts: string[] = [];
    for (const { from, to } of links) {
      const left = await bindPlace(this.client, this.introspector, from);
      const right = await bindPlace(this.client, this.introspector, to);
      const matches = left.columns.map((column, index) =>
        matchColumns({ alias: 'c', column }, { alias: 'p', column: right.columns[index] ?? column }),
      );
      const [[count = null] = []] = await this.client.query(
        `SELECT COUNT(*) FROM ${quoteTable(from.table)} AS c
         WHERE EXISTS (SELECT 1 FROM ${quoteTable(to.table)} AS p WHERE ${matches.join(' AND ')})`,
      );
      counts.push(count ?? '');
    }
    return counts;
  }
}
