import { DatabaseError } from '../database-adapter.js';

export function rowsVanished(found: number, rows: number): DatabaseError {
  return new DatabaseError(
    'rows_vanished',
    `${found} of ${rows} rows were updated: the others were deleted or got another key`,
    false,
  );
}
