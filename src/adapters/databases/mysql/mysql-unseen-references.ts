import { DatabaseError } from '../database-adapter.js';
import type { TableName } from '../database-adapter.js';
import type { KeyPlace } from '../key-rewriting.js';
import type { RowText } from '../../../engine/index.js';
import { innodbReferences, referencesBothWays } from './mysql-catalog.js';
import type { MysqlClient } from './mysql-client.js';
import { hasRights } from './mysql-rights.js';
import { quoteTable } from './mysql-sql.js';

/** Of MariaDB, then of MySQL. */
const CATALOGS = [
  ['INNODB_SYS_FOREIGN', 'INNODB_SYS_FOREIGN_COLS'],
  ['INNODB_FOREIGN', 'INNODB_FOREIGN_COLS'],
] as const;

/**
 * Foreign keys of tables on which the user has no right, which the catalog hides: the tables, in quotes. The storage
 * engine's own catalog tells them to users who may see everybody's work (`PROCESS`); null: this one may not.
 */
export async function unseenReferences(
  client: MysqlClient,
  { table, columns }: KeyPlace,
): Promise<readonly string[] | null> {
  const all = await declared(client, table);
  if (all === null) {
    return (await seesEverything(client)) ? [] : null;
  }
  const seen = await client.query(referencesBothWays(table));
  const known = new Set(seen.map((row) => nameOf(row[1], row[2])));
  const wanted = new Set(columns.map((column) => column.toLowerCase()));
  const hidden = all
    .filter(([, , column]) => wanted.has((column ?? '').toLowerCase()))
    .map(([schema, from]) => nameOf(schema, from))
    .filter((name) => !known.has(name));
  return [...new Set(hidden)].sort();
}

/** Schema and table of the referring side, and the column that is referred to. */
async function declared(client: MysqlClient, table: TableName): Promise<readonly RowText[] | null> {
  for (const catalog of CATALOGS) {
    try {
      return await client.query(innodbReferences(table, catalog));
    } catch (error) {
      if (!(error instanceof DatabaseError) || error.transient) {
        throw error;
      }
      if (error.code === 'permission_denied') {
        return null;
      }
    }
  }
  return null;
}

/** A right on every table there is shows every table's foreign keys. */
async function seesEverything(client: MysqlClient): Promise<boolean> {
  const [isGlobal] = await hasRights(client, [{ table: { schema: '', table: '' }, right: 'SELECT' }]);
  return isGlobal === true;
}

function nameOf(schema: string | null | undefined, table: string | null | undefined): string {
  return quoteTable({ schema: schema ?? '', table: table ?? '' });
}
