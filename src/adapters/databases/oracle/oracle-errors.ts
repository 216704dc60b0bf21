import { DatabaseError } from '../database-adapter.js';
import type { FaultTable } from '../sql/fault-table.js';
import { verdictOf } from '../sql/fault-table.js';
import * as told from '../sql/verdicts.js';

/** What the driver's error objects carry. Messages may hold row values: never passed on as they are. */
export interface ServerFault {
  readonly code?: string;
  /** `ORA-` number. */
  readonly errorNum?: number;
  readonly message: string;
}

/** By the numbers that Oracle documents. */
const FAULTS: FaultTable = [
  [told.DEADLOCK, [60, 4020]],
  [told.LOCK_TIMEOUT, [54, 30006, 4021]],
  [told.SERIALIZATION, [8176, 8177, 1555]],
  [
    told.LOST,
    [28, 1012, 1041, 1089, 1092, 2396, 3113, 3114, 3135, 3136, 12153, 12170, 12537, 12547, 12570, 12571],
  ],
  [told.STARTING, [1033, 1034, 1090, 1109, 12514, 12518, 12520, 12521, 12526, 12528]],
  [told.TOO_MANY, [18, 20, 2391, 12516, 12519]],
  [told.RESOURCES, [4030, 4031, 4036, 30036, 1562]],
  [
    told.DISK_FULL,
    [257, 1536, 1628, 1630, 1631, 1632, 1650, 1651, 1652, 1653, 1654, 1655, 1658, 1688, 1691, 1692],
  ],
  [told.READ_ONLY, [372, 1456, 12081, 16000, 14466]],
  [told.BAD_CREDENTIALS, [1005, 1017, 1045, 28000, 28001, 28009]],
  [told.UNKNOWN_DATABASE, [12154, 12505]],
  [told.DUPLICATE, [1]],
  [told.NO_PARTNER, [2291, 2292]],
  [told.CHECK, [2290]],
  [told.NULL_REFUSED, [1400, 1407]],
  [told.TOO_LONG, [1401, 12899, 910]],
  [told.OUT_OF_RANGE, [1426, 1438, 1455, 1841, 1873]],
  [
    told.UNREADABLE,
    [1722, 1830, 1839, 1840, 1843, 1847, 1850, 1851, 1852, 1858, 1861, 1867, 1882, 932, 1465, 31011],
  ],
  [told.NOT_WRITABLE, [32795, 32796, 54013, 54017]],
  [told.TRUNCATE_REFERRED, [2266]],
  [told.CANCELLED, [1013, 3156]],
  [told.HIDDEN_BY_POLICY, [28115]],
];

/** Of these the server's own message names objects only, never values. */
const NAMING: Readonly<Record<number, string>> = {
  ...{ 904: 'unknown_column', 918: 'unknown_column', 942: 'unknown_table', 1435: 'unknown_schema' },
  ...{
    955: 'already_exists',
    1031: 'permission_denied',
    1950: 'permission_denied',
    41900: 'permission_denied',
  },
};

const SYNTAX = new Set([
  900, 903, 905, 906, 907, 911, 917, 920, 921, 923, 924, 933, 936, 1756, 6550, 3001, 3048, 3049,
]);

/** Numbers that any trigger or procedure may raise by itself. */
const OF_USERS = { first: 20_000, last: 20_999 };

/** Turns whatever the driver threw into a `DatabaseError` that holds no data. */
export function toDatabaseError(thrown: unknown): DatabaseError {
  if (thrown instanceof DatabaseError) {
    return thrown;
  }
  const fault = thrown as ServerFault;
  const number = numberOf(fault);
  if (number === null) {
    return told.driverFault(`${fault.code ?? ''} ${fault.message}`);
  }
  const engineCode = `ORA-${String(number).padStart(5, '0')}`;
  const naming = NAMING[number];
  if (naming !== undefined) {
    return new DatabaseError(naming, firstLine(fault.message), false, engineCode);
  }
  if (SYNTAX.has(number)) {
    return new DatabaseError('syntax', `SQL syntax error (${engineCode})`, false, engineCode);
  }
  const isRaised = number >= OF_USERS.first && number <= OF_USERS.last;
  const verdict = isRaised ? told.RAISED : verdictOf(FAULTS, number);
  return told.toError(verdict ?? told.unknown(engineCode), engineCode, objectNames(fault, number));
}

/** Null: the error is none of the server's. */
export function numberOf({ errorNum, message }: ServerFault): number | null {
  if (errorNum !== undefined && errorNum > 0) {
    return errorNum;
  }
  const found = /^ORA-(\d+)/.exec(message)?.[1];
  return found === undefined ? null : Number(found);
}

/** Anchored at the start: newer servers put values behind it. */
const CONSTRAINT = /^ORA-\d+: [^\n(]*\(([^)\n]*\.[^)\n]*)\) violated/;
const NULL_COLUMN = /^ORA-\d+: [^\n(]*\("[^"]*"\."[^"]*"\."([^"]*)"\)/;
const LONG_COLUMN = /^ORA-12899: [^\n"]*"[^"]*"\."[^"]*"\."([^"]*)"/;

function objectNames({ message }: ServerFault, number: number): string {
  const constraint = [1, 2290, 2291, 2292].includes(number) ? CONSTRAINT.exec(message)?.[1] : undefined;
  if (constraint !== undefined) {
    return ` (constraint "${constraint.slice(constraint.indexOf('.') + 1)}")`;
  }
  const column =
    number === 12899
      ? LONG_COLUMN.exec(message)?.[1]
      : number === 1400 || number === 1407
        ? NULL_COLUMN.exec(message)?.[1]
        : undefined;
  return column === undefined ? '' : `: column "${column}"`;
}

function firstLine(message: string): string {
  return (message.split('\n')[0] ?? '').replace(/^ORA-\d+: /, '');
}
