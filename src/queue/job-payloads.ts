/**
 * Every job of the program: name → payload. Payloads hold ids only, never data or secrets; a handler loads fresh state.
 * A new job is one line here, one line in `JOB_LANES` and one handler.
 */
export interface JobPayloads {
  /** Read one run's ledger, decide what may start next, act, return. Never waits. */
  'advance-run': { readonly runId: number };
  /** Claim and work one ledger partition (checks, splitting, masking, a statement, verification, clean-up). */
  'work-partition': { readonly partitionId: number };
  /** A supervised worker process died: give back what it had claimed. */
  'release-worker': { readonly workerId: string };
  /** Validate a large ruleset outside the request. */
  'validate-ruleset': { readonly rulesetId: string };
  /** Generate a ruleset from what was discovered. */
  'generate-ruleset': { readonly generationId: string };
  /** Measure what tables tell about people. */
  'measure-privacy': { readonly reportId: string };
  /** Hand one mail of the outbox to the mail server. */
  'send-mail': { readonly mailId: string };
}

export type JobName = keyof JobPayloads;

/**
 * `step` jobs are short and run side by side; `work` jobs are long and bounded by the worker's slots, so a long job
 * never delays a decision.
 */
export type JobLane = 'step' | 'work';

export const JOB_LANES: Readonly<Record<JobName, JobLane>> = {
  'advance-run': 'step',
  'work-partition': 'work',
  'release-worker': 'step',
  'validate-ruleset': 'step',
  'generate-ruleset': 'step',
  'measure-privacy': 'work',
  'send-mail': 'step',
};
