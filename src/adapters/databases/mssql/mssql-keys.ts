import type { TableName, TargetColumn } from '../database-adapter.js';
import type { KeyReference } from '../key-rewriting.js';
import type { CatalogIntrospector } from '../sql/catalog-introspector.js';
import type { BoundKeyPlace, KeySql, StoredKeys } from '../sql/in-place-keys.js';
import { InPlaceKeys } from '../sql/in-place-keys.js';
import type { RunLedger } from '../sql/run-ledger.js';
import { foreignKeys } from './mssql-catalog.js';
import type { MssqlClient } from './mssql-client.js';
import { mssqlDialect } from './mssql-dialect.js';
import { quoteIdentifier, quoteTable, quoteText } from './mssql-sql.js';
import { fillStaging } from './mssql-stage.js';
import { createLike } from './mssql-staging.js';

/** Rewrites keys where a transaction holds changes of constraints, and unique indexes are checked at a statement's end. */
export function mssqlKeys(tools: {
  readonly client: MssqlClient;
  readonly introspector: CatalogIntrospector;
  readonly progress: RunLedger;
}): InPlaceKeys {
  return new InPlaceKeys({ ...tools, dialect: mssqlDialect, sql: new MssqlKeySql(tools.client) });
}

export class MssqlKeySql implements KeySql {
  constructor(private readonly client: MssqlClient) {}

  references({ schema, table }: TableName): string {
    return foreignKeys(schema, [table]);
  }

  lockTable(table: TableName): string {
    return `SELECT COUNT(*) FROM (SELECT TOP (1) 1 AS one FROM ${quoteTable(table)} WITH (TABLOCKX, HOLDLOCK)) x`;
  }

  mapTable(number: number): string {
    return `#vizard_k${number}`;
  }

  createMap(map: string, table: TableName, columns: readonly TargetColumn[]): readonly string[] {
    const more = ['CONVERT(bigint, NULL) AS nr'];
    return [
      createLike(map, { table, columns, names: numbered('o', columns) }, more),
      createLike(`${map}_new`, { table, columns, names: numbered('n', columns) }, more),
      `CREATE UNIQUE CLUSTERED INDEX k ON ${map} (nr)`,
      `CREATE UNIQUE CLUSTERED INDEX k ON ${map}_new (nr)`,
    ];
  }

  dropMap(map: string): string {
    return `DROP TABLE IF EXISTS ${map}, ${map}_new`;
  }

  collect(map: string, { table, columns }: BoundKeyPlace, done: number): string {
    const own = columns.map(({ name }) => `t.${quoteIdentifier(name)}`);
    const known = own.map((column, index) => `m.o${index + 1} = ${column}`).join(' AND ');
    return `INSERT INTO ${map} (nr, ${numbered('o', columns).join(', ')})
      SELECT ${done} + ROW_NUMBER() OVER (ORDER BY ${own.join(', ')}), ${own.join(', ')} FROM ${quoteTable(table)} t
      WHERE ${own.map((column) => `${column} IS NOT NULL`).join(' AND ')}
        AND NOT EXISTS (SELECT 1 FROM ${map} m WHERE ${known}) GROUP BY ${own.join(', ')}`;
  }

  async store(map: string, columns: readonly TargetColumn[], { numbers, texts }: StoredKeys): Promise<void> {
    await fillStaging(this.client, `${map}_new`, {
      columns: [{ ...columns[0]!, name: 'nr', typeName: 'bigint' }, ...columns],
      names: ['nr', ...numbered('n', columns)],
      texts: [numbers, ...texts],
    });
  }

  async update(map: string, place: BoundKeyPlace): Promise<number> {
    const [[count = null] = []] = await this.client.query(
      `${updatePlace(map, place)}; SELECT CONVERT(varchar(20), @@ROWCOUNT)`,
    );
    return Number(count);
  }

  /** A transaction holds such changes, so whatever happens they are as before. Untrusted ones stay untrusted. */
  async loosen(references: readonly KeyReference[]): Promise<() => Promise<void>> {
    const names = new Map(
      references.map((reference) => [`${quoteTable(reference.from)} ${reference.constraint}`, reference]),
    );
    const changed: { readonly table: string; readonly name: string; readonly isTrusted: boolean }[] = [];
    for (const { from, constraint } of names.values()) {
      const [row] = await this.client.query(
        `SELECT f.is_disabled, f.is_not_trusted FROM sys.foreign_keys f
         WHERE f.parent_object_id = OBJECT_ID(${quoteText(quoteTable(from))}) AND f.name = ${quoteText(constraint)}`,
      );
      if (row?.[0] === '0') {
        const named = { table: quoteTable(from), name: quoteIdentifier(constraint) };
        await this.client.execute(`ALTER TABLE ${named.table} NOCHECK CONSTRAINT ${named.name}`);
        changed.push({ ...named, isTrusted: row[1] === '0' });
      }
    }
    return async () => {
      for (const { table, name, isTrusted } of changed) {
        const mode = isTrusted ? 'CHECK' : 'NOCHECK';
        await this.client.execute(`ALTER TABLE ${table} WITH ${mode} CHECK CONSTRAINT ${name}`);
      }
    };
  }

  async obstacles({ table }: BoundKeyPlace): Promise<readonly string[]> {
    const rows = await this.client.query(this.references(table));
    const referring = new Set(rows.map((row) => quoteTable({ schema: row[1] ?? '', table: row[2] ?? '' })));
    const found: string[] = [];
    for (const name of referring) {
      const [row] = await this.client.query(
        `SELECT HAS_PERMS_BY_NAME(${quoteText(name)}, 'OBJECT', 'ALTER')`,
      );
      if (row?.[0] !== '1') {
        found.push(
          `permission denied: the database user needs ALTER on ${name}, whose foreign keys rest meanwhile`,
        );
      }
    }
    return found;
  }
}

function numbered(letter: 'o' | 'n', columns: readonly TargetColumn[]): readonly string[] {
  return columns.map((_, index) => `${letter}${index + 1}`);
}

export function updatePlace(map: string, { table, columns }: BoundKeyPlace): string {
  const sets = columns.map(({ name }, index) => `${quoteIdentifier(name)} = n.n${index + 1}`);
  const on = columns.map(({ name }, index) => `m.o${index + 1} = t.${quoteIdentifier(name)}`);
  return `UPDATE t SET ${sets.join(', ')} FROM ${quoteTable(table)} t
    JOIN ${map} m ON ${on.join(' AND ')} JOIN ${map}_new n ON n.nr = m.nr`;
}
