import type { Socket } from 'node:net';
import type pg from 'pg';
import { withinTime } from '../sql/server-error.js';
import type { ServerAddress } from './postgres-cancel.js';
import { interceptRows, type RowFrames } from './postgres-row-frames.js';

/** A connection to a server: what may outlive the session that uses it. */
export interface Wire {
  readonly driver: pg.Client;
  readonly address: ServerAddress;
  readonly frames: RowFrames;
  broken: boolean;
  /** Can it be asked to count what was written before it answers? Not known before the first session. */
  countsAtOnce?: boolean;
  /** Ends it while nobody uses it. */
  idleTimer?: NodeJS.Timeout;
}

const CLOSE_TIMEOUT_MS = 2_000;
/** Long enough for the next step of a run, too short to be in anybody's way. */
const IDLE_MS = 1_000;

/** Connections that a session has left like new, by whom they may serve next. */
const IDLE = new Map<string, readonly Wire[]>();

/** Of a driver that is connected and idle. */
export function wireOf(driver: pg.Client, address: ServerAddress): Wire {
  const wire: Wire = { driver, address, frames: interceptRows(socketOf(driver)), broken: false };
  driver.on('error', () => {
    wire.broken = true;
  });
  driver.on('end', () => {
    wire.broken = true;
  });
  return wire;
}

export function takeIdle(heir: string): Wire | undefined {
  for (;;) {
    const wire = IDLE.get(heir)?.at(-1);
    if (wire === undefined) {
      return undefined;
    }
    leaveIdle(wire, heir);
    if (!wire.broken) {
      return wire;
    }
  }
}

/**
 * Keeps a connection for a moment: the steps of a run over many small tables follow each other at once, and a new
 * connection, with all that a server has to read anew for it, costs more than most of them.
 */
export function handOn(wire: Wire, heir: string): void {
  forgetStatements(wire);
  IDLE.set(heir, [...(IDLE.get(heir) ?? []), wire]);
  wire.idleTimer = setTimeout(() => {
    leaveIdle(wire, heir);
    void endWire(wire);
  }, IDLE_MS);
}

/** The last one takes along what it was kept by, which holds a password. */
function leaveIdle(wire: Wire, heir: string): void {
  clearTimeout(wire.idleTimer);
  const others = (IDLE.get(heir) ?? []).filter((other) => other !== wire);
  if (others.length > 0) {
    IDLE.set(heir, others);
  } else {
    IDLE.delete(heir);
  }
}

export async function endWire({ driver }: Wire): Promise<void> {
  await withinTime(
    driver.end().catch(() => undefined),
    CLOSE_TIMEOUT_MS,
  );
  socketOf(driver).destroy();
}

/** The driver offers no public way to drop a connection that does not answer, nor to what the server sends. */
export function socketOf(driver: pg.Client): Socket {
  return (driver as unknown as { connection: { stream: Socket } }).connection.stream;
}

/** Begins the names of prepared statements that outlive a session. */
const KEPT = 'vizard_';
const KEPT_NAMES = new Map<string, string>();

/** The name of a prepared statement that sessions leave to each other. */
export function keptName(text: string): string {
  const known = KEPT_NAMES.get(text);
  if (known !== undefined) {
    return known;
  }
  const name = `${KEPT}${KEPT_NAMES.size + 1}`;
  KEPT_NAMES.set(text, name);
  return name;
}

/**
 * What takes away everything that a session left: as `DISCARD ALL` does, except for the prepared statements that stay.
 * What the session wrote is counted at once, where the server can (15 and later). `RESET ROLE`: servers of before
 * November 2024 forget a role that is set for each login when the authorization is set back.
 */
export function discardText(wire: Wire): string {
  return [
    ...['CLOSE ALL', 'SET SESSION AUTHORIZATION DEFAULT', 'RESET ALL', 'RESET ROLE', 'UNLISTEN *'],
    ...['SELECT pg_catalog.pg_advisory_unlock_all()', 'DISCARD TEMP', 'DISCARD SEQUENCES'],
    ...ownStatements(wire).map((name) => `DEALLOCATE ${name}`),
    ...(wire.countsAtOnce === true ? ['SELECT pg_catalog.pg_stat_force_next_flush()'] : []),
  ].join('; ');
}

function ownStatements({ driver }: Wire): readonly string[] {
  return Object.keys(statementsOf(driver).parsedStatements).filter((name) => !name.startsWith(KEPT));
}

/** The driver counts on what the server had parsed. */
function forgetStatements(wire: Wire): void {
  const connection = statementsOf(wire.driver);
  const kept = (all: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(Object.entries(all).filter(([name]) => name.startsWith(KEPT)));
  connection.parsedStatements = kept(connection.parsedStatements);
  connection.submittedNamedStatements = kept(connection.submittedNamedStatements);
}

interface DriverStatements {
  parsedStatements: Record<string, unknown>;
  submittedNamedStatements: Record<string, unknown>;
}

function statementsOf(driver: pg.Client): DriverStatements {
  return (driver as unknown as { connection: DriverStatements }).connection;
}
