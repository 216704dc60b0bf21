import type { KeyPlace } from '../key-rewriting.js';
import type { PostgresClient } from './postgres-client.js';
import { FOREIGN_KEYS, REPLICATED, UNIQUE_GUARDS } from './postgres-key-catalog.js';
import { quoteIdentifier, quoteTable } from './postgres-sql.js';

/** Two statements that undo each other, the second perhaps in several parts. */
interface Guard {
  readonly remove: string;
  readonly restore: readonly string[];
}

/**
 * What would refuse a key to be permuted in place: foreign keys, unique and exclusion constraints, unique indexes. They
 * go and come back within the transaction that changes the keys, so a crash at any moment leaves them as they were; their
 * return checks every row at once, which is also far quicker than row by row.
 */
export class PostgresKeyGuards {
  private constructor(
    private readonly client: PostgresClient,
    private readonly guards: readonly Guard[],
  ) {}

  /** Reads what stands over the places now. Inside the transaction, with the tables locked. */
  static async read(client: PostgresClient, places: readonly KeyPlace[]): Promise<PostgresKeyGuards> {
    const asked = [placesJson(places)];
    const replicated = (await client.query(REPLICATED, asked)).rows.map(replicaGuard);
    const foreignKeys = (await client.query(FOREIGN_KEYS, asked)).rows.map(foreignKeyGuard);
    const indexes = (await client.query(UNIQUE_GUARDS, asked)).rows.map(uniqueGuard);
    return new PostgresKeyGuards(client, [...replicated, ...foreignKeys, ...indexes]);
  }

  async remove(): Promise<void> {
    for (const { remove } of this.guards) {
      await this.client.execute(remove);
    }
  }

  /** Backwards: what others rely on comes first. */
  async restore(): Promise<void> {
    for (const statement of [...this.guards].reverse().flatMap(({ restore }) => restore)) {
      await this.client.execute(statement);
    }
  }
}

/** The parameter of all catalog queries about places. */
export function placesJson(places: readonly KeyPlace[]): string {
  return JSON.stringify(
    places.flatMap(({ table: { schema, table }, columns }) =>
      columns.map((column) => ({ schema, table, column_name: column })),
    ),
  );
}

type Row = readonly (string | null)[];

/** What is not there is an empty text: names, definitions and remarks are never empty. */
function textsOf(row: Row): readonly string[] {
  return row.map((text) => text ?? '');
}

function replicaGuard(row: Row): Guard {
  const [schema = '', table = '', way, index = ''] = textsOf(row);
  const alter = `ALTER TABLE ${quoteTable({ schema, table })} REPLICA IDENTITY`;
  const before = way === 'i' && index !== '' ? `USING INDEX ${quoteIdentifier(index)}` : 'DEFAULT';
  return { remove: `${alter} FULL`, restore: [`${alter} ${before}`] };
}

function foreignKeyGuard(row: Row): Guard {
  const [schema = '', table = '', name = '', definition = '', remark = ''] = textsOf(row);
  const owner = quoteTable({ schema, table });
  const constraint = quoteIdentifier(name);
  return {
    remove: `ALTER TABLE ${owner} DROP CONSTRAINT ${constraint}`,
    restore: [
      `ALTER TABLE ${owner} ADD CONSTRAINT ${constraint} ${definition}`,
      ...remarkOn(`CONSTRAINT ${constraint} ON ${owner}`, remark),
    ],
  };
}

interface UniqueIndex {
  readonly schema: string;
  readonly table: string;
  readonly indexSchema: string;
  readonly index: string;
  /** Null: the index belongs to no constraint. */
  readonly constraint: string | null;
  readonly definition: string;
  readonly options: string | null;
  readonly tablespace: string | null;
  readonly clustered: boolean;
  readonly remark: string | null;
  readonly constraintRemark: string | null;
}

function uniqueGuard([json = null]: Row): Guard {
  const found = JSON.parse(json ?? '') as UniqueIndex;
  const owner = quoteTable(found);
  const index = quoteTable({ schema: found.indexSchema, table: found.index });
  const around = [
    ...(found.clustered ? [`ALTER TABLE ${owner} CLUSTER ON ${quoteIdentifier(found.index)}`] : []),
    ...remarkOn(`INDEX ${index}`, found.remark),
  ];
  const before = `SET LOCAL default_tablespace TO ${quoteText(found.tablespace ?? '')}`;
  if (found.constraint === null) {
    return { remove: `DROP INDEX ${index}`, restore: [before, found.definition, ...around] };
  }
  const name = quoteIdentifier(found.constraint);
  return {
    remove: `ALTER TABLE ${owner} DROP CONSTRAINT ${name}`,
    restore: [
      before,
      `ALTER TABLE ${owner} ADD CONSTRAINT ${name} ${found.definition}`,
      // The text of an index holds its options, that of a constraint does not.
      ...(found.options === null ? [] : [`ALTER INDEX ${index} SET (${found.options})`]),
      ...around,
      ...remarkOn(`CONSTRAINT ${name} ON ${owner}`, found.constraintRemark),
    ],
  };
}

function remarkOn(object: string, remark: string | null): readonly string[] {
  return remark === null || remark === '' ? [] : [`COMMENT ON ${object} IS ${quoteText(remark)}`];
}

/** `standard_conforming_strings` is pinned, so quotes are all that needs doubling. */
function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
