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
  /** Ends it while nobody uses it. */
  idleTimer?: NodeJS.Timeout;
}

const CLOSE_TIMEOUT_MS = 2_000;
/** Long enough for the next step of a run, too short to be in anybody's way. */
const IDLE_MS = 250;

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
  forgetStatements(wire.driver);
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

/** What the server has parsed is discarded with all else, but the driver counts on it. */
function forgetStatements(driver: pg.Client): void {
  const { connection } = driver as unknown as { connection: Record<string, unknown> };
  connection.parsedStatements = {};
  connection.submittedNamedStatements = {};
}
