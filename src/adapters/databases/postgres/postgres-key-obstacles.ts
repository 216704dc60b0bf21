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
  const found = (await client.query(TABLE_FACTS, asked)).rows;
  const tables = found.map(([json = null]) => JSON.parse(json ?? '') as TableFacts);
  const views = (await client.query(DEPENDENT_VIEWS, asked)).rows;
  return [
    ...(tables.some(({ makesTemporary }) => !makesTemporary)
      ? ['permission denied: the database user may not create temporary tables in the database']
      : []),
    ...tables.flatMap(tableObstacles),
    ...views.map(([schema, view, constraint]) => {
      const name = quoteTable({ schema: schema ?? '', table: view ?? '' });
      return `the view ${name} relies on the constraint "${constraint ?? ''}", which has to go for a moment: drop the view before`;
    }),
  ];
}

interface TableFacts {
  readonly schema: string;
  readonly table: string;
  /** The catalog's letter. */
  readonly kind: string;
  readonly isPart: boolean;
  readonly isParent: boolean;
  readonly owns: boolean;
  readonly creates: boolean;
  readonly hides: boolean;
  /** Names as a list, quoted where it is needed; null: none. */
  readonly rules: string | null;
  readonly computed: string | null;
  readonly deciding: string | null;
  readonly makesTemporary: boolean;
}

function tableObstacles(facts: TableFacts): readonly string[] {
  const name = quoteTable(facts);
  const { kind, schema, rules, computed, deciding } = facts;
  if (kind !== 'r' && kind !== 'p') {
    return [`${name} is not a table: keys can only be rewritten in tables of this database`];
  }
  const rule = `${name} has an UPDATE rule, which decides what an update does: drop or disable ${rules ?? ''}`;
  const found: readonly (readonly [boolean, string])[] = [
    [facts.isPart, `${name} is a partition: name the partitioned table`],
    [facts.isParent, `${name} has tables that inherit from it, in which its keys do not hold`],
    [
      !facts.owns,
      `permission denied: the database user does not own ${name}, and constraints have to go for a moment`,
    ],
    [
      !facts.creates,
      `permission denied: the database user may not create indexes in the schema "${schema}" of ${name}`,
    ],
    [facts.hides, `row-level security hides rows of ${name} from the database user: use one with BYPASSRLS`],
    [rules !== null, rule],
    [computed !== null, `the database itself computes ${computed ?? ''} of ${name}`],
    [deciding !== null, `${deciding ?? ''} of ${name} decides in which partition a row lies`],
  ];
  return found.flatMap(([isSo, text]) => (isSo ? [text] : []));
}
