import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';

import { checkedLookup, isBlockedHost } from '../outgoing-addresses.js';
import { StorageError } from './storage-error.js';

const MAX_LENGTH = 2_048;
const SOCKETS = { keepAlive: true, maxSockets: 64 };

/** Connections of one store, to no address that is refused: whatever an endpoint redirects to. */
export interface GuardedAgents {
  readonly http: HttpAgent;
  readonly https: HttpsAgent;
  destroy(): void;
}

type HttpConnect = HttpAgent['createConnection'];
type HttpsConnect = HttpsAgent['createConnection'];

export function guardedAgents(): GuardedAgents {
  const http = new GuardedHttpAgent({ ...SOCKETS, lookup: checkedLookup(refusal) });
  const https = new GuardedHttpsAgent({ ...SOCKETS, lookup: checkedLookup(refusal) });
  return {
    http,
    https,
    destroy: () => {
      http.destroy();
      https.destroy();
    },
  };
}

/** The address of a server as settings give it. Throws `bad_settings`; the message does not repeat it. */
export function readEndpoint(text: string): URL {
  const url = text.length <= MAX_LENGTH && URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new StorageError('bad_settings', 'The endpoint must begin with http:// or https://.');
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new StorageError('bad_settings', 'The endpoint must be without a user, a query and a fragment.');
  }
  assertAllowed(url.hostname);
  return url;
}

/** What is wrong with the address of a server, known without asking it; null: nothing. */
export function endpointProblem(text: string): string | null {
  try {
    readEndpoint(text);
    return null;
  } catch (error) {
    return (error as StorageError).message;
  }
}

/** Throws `bad_settings` for an address that users may not send us to. */
export function assertAllowed(host: string | null | undefined): void {
  if (isBlockedHost(host ?? '')) {
    throw refusal();
  }
}

/** Addresses that need no looking up are judged here. */
class GuardedHttpAgent extends HttpAgent {
  override createConnection(...[options, callback]: Parameters<HttpConnect>): ReturnType<HttpConnect> {
    assertAllowed(options.host);
    return super.createConnection(options, callback);
  }
}

class GuardedHttpsAgent extends HttpsAgent {
  override createConnection(...[options, callback]: Parameters<HttpsConnect>): ReturnType<HttpsConnect> {
    assertAllowed(options.host);
    return super.createConnection(options, callback);
  }
}

function refusal(): StorageError {
  return new StorageError(
    'bad_settings',
    'The endpoint is a link-local or metadata address, which is not allowed.',
  );
}
