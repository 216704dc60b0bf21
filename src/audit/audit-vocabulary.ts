/** What an audit entry may be about. A new domain adds its word here. */
export const AUDIT_CATEGORIES = [
  'auth',
  'user',
  'installation',
  'settings',
  'license',
  'run',
  'ruleset',
  'library',
  'discovery',
  'generation',
  'privacy_report',
  'connection',
  'connection_file',
  'seed',
  'git',
  'ifm_plan',
  'audit_log',
  'log',
] as const;

export const AUDIT_ACTIONS = [
  'logged_in',
  'logged_out',
  'login_failed',
  'started',
  'cancelled',
  'created',
  'modified',
  'deleted',
  'previewed',
  'pushed',
  'exported',
] as const;

export type AuditCategory = (typeof AUDIT_CATEGORIES)[number];
export type AuditAction = (typeof AUDIT_ACTIONS)[number];
