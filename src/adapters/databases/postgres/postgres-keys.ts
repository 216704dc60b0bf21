import type { PartitionClaim, TableName } from '../database-adapter.js';
import { refuseBrokenJoins } from '../broken-joins.js';
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
import { loadBindings } from './postgres-bindings.js';
import type { PostgresClient } from './postgres-client.js';
import { REFERENCES_BOTH_WAYS } from './postgres-key-catalog.js';
import { PostgresKeyGuards } from './postgres-key-guards.js';
import { PostgresKeyMap } from './postgres-key-map.js';
import { matchColumns } from './postgres-key-match.js';
import { keyObstacles } from './postgres-key-obstacles.js';
import { moveSequences } from './postgres-key-sequences.js';
import { updatePlaces } from './postgres-key-update.js';
import type { PostgresProgress } from './postgres-progress.js';
import { AWAIT_DISK } from './postgres-progress.js';
import { quoteIdentifier, quoteTable } from './postgres-sql.js';

/**
 * Rewrites keys in one transaction, together with the mark that it is done: constraints and indexes that would refuse a
 * permutation go and come back inside it, and the staged values stand in temporary tables. So there is no moment at
 * which a crash leaves anything but the old state or the new one.
 */
export class PostgresKeys implements KeyRewriter {
  constructor(
    private readonly client: PostgresClient,
    private readonly progress: PostgresProgress,
  ) {}

  async references({ schema, table }: TableName): Promise<readonly KeyReference[]> {
    const { rows } = await this.client.query(REFERENCES_BOTH_WAYS, [schema, table]);
    return rows.map(([name, fromSchema, fromTable, toSchema, toTable, from, to]): KeyReference => ({
      constraint: name ?? '',
      from: { schema: fromSchema ?? '', table: fromTable ?? '' },
      fromColumns: JSON.parse(from ?? '[]') as string[],
      to: { schema: toSchema ?? '', table: toTable ?? '' },
      toColumns: JSON.parse(to ?? '[]') as string[],
    }));
  }

  obstacles(places: readonly KeyPlace[]): Promise<readonly string[]> {
    return keyObstacles(this.client, places);
  }

  /** Its catalog hides nothing. */
  doubts(): Promise<readonly string[]> {
    return Promise.resolve([]);
  }

  async rewrite(claim: PartitionClaim | null, change: KeyRewrite): Promise<RewrittenKeys | null> {
    const places = change.maps.flatMap((map) => map.places);
    const rewritten = await this.client.transaction(async () => {
      await this.client.execute(AWAIT_DISK);
      if (claim !== null && (await this.progress.lock(claim))) {
        return this.progress.outcomeOf<Omit<RewrittenKeys, 'notes'>>(claim);
      }
      await this.lockTables(places);
      const result = await this.change(change, places);
      if (claim !== null) {
        await this.progress.markDone(claim, result);
      }
      return result;
    });
    // Sequences know no transaction; moved twice is moved once.
    const notes = await moveSequences(this.client, places);
    return rewritten === null ? null : { ...rewritten, notes };
  }

  /** In one order for everybody, and at once as far as it has to go: a lock that grows later invites deadlocks. */
  private async lockTables(places: readonly KeyPlace[]): Promise<void> {
    const tables = [...new Set(places.map(({ table }) => quoteTable(table)))].sort();
    await this.client.execute(`LOCK TABLE ${tables.join(', ')} IN ACCESS EXCLUSIVE MODE`);
  }

  private async change(
    { maps, links }: KeyRewrite,
    places: readonly KeyPlace[],
  ): Promise<Omit<RewrittenKeys, 'notes'>> {
    const joins = await this.countLinks(links);
    const staged: PostgresKeyMap[] = [];
    let values = 0;
    for (const [index, map] of maps.entries()) {
      const keyMap = await PostgresKeyMap.bind(this.client, index + 1, map);
      values += await keyMap.stage();
      staged.push(keyMap);
    }
    const guards = await PostgresKeyGuards.read(this.client, places);
    await guards.remove();
    const tables = await updatePlaces(this.client, staged);
    // A table with deferred triggers still to fire cannot be altered.
    await this.client.execute('SET CONSTRAINTS ALL IMMEDIATE');
    await guards.restore();
    const counts = { before: joins, after: await this.countLinks(links) };
    refuseBrokenJoins(links, counts, quoteTable);
    return { values, tables, partial: await this.partial(places) };
  }

  private partial(places: readonly KeyPlace[]): Promise<readonly PartialKeys[]> {
    return partialKeys(places, quoteIdentifier, async ({ table }, condition) => {
      const { rows } = await this.client.query(
        `SELECT count(*) FROM ${quoteTable(table)} WHERE ${condition}`,
      );
      return rows[0]?.[0];
    });
  }

  private async countLinks(links: readonly KeyLink[]): Promise<readonly string[]> {
    const counts: string[] = [];
    for (const { from, to } of links) {
      const left = await loadBindings(this.client, from.table, from.columns);
      const right = await loadBindings(this.client, to.table, to.columns);
      const matches = left.map((binding, index) => {
        const other = right[index] ?? binding;
        return matchColumns(
          { text: `c.${binding.column}`, binding },
          { text: `p.${other.column}`, binding: other },
        );
      });
      const { rows } = await this.client.query(
        `SELECT count(*) FROM ${quoteTable(from.table)} AS c
         WHERE EXISTS (SELECT 1 FROM ${quoteTable(to.table)} AS p WHERE ${matches.join(' AND ')})`,
      );
      counts.push(rows[0]?.[0] ?? '');
    }
    return counts;
  }
}
