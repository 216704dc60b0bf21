/** A table name as resolved in the catalog. */
export interface TableName {
  readonly schema: string;
  readonly table: string;
}

/**
 * Bookkeeping of one run, kept inside the target database so that a batch and its cursor commit together.
 * `claim` fences: whoever claims later makes every earlier holder fail with `DatabaseError('claim_lost')`.
 */
export interface ProgressTable {
  /** Name of the table, unique to installation and run. */
  readonly name: string;
}

export interface PartitionClaim {
  readonly progress: ProgressTable;
  readonly partitionId: number;
  /** Unique to this attempt. */
  readonly token: string;
}
