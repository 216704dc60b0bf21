import { DatabaseError } from '../database-adapter.js';
import type { FaultTable } from '../sql/fault-table.js';
import { verdictOf } from '../sql/fault-table.js';
import * as told from '../sql/verdicts.js';

/** What the driver's error objects carry. Messages may hold row values: never passed on as they are. */
export interface ServerFault {
  readonly code?: string;
  readonly number?: number;
  readonly class?: number;
  readonly lineNumber?: number;
  readonly message: string;
}

/** By the numbers that SQL Server documents. */
const FAULTS: FaultTable = [
  [told.DEADLOCK, [1205]],
  [told.LOCK_TIMEOUT, [1222]],
  [told.SERIALIZATION, [3960, 3961, 3966, 41302, 41305, 41325, 41839]],
  [told.LOST, [596, 6005, 17142, 40197, 40613, 49918, 49919, 49920]],
  [told.STARTING, [904, 921, 922, 927, 946, 18401]],
  [told.TOO_MANY, [10928, 10929, 17809, 17810, 40501]],
  [told.RESOURCES, [701, 802, 1204, 8623, 8631, 8632, 8645, 8651]],
  [told.DISK_FULL, [1101, 1105, 3257, 5149, 9002, 40544]],
  [told.READ_ONLY, [978, 979, 3906, 3908, 16305]],
  [told.BAD_CREDENTIALS, [18450, 18451, 18452, 18456, 18458, 18461, 18470, 18486, 18487, 18488]],
  [told.UNKNOWN_DATABASE, [911, 4060, 4064]],
  [told.DUPLICATE, [2601, 2627]],
  [told.NO_PARTNER_OR_CHECK, [547]],
  [told.NULL_REFUSED, [515]],
  [told.TOO_LONG, [2628, 8152]],
  [told.OUT_OF_RANGE, [220, 232, 237, 244, 248, 517, 8115, 8134]],
  [told.UNREADABLE, [235, 241, 242, 245, 257, 260, 295, 296, 529, 8114, 8169, 6522, 6603]],
  [told.NOT_WRITABLE, [271, 272, 8102]],
  [told.TRUNCATE_REFERRED, [4712]],
  [told.CANCELLED, [3617]],
  [told.UNDONE, [266, 3609, 3616, 3930, 3998]],
  [told.HIDDEN_BY_POLICY, [33504]],
];

/** Of these the server's own message names objects only, never values. */
const NAMING: Readonly<Record<number, string>> = {
  ...{ 207: 'unknown_column', 4104: 'unknown_column', 209: 'unknown_column' },
  ...{ 208: 'unknown_table', 4902: 'unknown_table', 3701: 'unknown_table', 2760: 'unknown_schema' },
  ...{ 195: 'unknown_function', 2812: 'unknown_function', 4121: 'unknown_function' },
  ...{ 2714: 'already_exists', 1913: 'already_exists' },
  ...{
    229: 'permission_denied',
    230: 'permission_denied',
    262: 'permission_denied',
    297: 'permission_denied',
  },
  ...{
    300: 'permission_denied',
    916: 'permission_denied',
    1088: 'permission_denied',
    15247: 'permission_denied',
  },
  ...{ 15151: 'permission_denied', 378: 'permission_denied', 2557: 'permission_denied' },
};

const SYNTAX = new Set([102, 103, 105, 113, 130, 132, 145, 156, 170, 319, 4145, 8120, 11501]);

/** Numbers that any trigger or procedure may raise by itself. */
const FIRST_OF_USERS = 50_000;

/** Turns whatever the driver threw into a `DatabaseError` that holds no data. */
export function toDatabaseError(thrown: unknown): DatabaseError {
  if (thrown instanceof DatabaseError) {
    return thrown;
  }
  const fault = firstFault(thrown);
  const { number } = fault;
  if (number === undefined) {
    return told.driverFault(`${fault.code ?? ''} ${fault.message}`);
  }
  const engineCode = String(number);
  const naming = NAMING[number];
  if (naming !== undefined) {
    return new DatabaseError(naming, fault.message.replace(/\.$/, ''), false, engineCode);
  }
  if (SYNTAX.has(number)) {
    const line = fault.lineNumber === undefined ? '' : ` at line ${fault.lineNumber}`;
    return new DatabaseError('syntax', `SQL syntax error${line}`, false, engineCode);
  }
  const verdict = number >= FIRST_OF_USERS ? told.RAISED : verdictOf(FAULTS, number);
  return told.toError(verdict ?? told.unknown(`number ${engineCode}`), engineCode, objectNames(fault));
}

/** Of several errors of one statement the first says what was wrong. */
export function firstFault(thrown: unknown): ServerFault {
  const inner: unknown = thrown instanceof AggregateError ? thrown.errors[0] : undefined;
  return (inner ?? thrown) as ServerFault;
}

/** Anchored at the start: a value that looks the same stands behind it. */
const UNIQUE_CONSTRAINT = /^Violation of (?:PRIMARY|UNIQUE) KEY constraint '([^']*)'/;
const UNIQUE_INDEX = /^Cannot insert duplicate key row in object '[^']*' with unique index '([^']*)'/;
const CONFLICT =
  /^The \w+ statement conflicted with the ((?:FOREIGN KEY|REFERENCE|CHECK|[A-Z ]+?)(?: SAME TABLE)?) constraint "([^"]*)"/;

/** The unique key that two rows would share; null: another error, or the server does not say. */
export function duplicateKey({ number, message }: ServerFault): string | null {
  const pattern = number === 2627 ? UNIQUE_CONSTRAINT : number === 2601 ? UNIQUE_INDEX : null;
  return pattern?.exec(message)?.[1] ?? null;
}

const NULL_COLUMN = /^Cannot insert the value NULL into column '([^']*)'/;
const LONG_COLUMN = /^String or binary data would be truncated in table '[^']*', column '([^']*)'/;

/** The column that refused a value; null: the server does not say. */
export function refusedColumn({ number, message }: ServerFault): string | null {
  const pattern = number === 515 ? NULL_COLUMN : number === 2628 ? LONG_COLUMN : null;
  return pattern?.exec(message)?.[1] ?? null;
}

function objectNames(fault: ServerFault): string {
  const conflict = fault.number === 547 ? CONFLICT.exec(fault.message)?.[2] : undefined;
  const name = conflict ?? duplicateKey(fault);
  return name === null ? '' : ` (constraint "${name}")`;
}
