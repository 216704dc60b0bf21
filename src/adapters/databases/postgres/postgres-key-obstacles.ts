import type { KeyPlace } from '../key-rewriting.js';
import type { PostgresClient } from './postgres-client.js';
import { DEPENDENT_VIEWS, TABLE_FACTS } from './postgres-key-catalog.js';
import { placesJson } from './postgres-key-guards.js';
import { quoteTable } from './postgres-sql.js';

/** Finds out what would make `PostgresKeys.rewrite` fail, or do what nobody wants. */
export async function keyObstacles(
  client: PostgresClient,
  places: readonly KeyPlace[],
): Promise<readonly string[]> {
  const asked = [placesJson(places)];
  const tables = (await client.query(TABLE_FACTS, asked)).rows;
  const views = (await client.query(DEPENDENT_VIEWS, asked)).rows;
  return [
    ...(tables.some((row) => row[11] === 'f')
      ? ['permission denied: the database user may not create temporary tables in the database']
      : []),
    ...tables.flatMap(tableObstacles),
    ...views.map(([schema, view, constraint]) => {
      const name = quoteTable({ schema: schema ?? '', table: view ?? '' });
      return `the view ${name} relies on the constraint "${constraint ?? ''}", which has to go for a moment: drop the view before`;
    }),
  ];
}

function tableObstacles(row: readonly (string | null)[]): readonly string[] {
  const [schema, table, kind, isPart, isParent, owns, creates, hides, rules, computed, deciding] = row;
  const name = quoteTable({ schema: schema ?? '', table: table ?? '' });
  if (kind !== 'r' && kind !== 'p') {
    return [`${name} is not a table: keys can only be rewritten in tables of this database`];
  }
  const found: readonly (string | false)[] = [
    isPart === 't' && `${name} is a partition: name the partitioned table`,
    isParent === 't' && `${name} has tables that inherit from it, in which its keys do not hold`,
    owns === 'f' &&
      `permission denied: the database user does not own ${name}, and constraints have to go for a moment`,
    creates === 'f' &&
      `permission denied: the database user may not create indexes in the schema "${schema ?? ''}" of ${name}`,
    hides === 't' &&
      `row-level security hides rows of ${name} from the database user: use one with BYPASSRLS`,
    rules != null &&
      `${name} has an UPDATE rule, which decides what an update does: drop or disable ${rules}`,
    computed != null && `the database itself computes ${computed} of ${name}`,
    deciding != null && `${deciding} of ${name} decides in which partition a row lies`,
  ];
  return found.filter((text) => text !== false);
}
