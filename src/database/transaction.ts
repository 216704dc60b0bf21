import type { DataSource, EntityManager } from 'typeorm';

/**
 * The one way to open a transaction. What must run inside asks for the manager as a parameter. Commits when `work`
 * resolves, rolls back and rethrows when it throws.
 */
export function transaction<T>(
  dataSource: DataSource,
  work: (manager: EntityManager) => Promise<T>,
): Promise<T> {
  return dataSource.transaction(work);
}
