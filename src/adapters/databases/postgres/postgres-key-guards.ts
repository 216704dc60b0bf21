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
    await this.client.execute("SET LOCAL default_tablespace TO ''");
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

function replicaGuard([schema, table, way, index]: Row): Guard {
  const alter = `ALTER TABLE ${quoteTable({ schema: schema ?? '', table: table ?? '' })} REPLICA IDENTITY`;
  const before = way === 'i' && index !== null ? `USING INDEX ${quoteIdentifier(index ?? '')}` : 'DEFAULT';
  return { remove: `${alter} FULL`, restore: [`${alter} ${before}`] };
}

function foreignKeyGuard([schema, table, name, definition, remark = null]: Row): Guard {
  const alter = `ALTER TABLE ${quoteTable({ schema: schema ?? '', table: table ?? '' })}`;
  const constraint = quoteIdentifier(name ?? '');
  return {
    remove: `${alter} DROP CONSTRAINT ${constraint}`,
    restore: [
      `${alter} ADD CONSTRAINT ${constraint} ${definition ?? ''}`,
      ...remarkOn(
        `CONSTRAINT ${constraint} ON ${quoteTable({ schema: schema ?? '', table: table ?? '' })}`,
        remark,
      ),
    ],
  };
}

function uniqueGuard(row: Row): Guard {
  const [schema, table, indexSchema, indexName, constraintName = null, definition] = row;
  const [options = null, tablespace = null, clustered, indexRemark = null, constraintRemark = null] =
    row.slice(6);
  const owner = quoteTable({ schema: schema ?? '', table: table ?? '' });
  const index = quoteTable({ schema: indexSchema ?? '', table: indexName ?? '' });
  const constraint = quoteIdentifier(constraintName ?? '');
  const isConstraint = constraintName !== null;
  return {
    remove: isConstraint ? `ALTER TABLE ${owner} DROP CONSTRAINT ${constraint}` : `DROP INDEX ${index}`,
    restore: [
      `SET LOCAL default_tablespace TO ${tablespace === null ? "''" : quoteIdentifier(tablespace)}`,
      isConstraint
        ? `ALTER TABLE ${owner} ADD CONSTRAINT ${constraint} ${definition ?? ''}`
        : (definition ?? ''),
      // The text of an index holds its options, that of a constraint does not.
      ...(isConstraint && options !== null ? [`ALTER INDEX ${index} SET (${options})`] : []),
      ...(clustered === 't' ? [`ALTER TABLE ${owner} CLUSTER ON ${quoteIdentifier(indexName ?? '')}`] : []),
      ...remarkOn(`INDEX ${index}`, indexRemark),
      ...remarkOn(`CONSTRAINT ${constraint} ON ${owner}`, constraintRemark),
    ],
  };
}

function remarkOn(object: string, remark: string | null): readonly string[] {
  return remark === null ? [] : [`COMMENT ON ${object} IS ${quoteText(remark)}`];
}

/** `standard_conforming_strings` is pinned, so quotes are all that needs doubling. */
function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
