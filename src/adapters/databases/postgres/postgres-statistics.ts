import { DatabaseError } from '../database-adapter.js';
import type { TableName } from '../database-adapter.js';
import type { KeptStatistics, RenewedStatistics, TableStatistics } from '../table-statistics.js';
import type { PostgresClient } from './postgres-client.js';
import { quoteTable } from './postgres-sql.js';
import {
  FORGET_BY_DELETE,
  FORGET_BY_FUNCTION,
  FORGET_EXTENDED,
  LEFT,
  RELATIVES,
} from './postgres-statistics-catalog.js';

/** From here on what is kept can be cleared by who may analyse a table, and an ANALYZE takes tables that inherit along. */
const CLEARING_SERVER = 180_000;

/** Also in a session that otherwise only reads. Somebody who changes the table's shape, or looks at it as well, is not waited for. */
const SETTINGS = "SET TRANSACTION READ WRITE; SET LOCAL lock_timeout = '5s'";

const NOT_OWNED = 'the database user does not own the table';

interface Relative {
  readonly table: TableName;
  readonly place: 'own' | 'below' | 'above';
  readonly isPartitioned: boolean;
  readonly mayAnalyse: boolean;
}

interface Relatives {
  readonly own: Relative;
  readonly below: readonly Relative[];
  readonly above: readonly Relative[];
  readonly server: number;
  /** There are columns that it is told to keep nothing more about. */
  readonly hasSilentColumns: boolean;
  readonly isSuperuser: boolean;
}

/**
 * Keeps the catalogs free of values from before. Whole tables are looked at, not single columns: only then are indexes over
 * expressions, and statistics over several columns, looked at as well. Of tables without rows ANALYZE changes nothing.
 */
export class PostgresStatistics implements TableStatistics {
  constructor(private readonly client: PostgresClient) {}

  async renew(table: TableName): Promise<RenewedStatistics> {
    const found = await this.relatives(table);
    const { own, below, server } = found;
    const takesAlong = own.isPartitioned || server >= CLEARING_SERVER;
    const named = [own, ...(takesAlong ? [] : below.filter(({ mayAnalyse }) => mayAnalyse))];
    await this.analyse(named.map((each) => quoteTable(each.table)).join(', '));
    const isClean = below.length === 0 && !found.hasSilentColumns;
    return result(found, isClean ? [] : await this.clear(found, 'stale'));
  }

  async forget(table: TableName): Promise<RenewedStatistics> {
    const found = await this.relatives(table);
    return result(found, await this.clear(found, 'all'));
  }

  async renewAbove(table: TableName): Promise<RenewedStatistics> {
    const found = await this.relatives(table);
    await this.analyse(`${found.server >= CLEARING_SERVER ? 'ONLY ' : ''}${quoteTable(table)}`);
    return result(found, await this.clear(found, 'stale'));
  }

  private async relatives(table: TableName): Promise<Relatives> {
    const { rows } = await this.client.readTableCatalog(RELATIVES, [quoteTable(table)]);
    const relatives = rows.map(([schema, name, place, kind, may]) => ({
      table: { schema: schema ?? '', table: name ?? '' },
      place: place as Relative['place'],
      isPartitioned: kind === 'p',
      mayAnalyse: may === 't',
    }));
    const own = relatives.find(({ place }) => place === 'own');
    if (own?.mayAnalyse !== true) {
      throw new DatabaseError('permission_denied', NOT_OWNED, false);
    }
    return {
      own,
      below: relatives.filter(({ place }) => place === 'below'),
      above: relatives.filter(({ place }) => place === 'above'),
      server: Number(rows[0]?.[5]),
      hasSilentColumns: rows.some((row) => row[6] === 't'),
      isSuperuser: rows[0]?.[7] === 't',
    };
  }

  private async analyse(tables: string): Promise<void> {
    await this.client.transaction(() => this.client.execute(`${SETTINGS}; ANALYZE ${tables}`));
  }

  /** Gives what has to be kept. */
  private clear(
    { own, server, isSuperuser }: Relatives,
    what: 'stale' | 'all',
  ): Promise<readonly KeptStatistics[]> {
    const values = [quoteTable(own.table), what === 'all'];
    return this.client.transaction(async () => {
      await this.client.execute(SETTINGS);
      if (isSuperuser) {
        await this.client.query(FORGET_EXTENDED, values);
      }
      if (server >= CLEARING_SERVER || isSuperuser) {
        await this.client.query(server >= CLEARING_SERVER ? FORGET_BY_FUNCTION : FORGET_BY_DELETE, values);
      }
      const [columns, extended] = (await this.client.query(LEFT, values)).rows[0] ?? [];
      const of = [columns === 't' && 'of columns', extended === 't' && 'of several columns together'];
      return of.flatMap((said) =>
        said === false ? [] : [{ table: own.table, reason: `those ${said} only a superuser may remove` }],
      );
    });
  }
}

function result({ below, above }: Relatives, kept: readonly KeptStatistics[]): RenewedStatistics {
  const foreign = below.filter(({ mayAnalyse }) => !mayAnalyse);
  return {
    above: above.map(({ table }) => table),
    kept: [...foreign.map(({ table }) => ({ table, reason: NOT_OWNED })), ...kept],
  };
}
