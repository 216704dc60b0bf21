import { DatabaseError } from '../database-adapter.js';

/** What an error of the server means for a run, in words that hold for every kind of database. */
export interface Verdict {
  readonly code: string;
  readonly message: string;
  readonly transient?: boolean;
}

export const DEADLOCK: Verdict = {
  code: 'deadlock',
  message: 'the server ended a deadlock with another transaction: try again',
  transient: true,
};
export const LOCK_TIMEOUT: Verdict = {
  code: 'lock_timeout',
  message:
    "another session holds a lock on the table for too long: find it in the server's lock views, then try again",
  transient: true,
};
export const SERIALIZATION: Verdict = {
  code: 'serialization',
  message: 'another transaction changed the same rows: try again',
  transient: true,
};
export const LOST: Verdict = {
  code: 'lost_connection',
  message: 'the server ended the connection',
  transient: true,
};
export const STARTING: Verdict = {
  code: 'starting_up',
  message: 'the database is starting, stopping or being recovered: try again later',
  transient: true,
};
export const TOO_MANY: Verdict = {
  code: 'too_many_connections',
  message: 'the server accepts no further connections: raise its limit or use fewer workers',
  transient: true,
};
export const RESOURCES: Verdict = {
  code: 'server_resources',
  message: 'the server ran out of memory, locks or other resources',
};
export const DISK_FULL: Verdict = {
  code: 'disk_full',
  message: "the database server's disk, a file of the database or its log is full",
};
export const READ_ONLY: Verdict = {
  code: 'read_only',
  message:
    'the database or the connection is read-only: connect to the primary server, as a user that may write',
};
export const BAD_CREDENTIALS: Verdict = {
  code: 'bad_credentials',
  message: 'the server refused the user name or the password, or the account is locked or expired',
};
export const UNKNOWN_DATABASE: Verdict = {
  code: 'unknown_database',
  message: 'there is no database of this name, or this user may not use it',
};
export const DUPLICATE: Verdict = {
  code: 'constraint_violation',
  message:
    'a unique key would hold the same value twice: mask its column by a mask that keeps values apart, such as imitate_unique',
};
export const NO_PARTNER: Verdict = {
  code: 'constraint_violation',
  message: 'a foreign key has no partner for a new value, or still refers to the row',
};
export const CHECK: Verdict = {
  code: 'constraint_violation',
  message: 'a check constraint refuses a new value',
};
export const NO_PARTNER_OR_CHECK: Verdict = {
  code: 'constraint_violation',
  message: 'a foreign key has no partner for a new value, or a check constraint refuses it',
};
export const NULL_REFUSED: Verdict = {
  code: 'constraint_violation',
  message: 'a column that must not be NULL got NULL',
};
export const TOO_LONG: Verdict = {
  code: 'value_too_long',
  message: 'a value is longer than its column allows',
};
export const OUT_OF_RANGE: Verdict = {
  code: 'bad_value',
  message: 'a number or date is out of the range of its column',
};
export const UNREADABLE: Verdict = {
  code: 'bad_value',
  message: "a text cannot be read as its column's type",
};
export const NOT_WRITABLE: Verdict = {
  code: 'bad_value',
  message: 'the database itself gives the values of this column: it cannot be masked',
};
export const TRUNCATE_REFERRED: Verdict = {
  code: 'foreign_key',
  message: 'the table cannot be truncated: a foreign key of another table refers to it',
};
export const CANCELLED: Verdict = {
  code: 'cancelled',
  message: 'the statement was cancelled by the server or its administrator',
};
export const UNDONE: Verdict = {
  code: 'raised_by_database',
  message: 'a trigger or routine of the database ended the transaction',
};
export const RAISED: Verdict = {
  code: 'raised_by_database',
  message: 'a trigger or routine of the database raised an error: see its text there',
};
export const HIDDEN_BY_POLICY: Verdict = {
  code: 'permission_denied',
  message: 'a security policy of the database refuses the new value',
};

export function unknown(number: string): Verdict {
  return { code: 'database_error', message: `the server reported an error (${number})` };
}

/** `names`: what follows the message, such as the name of a constraint. */
export function toError(verdict: Verdict, engineCode: string, names = ''): DatabaseError {
  return new DatabaseError(verdict.code, verdict.message + names, verdict.transient === true, engineCode);
}

const BROKEN = /clos|lost|connection|socket|time-?out|hang up|ECONN|EPIPE/i;

/** Not from the server: the connection broke, or the driver was used wrongly. `told`: its code and message. */
export function driverFault(told: string): DatabaseError {
  return BROKEN.test(told)
    ? new DatabaseError('lost_connection', 'the connection to the server broke', true)
    : new DatabaseError('driver_fault', 'the database driver refused the call', false);
}

export function lostConnection(): DatabaseError {
  return new DatabaseError('lost_connection', 'the connection to the server broke', true);
}
