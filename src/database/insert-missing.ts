import type { EntityManager, EntityTarget, InsertResult, ObjectLiteral } from 'typeorm';
import type { QueryDeepPartialEntity } from 'typeorm/query-builder/QueryPartialEntity.js';

/**
 * Inserts a row where none has its key; of several at the same time one wins, and the others wait for it. `raw` is empty
 * where there was one.
 */
export function insertMissing<Row extends ObjectLiteral>(
  manager: EntityManager,
  entity: EntityTarget<Row>,
  row: QueryDeepPartialEntity<Row>,
): Promise<InsertResult> {
  return manager.createQueryBuilder().insert().into(entity).values(row).orIgnore().execute();
}
