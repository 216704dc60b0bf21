import { DatabaseError } from '../database-adapter.js';

/** What the driver's error objects carry. Messages may hold row values: never passed on as they are. */
export interface ServerFault {
  readonly code?: string;
  readonly errno?: number;
  readonly sqlState?: string;
  readonly message: string;
}

interface Verdict {
  readonly code: string;
  readonly message: string;
  readonly transient?: boolean;
}

const LOST: Verdict = {
  code: 'lost_connection',
  message: 'the server ended the connection',
  transient: true,
};
const CANCELLED: Verdict = {
  code: 'cancelled',
  message: 'the statement was cancelled by the server or its administrator',
};
const READ_ONLY: Verdict = {
  code: 'read_only',
  message:
    'the database or the connection is read-only: connect to the primary server, as a user that may write',
};
const DISK_FULL: Verdict = { code: 'disk_full', message: "the database server's disk or a table is full" };
const TOO_MANY: Verdict = {
  code: 'too_many_connections',
  message: 'the server accepts no further connections: raise max_connections or use fewer workers',
  transient: true,
};
const BAD_CREDENTIALS: Verdict = {
  code: 'bad_credentials',
  message: 'the server refused the user name or the password',
};
const TOO_LONG: Verdict = { code: 'value_too_long', message: 'a value is longer than its column allows' };
const OUT_OF_RANGE: Verdict = { code: 'bad_value', message: 'a number is out of the range of its column' };
const UNREADABLE: Verdict = { code: 'bad_value', message: "a text cannot be read as its column's type" };
const PACKET: Verdict = {
  code: 'bad_value',
  message: "a row is larger than the server takes at once: raise the server's max_allowed_packet",
};
const NULL_REFUSED: Verdict = {
  code: 'constraint_violation',
  message: 'a column that must not be NULL got NULL',
};
const DUPLICATE: Verdict = {
  code: 'constraint_violation',
  message:
    'a unique key would hold the same value twice: mask its column by a mask that keeps values apart, such as imitate_unique',
};
const NO_PARTNER: Verdict = {
  code: 'constraint_violation',
  message: 'a foreign key has no partner for a new value, or still refers to the row',
};
const CHECK: Verdict = { code: 'constraint_violation', message: 'a check constraint refuses a new value' };
const RESOURCES: Verdict = {
  code: 'server_resources',
  message: 'the server ran out of memory, disk or connections',
};

const BY_NUMBER: Readonly<Record<number, Verdict>> = {
  1020: {
    code: 'serialization',
    message: 'another transaction changed the same rows: try again',
    transient: true,
  },
  1021: DISK_FULL,
  1037: RESOURCES,
  1038: RESOURCES,
  1040: TOO_MANY,
  1041: RESOURCES,
  1045: BAD_CREDENTIALS,
  1048: NULL_REFUSED,
  1049: { code: 'unknown_database', message: 'the server has no database of this name' },
  1053: LOST,
  1062: DUPLICATE,
  1114: DISK_FULL,
  1153: PACKET,
  1205: {
    code: 'lock_timeout',
    message:
      "another session holds a lock on the table for too long: find it by SHOW PROCESSLIST or in the server's lock tables, then try again",
    transient: true,
  },
  1213: {
    code: 'deadlock',
    message: 'the server ended a deadlock with another transaction: try again',
    transient: true,
  },
  1216: NO_PARTNER,
  1217: NO_PARTNER,
  1226: TOO_MANY,
  1264: OUT_OF_RANGE,
  1290: READ_ONLY,
  1317: CANCELLED,
  1406: TOO_LONG,
  1451: NO_PARTNER,
  1452: NO_PARTNER,
  1644: {
    code: 'raised_by_database',
    message: 'a trigger or routine of the database raised an error: see its text there',
  },
  1690: OUT_OF_RANGE,
  1698: BAD_CREDENTIALS,
  1701: {
    code: 'foreign_key',
    message: 'the table cannot be truncated: a foreign key of another table refers to it',
  },
  1792: READ_ONLY,
  1836: READ_ONLY,
  1927: LOST,
  1969: CANCELLED,
  3024: CANCELLED,
  3169: LOST,
  3819: CHECK,
  3980: READ_ONLY,
  4025: CHECK,
  4031: LOST,
};

/** Of these the server's own message names objects only, never values. */
const NAMING: Readonly<Record<number, string>> = {
  1044: 'permission_denied',
  1050: 'already_exists',
  1051: 'unknown_table',
  1054: 'unknown_column',
  1142: 'permission_denied',
  1143: 'permission_denied',
  1146: 'unknown_table',
  1227: 'permission_denied',
  1305: 'unknown_function',
  1370: 'permission_denied',
};

const BY_CLASS: Readonly<Record<string, Verdict>> = {
  '08': { code: 'lost_connection', message: 'the connection to the server broke', transient: true },
  '21': { code: 'bad_statement', message: 'the server does not accept the statement' },
  '22': { code: 'bad_value', message: 'a value does not fit the type of its column' },
  '23': { code: 'constraint_violation', message: 'a constraint forbids the new values' },
  '28': BAD_CREDENTIALS,
  '40': { code: 'serialization', message: 'the server undid the transaction: try again', transient: true },
  '42': { code: 'bad_statement', message: 'the server does not accept the statement' },
  '45': { code: 'raised_by_database', message: 'a trigger or routine of the database raised an error' },
};

/** Values that cannot be stored; the number alone says which kind. Column names stand at the end of the message. */
const VALUE_NUMBERS = new Set([1265, 1292, 1366, 1367, 1411, 1416, 1441, 1525, 3140, 3156, 4078]);
const SYNTAX = new Set([1064, 1149]);

/** Turns whatever the driver threw into a `DatabaseError` that holds no data. */
export function toDatabaseError(thrown: unknown): DatabaseError {
  if (thrown instanceof DatabaseError) {
    return thrown;
  }
  const fault = thrown as ServerFault;
  const { errno, sqlState } = fault;
  if (typeof errno !== 'number' || errno <= 0 || sqlState === undefined) {
    return driverFault(fault);
  }
  const engineCode = String(errno);
  const naming = NAMING[errno];
  if (naming !== undefined) {
    return new DatabaseError(naming, withoutPrefix(fault.message), false, engineCode);
  }
  if (SYNTAX.has(errno)) {
    const line = / at line (\d+)\s*$/.exec(fault.message)?.[1];
    return new DatabaseError(
      'syntax',
      `SQL syntax error${line === undefined ? '' : ` at line ${line}`}`,
      false,
      engineCode,
    );
  }
  const verdict = verdictOf(errno, sqlState);
  const message = verdict.message + objectNames(fault);
  return new DatabaseError(verdict.code, message, verdict.transient === true, engineCode);
}

function verdictOf(errno: number, state: string): Verdict {
  return (
    BY_NUMBER[errno] ??
    (VALUE_NUMBERS.has(errno) ? UNREADABLE : undefined) ??
    BY_CLASS[state.slice(0, 2)] ?? {
      code: 'database_error',
      message: `the server reported an error (number ${errno})`,
    }
  );
}

const BROKEN = /clos|lost|connection|socket|timeout|ECONN|EPIPE/i;

/** Not from the server: the connection broke, or the driver was used wrongly. */
function driverFault(fault: ServerFault): DatabaseError {
  return BROKEN.test(`${fault.code ?? ''} ${fault.message}`)
    ? new DatabaseError('lost_connection', 'the connection to the server broke', true)
    : new DatabaseError('driver_fault', 'the database driver refused the call', false);
}

/** Some servers put their own name or the number before the text. */
function withoutPrefix(message: string): string {
  return message.replace(/^\(conn[^)]*\) /, '');
}

/** Anchored at the end: a value that looks the same stands before it. */
const KEY_OF_DUPLICATE = / for key '([^']*)'$/;
const COLUMN_IN_QUOTES = /^(?:Column|Data too long for column|Out of range value for column) '([^']*)'/;
const COLUMN_AT_END = / for column [^\n]*?`?([^`'.]+)[`'] at row \d+$/;
const FOREIGN_KEY = /CONSTRAINT `((?:[^`]|``)*)` FOREIGN KEY \(([^)]*)\)/;
const CHECKED = /^(?:CONSTRAINT `((?:[^`]|``)*)` failed|Check constraint '([^']*)')/;

/** The unique key that two rows would share, as the server names it; null: another error. */
export function duplicateKey(fault: ServerFault): string | null {
  return fault.errno === 1062 ? (KEY_OF_DUPLICATE.exec(fault.message)?.[1] ?? null) : null;
}

/** What the server says of a column, by the number of its error. */
const COLUMN_PATTERNS: Readonly<Record<number, readonly RegExp[]>> = {
  1048: [COLUMN_IN_QUOTES],
  1264: [COLUMN_IN_QUOTES, COLUMN_AT_END],
  1265: [/ for column '([^']*)' at row \d+$/],
  1406: [COLUMN_IN_QUOTES, COLUMN_AT_END],
};

/** The column that refused a value; null: the server does not say. */
export function refusedColumn({ errno = 0, message }: ServerFault): string | null {
  const patterns = COLUMN_PATTERNS[errno] ?? (VALUE_NUMBERS.has(errno) ? [COLUMN_AT_END] : []);
  for (const pattern of patterns) {
    const column = pattern.exec(message)?.[1];
    if (column !== undefined) {
      return column;
    }
  }
  return null;
}

function objectNames(fault: ServerFault): string {
  if (fault.errno === 1451 || fault.errno === 1452) {
    return foreignKeyNames(fault.message);
  }
  const [, quoted, plain] = CHECKED.exec(fault.message) ?? [];
  const isCheck = fault.errno === 4025 || fault.errno === 3819;
  const name = isCheck ? (quoted ?? plain) : duplicateKey(fault);
  return typeof name === 'string' ? ` (constraint "${name}")` : '';
}

function foreignKeyNames(message: string): string {
  const [, constraint, columns = ''] = FOREIGN_KEY.exec(message) ?? [];
  const names = columns.split(/, ?/).map((name) => `"${name.replaceAll('`', '')}"`);
  return constraint === undefined
    ? ''
    : ` (constraint "${constraint}"): column${names.length > 1 ? 's' : ''} ${names.join(', ')}`;
}
