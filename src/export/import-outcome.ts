import { DomainError } from '../common/errors/domain-error.js';

export const IMPORT_STATUSES = ['NOT_CREATED', 'CREATED_DUPLICATE', 'CREATED', 'RESTORED', 'ERROR'] as const;

export type ImportStatus = (typeof IMPORT_STATUSES)[number];

/** What became of one thing in an archive. */
export interface Outcome {
  readonly status: ImportStatus;
  /** For people. */
  readonly message: string;
}

/** What became of one thing that is found again by its name alone. */
export interface NamedOutcome extends Outcome {
  readonly exportedName: string;
}

export const CREATED: Outcome = { status: 'CREATED', message: 'Created.' };
export const OVERWRITTEN: Outcome = { status: 'RESTORED', message: 'Overwritten, as asked for.' };
export const KEPT: Outcome = {
  status: 'NOT_CREATED',
  message: 'Kept as it is here: the content in the archive differs.',
};

/** Why something could not be imported; an unexpected error is thrown on. */
export function failure(error: unknown): Outcome {
  if (error instanceof DomainError) {
    return { status: 'ERROR', message: Object.values(error.fields ?? {})[0]?.[0] ?? error.message };
  }
  throw error;
}
