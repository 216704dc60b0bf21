import type { EntityManager } from 'typeorm';

/** Any constant: it only has to be the same everywhere. */
const LOCK = 7_216_002;

/**
 * Held until the transaction ends by whoever judges a ruleset and stores the verdict: what the verdict rests on stays as
 * it is meanwhile. Taken before any row is locked.
 */
export async function holdSources(manager: EntityManager): Promise<void> {
  await manager.query('SELECT pg_advisory_xact_lock_shared($1)', [LOCK]);
}

/** Held until the transaction ends by whoever changes libraries or seed files and has rulesets judged again. */
export async function lockSources(manager: EntityManager): Promise<void> {
  await manager.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
}
