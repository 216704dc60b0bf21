/** Life of a generation: `queued → running → finished | finished_with_warnings | failed`, and `cancelled` before its end. */
export type GenerationStatus =
  'queued' | 'running' | 'finished' | 'finished_with_warnings' | 'failed' | 'cancelled';

export const GENERATION_STATUSES: readonly GenerationStatus[] = [
  'queued',
  'running',
  'finished',
  'finished_with_warnings',
  'failed',
  'cancelled',
];

export const UNFINISHED_GENERATION_STATUSES: readonly GenerationStatus[] = ['queued', 'running'];

export function isUnfinished(status: GenerationStatus): boolean {
  return UNFINISHED_GENERATION_STATUSES.includes(status);
}

/** Is there a ruleset? */
export function hasRuleset(status: GenerationStatus): boolean {
  return status === 'finished' || status === 'finished_with_warnings';
}
