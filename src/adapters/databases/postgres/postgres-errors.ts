import { DatabaseError } from '../database-adapter.js';

/** What the driver's error objects carry. `detail`, `where` and most messages may hold row values: never passed on. */
interface ServerFault {
  readonly code?: string;
  readonly message: string;
  readonly schema?: string;
  readonly table?: string;
  readonly column?: string;
  readonly constraint?: string;
  readonly position?: string;
}

interface Verdict {
  readonly code: string;
  readonly message: string;
  readonly transient?: boolean;
}

const BY_STATE: Readonly<Record<string, Verdict>> = {
  '22001': { code: 'value_too_long', message: 'a value is longer than its column allows' },
  '22021': {
    code: 'bad_value',
    message:
      "a text holds a character that the database cannot store (NUL, or none of the database's encoding)",
  },
  '22P05': { code: 'bad_value', message: "a text holds a character that the database's encoding lacks" },
  '22003': { code: 'bad_value', message: 'a number is out of the range of its column' },
  '22P02': { code: 'bad_value', message: "a text cannot be read as its column's type" },
  '25006': {
    code: 'read_only',
    message:
      'the database or the connection is read-only: connect to the primary server, as a user that may write',
  },
  '40001': {
    code: 'serialization',
    message: 'another transaction changed the same rows: try again',
    transient: true,
  },
  '40P01': {
    code: 'deadlock',
    message: 'the server ended a deadlock with another transaction: try again',
    transient: true,
  },
  '53100': { code: 'disk_full', message: "the database server's disk is full" },
  '53300': {
    code: 'too_many_connections',
    message: 'the server accepts no further connections: raise max_connections or use fewer workers',
    transient: true,
  },
  '55P03': {
    code: 'lock_timeout',
    message:
      'another session holds a lock on the table for too long: find it in pg_stat_activity, then try again',
    transient: true,
  },
  '57014': { code: 'cancelled', message: 'the statement was cancelled by the server or its administrator' },
  '57P01': { code: 'lost_connection', message: 'the server ended the connection', transient: true },
  '57P02': { code: 'lost_connection', message: 'the server crashed and is restarting', transient: true },
  '57P03': { code: 'starting_up', message: 'the server is starting up or shutting down', transient: true },
  '57P05': { code: 'lost_connection', message: 'the server ended an idle connection', transient: true },
  '3D000': { code: 'unknown_database', message: 'the server has no database of this name' },
  '28P01': { code: 'bad_credentials', message: 'the server refused the user name or the password' },
  '28000': {
    code: 'bad_credentials',
    message:
      'the server does not let this user in from here: check the user name, pg_hba.conf and whether TLS is asked for',
  },
};

/** Of these the server's own message names objects only, never values. */
const NAMING_STATES: Readonly<Record<string, string>> = {
  '42501': 'permission_denied',
  '42703': 'unknown_column',
  '42P01': 'unknown_table',
  '3F000': 'unknown_schema',
  '42883': 'unknown_function',
  '42704': 'unknown_object',
  '42P07': 'already_exists',
};

const BY_CLASS: Readonly<Record<string, Verdict>> = {
  '08': { code: 'lost_connection', message: 'the connection to the server broke', transient: true },
  '22': { code: 'bad_value', message: 'a value does not fit the type of its column' },
  '23': { code: 'constraint_violation', message: 'a constraint forbids the new values' },
  '28': { code: 'bad_credentials', message: 'the server refused the user name or the password' },
  '42': { code: 'bad_statement', message: 'the server does not accept the statement' },
  '53': { code: 'server_resources', message: 'the server ran out of memory, disk or connections' },
  '57': { code: 'lost_connection', message: 'the server ended the statement', transient: true },
  '58': { code: 'server_fault', message: 'the server met a fault of its own: see its log' },
  P0: {
    code: 'raised_by_database',
    message: 'a trigger or function of the database raised an error: see the server log',
  },
  XX: { code: 'server_fault', message: 'the server met a fault of its own: see its log' },
};

const CONSTRAINT_KINDS: Readonly<Record<string, string>> = {
  '23502': 'a column that must not be NULL got NULL',
  '23503': 'a foreign key has no partner for a new value, or still refers to the row',
  '23505':
    'a unique key would hold the same value twice: mask its column by a mask that keeps values apart, such as imitate_unique',
  '23514': 'a check constraint refuses a new value',
  '23P01': 'an exclusion constraint refuses a new value',
};

/** Turns whatever the driver threw into a `DatabaseError` that holds no data. */
export function toDatabaseError(thrown: unknown): DatabaseError {
  if (thrown instanceof DatabaseError) {
    return thrown;
  }
  const fault = thrown as ServerFault;
  const state = typeof fault.code === 'string' && /^[0-9A-Z]{5}$/.test(fault.code) ? fault.code : null;
  if (state === null || state === 'EPIPE') {
    return driverFault(fault);
  }
  const naming = NAMING_STATES[state];
  if (naming !== undefined) {
    return new DatabaseError(naming, fault.message, false, state);
  }
  if (state === '42601') {
    return new DatabaseError('syntax', `SQL syntax error${place(fault)}`, false, state);
  }
  const verdict = BY_STATE[state] ??
    BY_CLASS[state.slice(0, 2)] ?? { code: 'database_error', message: 'the server reported an error' };
  const message = (CONSTRAINT_KINDS[state] ?? verdict.message) + objectNames(fault);
  return new DatabaseError(verdict.code, message, verdict.transient === true, state);
}

const BROKEN = /terminated|closed|not queryable|connection|socket|timeout/i;

/** Not from the server: the connection broke, or the driver was used wrongly. */
function driverFault(fault: ServerFault): DatabaseError {
  return fault.code !== undefined || BROKEN.test(fault.message)
    ? new DatabaseError('lost_connection', 'the connection to the server broke', true)
    : new DatabaseError('driver_fault', 'the database driver refused the call', false);
}

/** Which constraint an error is about; null: none. */
export function constraintOf(
  thrown: unknown,
): { readonly schema: string; readonly table: string; readonly name: string } | null {
  const { schema, table, constraint } = thrown as ServerFault;
  return schema === undefined || table === undefined || constraint === undefined
    ? null
    : { schema, table, name: constraint };
}

/** Where in the sent text the server stumbled, counted in characters from 1; null when it does not say. */
export function faultPosition(thrown: unknown): number | null {
  const { position } = thrown as ServerFault;
  return position === undefined ? null : Number(position);
}

function place(fault: ServerFault): string {
  return fault.position === undefined ? '' : ` at character ${fault.position}`;
}

function objectNames(fault: ServerFault): string {
  const names = [
    fault.constraint === undefined ? null : `constraint "${fault.constraint}"`,
    fault.column === undefined ? null : `column "${fault.column}"`,
    fault.table === undefined ? null : `table "${fault.schema ?? ''}"."${fault.table}"`,
  ].filter((name) => name !== null);
  return names.length === 0 ? '' : ` (${names.join(', ')})`;
}
