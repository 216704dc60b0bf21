import { createHash } from 'node:crypto';
import { DefaultNamingStrategy, type NamingStrategyInterface, type Table } from 'typeorm';

const MAX_NAME = 63;

/** `createdTime` → `created_time`. */
export function snakeCase(text: string): string {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();
}

/**
 * Names in our own database: tables and columns in snake_case; constraints and indexes speak for themselves
 * (`pk_run`, `uq_users_username`, `fk_run_task_run_id`, `ix_run_status`), so that migrations can be written by hand.
 */
export class SnakeNamingStrategy extends DefaultNamingStrategy implements NamingStrategyInterface {
  override tableName(className: string, given: string | undefined): string {
    return given ?? snakeCase(className);
  }

  override columnName(property: string, given: string | undefined, prefixes: string[]): string {
    return [...prefixes.map(snakeCase), given ?? snakeCase(property)].filter((part) => part !== '').join('_');
  }

  override relationName(property: string): string {
    return snakeCase(property);
  }

  override joinColumnName(relation: string, referenced: string): string {
    return snakeCase(`${relation}_${referenced}`);
  }

  override joinTableName(first: string, second: string, property: string): string {
    return snakeCase(`${first}_${property.replace(/\./g, '_')}_${second}`);
  }

  override joinTableColumnName(table: string, property: string, given?: string): string {
    return snakeCase(`${table}_${given ?? property}`);
  }

  override primaryKeyName(table: Table | string): string {
    return fit(`pk_${plainName(table)}`);
  }

  override uniqueConstraintName(table: Table | string, columns: string[]): string {
    return named('uq', table, columns);
  }

  override relationConstraintName(table: Table | string, columns: string[]): string {
    return named('rel', table, columns);
  }

  override foreignKeyName(table: Table | string, columns: string[]): string {
    return named('fk', table, columns);
  }

  override indexName(table: Table | string, columns: string[], where?: string): string {
    return named(where === undefined ? 'ix' : 'ixp', table, columns);
  }

  override checkConstraintName(table: Table | string, expression: string): string {
    return fit(`ck_${plainName(table)}_${shortHash(expression)}`);
  }
}

function named(kind: string, table: Table | string, columns: readonly string[]): string {
  return fit([kind, plainName(table), ...[...columns].sort()].join('_'));
}

function plainName(table: Table | string): string {
  const name = typeof table === 'string' ? table : table.name;
  return name.split('.').at(-1) ?? name;
}

function fit(name: string): string {
  return name.length <= MAX_NAME ? name : `${name.slice(0, MAX_NAME - 9)}_${shortHash(name)}`;
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}
