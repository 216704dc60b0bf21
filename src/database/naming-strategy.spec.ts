import { SnakeNamingStrategy, snakeCase } from './naming-strategy.js';

describe('SnakeNamingStrategy', () => {
  const names = new SnakeNamingStrategy();

  it.each([
    ['createdTime', 'created_time'],
    ['configYAMLText', 'config_yaml_text'],
    ['sha256Hash', 'sha256_hash'],
    ['already_snake', 'already_snake'],
  ])('writes %s as %s', (text, expected) => {
    expect(snakeCase(text)).toBe(expected);
  });

  it('names tables, columns and constraints so that people can write them', () => {
    expect(names.tableName('RunTask', undefined)).toBe('run_task');
    expect(names.columnName('rowsDone', undefined, ['gitSnapshot'])).toBe('git_snapshot_rows_done');
    expect(names.primaryKeyName('run_task')).toBe('pk_run_task');
    expect(names.uniqueConstraintName('public.run', ['name', 'id'])).toBe('uq_run_id_name');
    expect(names.foreignKeyName('run_task', ['run_id'])).toBe('fk_run_task_run_id');
    expect(names.indexName('run', ['status'])).toBe('ix_run_status');
    expect(names.indexName('run', ['status'], 'a > 1')).toBe('ixp_run_status');
  });

  it('fits long names into what PostgreSQL keeps, still distinct', () => {
    const long = (last: string): string => names.indexName('t'.repeat(40), ['c'.repeat(40), last]);
    expect(long('a')).toHaveLength(63);
    expect(long('a')).not.toBe(long('b'));
  });
});
