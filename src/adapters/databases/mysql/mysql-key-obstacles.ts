import type { KeyPlace } from '../key-rewriting.js';
import type { MysqlClient } from './mysql-client.js';
import type { BoundPlace } from './mysql-key-binding.js';
import { bindPlace } from './mysql-key-binding.js';
import type { MysqlIntrospector } from './mysql-introspector.js';
import { hasRights } from './mysql-rights.js';
import { quoteTable } from './mysql-sql.js';
import { triggerNames } from './mysql-triggers.js';
import { baseOf } from './mysql-types.js';
import { unseenReferences } from './mysql-unseen-references.js';

/** Types without a text, or without one that an index can hold. */
const NO_KEYS = new Set([
  'json',
  'geometry',
  'point',
  'linestring',
  'polygon',
  'vector',
  'tinyblob',
  'blob',
  'mediumblob',
  'longblob',
]);

interface Asked {
  readonly client: MysqlClient;
  readonly introspector: MysqlIntrospector;
  readonly database: string;
}

/** Finds out what would make `MysqlKeyRewriter.rewrite` fail, or do what nobody wants. */
export async function keyObstacles(asked: Asked, places: readonly KeyPlace[]): Promise<readonly string[]> {
  const { client, introspector, database } = asked;
  const right = 'CREATE TEMPORARY TABLES';
  const [makesTemporary] = await hasRights(client, [{ table: { schema: database, table: '' }, right }]);
  const found = new Set<string>();
  if (makesTemporary !== true) {
    found.add(
      `permission denied: the database user may not create temporary tables in the database (${right})`,
    );
  }
  for (const place of places) {
    const bound = await bindPlace(client, introspector, place);
    for (const text of [
      ...aboutTable(bound),
      ...aboutColumns(bound),
      ...(bound.isUnique ? await aboutReplacing(client, bound) : []),
      ...(await aboutUnseen(client, place)),
    ]) {
      found.add(text);
    }
  }
  return [...found];
}

/** What cannot be known about the places, as sentences. */
export async function keyDoubts(
  client: MysqlClient,
  places: readonly KeyPlace[],
): Promise<readonly string[]> {
  const unknown: string[] = [];
  for (const place of places) {
    if ((await unseenReferences(client, place)) === null) {
      unknown.push(quoteTable(place.table));
    }
  }
  const names = [...new Set(unknown)].join(', ');
  return unknown.length === 0
    ? []
    : [
        `foreign keys to ${names} of tables that the database user has no right on are hidden from it, and their rows ` +
          'would not follow: grant it PROCESS, with which the run can tell, or make sure that there are none',
      ];
}

async function aboutUnseen(client: MysqlClient, place: KeyPlace): Promise<readonly string[]> {
  const tables = (await unseenReferences(client, place)) ?? [];
  return tables.map(
    (name) =>
      `permission denied: ${name} refers to ${quoteTable(place.table)}, and the database user has no right on it: its ` +
      'rows could not follow. Grant SELECT, INSERT, UPDATE and DELETE on it',
  );
}

function aboutTable({ place, description }: BoundPlace): readonly string[] {
  const { relationKind, refusal } = description;
  const name = quoteTable(place.table);
  if (relationKind !== 'table' && relationKind !== 'partitioned_table') {
    return [`${name} is not a table: keys can only be rewritten in tables of this database`];
  }
  return refusal === null ? [] : [`${name}: ${refusal}`];
}

function aboutColumns({ place, columns }: BoundPlace): readonly string[] {
  const name = quoteTable(place.table);
  return columns.flatMap(({ column }) => {
    const found: readonly (readonly [boolean, string])[] = [
      [column.generated, `the database itself computes "${column.name}" of ${name}`],
      [
        NO_KEYS.has(baseOf(column.typeName)),
        `values of "${column.name}" of ${name} (${column.typeName}) cannot be keys`,
      ],
      [!column.canSelect, `permission denied: the database user may not read "${column.name}" of ${name}`],
      [!column.canUpdate, `permission denied: the database user may not update "${column.name}" of ${name}`],
    ];
    return found.flatMap(([isSo, text]) => (isSo ? [text] : []));
  });
}

/** Values that an index keeps different are changed by taking rows out and putting them back. */
async function aboutReplacing(
  client: MysqlClient,
  { place: { table } }: BoundPlace,
): Promise<readonly string[]> {
  const name = quoteTable(table);
  const rights = ['INSERT', 'DELETE'];
  const given = await hasRights(
    client,
    rights.map((right) => ({ table, right })),
  );
  const firing = await triggerNames(client, table, ['INSERT', 'DELETE']);
  const why = 'as rows of unique values are taken out and put back changed';
  const denied = rights.filter((_, index) => given[index] !== true);
  return [
    ...(denied.length > 0
      ? [`permission denied: the database user needs ${denied.join(' and ')} on ${name}, ${why}`]
      : []),
    ...(firing.length > 0
      ? [
          `triggers of ${name} would fire (${firing.map((trigger) => `"${trigger}"`).join(', ')}), ${why}: drop them before`,
        ]
      : []),
  ];
}
