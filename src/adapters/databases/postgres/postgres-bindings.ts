import { DatabaseError } from '../database-adapter.js';
import type { TableName } from '../database-adapter.js';
import type { IntegerSize } from './postgres-arrays.js';
import { BINDINGS } from './postgres-catalog.js';
import type { PostgresClient } from './postgres-client.js';
import { quoteIdentifier, quoteTable } from './postgres-sql.js';

type Comparison = '<' | '<=' | '=' | '>=' | '>';

type KeyComparison = Exclude<Comparison, '<' | '='>;

/** Numbers by which a B-tree knows its operators. */
const STRATEGIES: Readonly<Record<Comparison, string>> = {
  '<': '1',
  '<=': '2',
  '=': '3',
  '>=': '4',
  '>': '5',
};

/** Bytes of an element by the oid of its type, which system types never change; the others are texts. */
const INTEGER_SIZES: Readonly<Record<string, IntegerSize>> = { 20: 8, 21: 2, 23: 4 };

export interface BinaryElements {
  readonly oid: number;
  /** Null: their binary form is the text itself. */
  readonly integerSize: IntegerSize | null;
}

/** How texts of one column travel to the server. */
export interface ColumnBinding {
  /** The column, quoted. */
  readonly column: string;
  /** Type without length or precision, so that a cast never cuts. */
  readonly type: string;
  /** An array of the type can be unnested into one column (not so for arrays, composites and boxes). */
  readonly unnestable: boolean;
  /** The type's own operators, spelled with their schema, so that no search path can change the order. */
  readonly operators: Readonly<Record<Comparison, string>>;
  /** Where arrays of the type may travel in binary form, which costs the server no parsing; null: they may not. */
  readonly binary: BinaryElements | null;
  /** `COLLATE …` where the column's collation is not its type's own, else empty. */
  readonly collate: string;
}

/** Bindings of the named columns, in that order. */
export async function loadBindings(
  client: PostgresClient,
  table: TableName,
  names: readonly string[],
): Promise<readonly ColumnBinding[]> {
  const { rows } = await client.readTableCatalog(BINDINGS, [table.schema, table.table, [...names]]);
  const found = new Map(rows.map((row) => [row[0], toBinding(row)]));
  return names.map((name) => {
    const binding = found.get(name);
    if (binding === undefined) {
      throw new DatabaseError('unknown_column', `table ${quoteTable(table)} has no column "${name}"`, false);
    }
    return binding;
  });
}

function toBinding(row: readonly (string | null)[]): ColumnBinding {
  const [name, type, unnestable, operators, collation = null, collationSchema, oid = null] = row;
  return {
    column: quoteIdentifier(name ?? ''),
    type: type ?? '',
    unnestable: unnestable === 't',
    operators: spellOperators(JSON.parse(operators ?? '{}') as Record<string, string>),
    binary: oid === null ? null : { oid: Number(oid), integerSize: INTEGER_SIZES[oid] ?? null },
    collate:
      collation === null
        ? ''
        : ` COLLATE ${quoteIdentifier(collationSchema ?? 'pg_catalog')}.${quoteIdentifier(collation)}`,
  };
}

function spellOperators(own: Readonly<Record<string, string>>): Record<Comparison, string> {
  const spell = (comparison: Comparison): string =>
    `OPERATOR(${own[STRATEGIES[comparison]] ?? `pg_catalog.${comparison}`})`;
  return { '<': spell('<'), '<=': spell('<='), '=': spell('='), '>=': spell('>='), '>': spell('>') };
}

/**
 * `key <operator> parameters` in the key's own order, the parameters starting at `$first`, the columns after `alias`. One row comparison, which
 * the key's index serves; columns of types with operators of their own cannot share one and are spelled out.
 */
export function compareKey(
  key: readonly ColumnBinding[],
  operator: KeyComparison,
  first: number,
  alias = '',
): string {
  const columns = key.map((binding) => alias + binding.column);
  const parameters = key.map((binding, index) => `$${first + index}::${binding.type}${binding.collate}`);
  const [shared = '', ...others] = new Set(key.map((binding) => binding.operators[operator]));
  if (others.length === 0) {
    return `(${columns.join(', ')}) ${shared} (${parameters.join(', ')})`;
  }
  const strict = operator === '<=' ? '<' : '>';
  return key.reduceRight((rest, { operators }, index) => {
    const [column = '', parameter = ''] = [columns[index], parameters[index]];
    return rest === ''
      ? `${column} ${operators[operator]} ${parameter}`
      : `(${column} ${operators[strict]} ${parameter} OR (${column} ${operators['=']} ${parameter} AND ${rest}))`;
  }, '');
}
