import type { StorageErrorCode } from './storage-error.js';

/** What users are told of a fault. */
export type Meaning = readonly [StorageErrorCode, string];

export const DENIED: Meaning = ['denied', 'The credentials do not allow this (HTTP 403).'];
export const CHANGED: Meaning = ['changed', 'The file was changed by someone else meanwhile.'];
export const SLOW: Meaning = ['slow_down', 'The storage asks to slow down; several attempts did not help.'];
export const TIMEOUT: Meaning = ['timeout', 'The storage did not answer in time.'];
const LOST: Meaning = ['unreachable', 'The connection to the storage was lost.'];

/** Where a service differs from others. */
export interface ServiceWords {
  /** By its own words and those of its SDK. */
  readonly byName: Readonly<Record<string, Meaning>>;
  readonly byStatus: Readonly<Record<number, Meaning>>;
  /** What users should check where the service cannot be reached. */
  readonly check: string;
}

/** What an SDK says of a fault; empty and 0: nothing. */
export interface SaidFault {
  /** Most telling first. */
  readonly names: readonly string[];
  /** As sockets name it: `ECONNRESET`. */
  readonly socket: string;
  readonly status: number;
}

const BY_SOCKET: Readonly<Record<string, Meaning | null>> = {
  ECONNRESET: LOST,
  EPIPE: LOST,
  ETIMEDOUT: TIMEOUT,
  ESOCKETTIMEDOUT: TIMEOUT,
  // Of a request that was broken off.
  AbortError: TIMEOUT,
  // Null: the service cannot be reached.
  ...{ ECONNREFUSED: null, ENOTFOUND: null, EAI_AGAIN: null, EHOSTUNREACH: null, ENETUNREACH: null },
  REQUEST_SEND_ERROR: null,
};

const BY_STATUS: Readonly<Record<number, Meaning>> = {
  401: DENIED,
  403: DENIED,
  408: TIMEOUT,
  412: CHANGED,
  429: SLOW,
  500: ['unreachable', 'The storage has a fault of its own (HTTP 500).'],
  502: LOST,
  503: SLOW,
  504: TIMEOUT,
};

/** The meaning of a fault; what the other side wrote besides is not shown. */
export function meaningOf({ byName, byStatus, check }: ServiceWords, said: SaidFault): Meaning {
  const { names, socket, status } = said;
  const named = names.map((name) => byName[name]).find((meaning) => meaning !== undefined);
  const word = [socket, ...names].find((name) => name in BY_SOCKET);
  if (named === undefined && word !== undefined) {
    return (
      BY_SOCKET[word] ?? ['unreachable', `The storage cannot be reached. Check ${check} and the network.`]
    );
  }
  const meaning = named ?? tlsFault(socket) ?? byStatus[status] ?? BY_STATUS[status];
  return meaning ?? ['failed', `The storage refuses${shown(names, status)}.`];
}

function tlsFault(socket: string): Meaning | undefined {
  return /CERT|SIGNATURE|ALTNAME|SSL|TLS|EPROTO/.test(socket)
    ? ['unreachable', 'The certificate of the storage is not trusted, or it speaks no TLS.']
    : undefined;
}

/** The service’s word for the fault, if it is a plain one. */
function shown(names: readonly string[], status: number): string {
  const word = names.find((name) => /^[A-Za-z_.]{1,64}$/.test(name)) ?? '';
  const said = [word, status === 0 ? '' : `HTTP ${status}`].filter((part) => part !== '').join(', ');
  return said === '' ? '' : ` (${said})`;
}
