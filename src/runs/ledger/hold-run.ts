import type { EntityManager } from 'typeorm';

/**
 * Holds a run's row until the caller's transaction ends. Before anything else of the run is locked: the order in which
 * everybody locks.
 */
export async function holdRun(manager: EntityManager, runId: number): Promise<void> {
  await manager.query('SELECT 1 FROM run WHERE id = $1 FOR UPDATE', [runId]);
}
