import { ContainerClient, newPipeline, type RequestPolicyFactory } from '@azure/storage-blob';

import { assertAllowed, guardedAgents, type GuardedAgents } from '../guarded-agents.js';
import { readBaseDirectory } from '../safe-path.js';
import type { StorageSettings } from '../storage-adapter.js';
import { StorageError } from '../storage-error.js';

const CONTAINER = /^(?:\$root|[a-z0-9](?:-?[a-z0-9]){2,62})$/;
const RETRIES = { maxTries: 4, retryDelayInMs: 300, maxRetryDelayInMs: 5_000, tryTimeoutInMs: 120_000 };

/** A container and how to talk to it. */
export interface AzureConnection {
  readonly container: ContainerClient;
  /** Begins the names of everything under the base directory: empty, or with a slash at its end. */
  readonly prefix: string;
  /** Names the container for good; no secret. */
  readonly place: string;
  close(): void;
}

/** Throws `StorageError` for settings that cannot be right; nothing is asked yet. */
export function connectAzure(settings: StorageSettings): AzureConnection {
  const base = readBaseDirectory(settings.baseDirectory);
  if (!CONTAINER.test(settings.container)) {
    throw new StorageError('bad_settings', 'The container cannot have this name.');
  }
  const described = containerOf(settings);
  const { origin, pathname, hostname, searchParams } = new URL(described.url);
  assertAllowed(hostname);
  assertNotExpired(searchParams.get('se'));
  const agents = guardedAgents();
  const pipeline = newPipeline(described.credential, { retryOptions: RETRIES });
  pipeline.factories.push(guardOf(agents));
  return {
    container: new ContainerClient(described.url, pipeline),
    prefix: base === '' ? '' : `${base}/`,
    place: `azure:${origin}${pathname}`,
    close: () => {
      agents.destroy();
    },
  };
}

/** The SDK takes the connection string apart; its errors may repeat it. */
function containerOf({ connectionString, container }: StorageSettings): ContainerClient {
  if (connectionString === '') {
    throw new StorageError('bad_settings', 'Give the connection string of the storage account.');
  }
  try {
    const client = new ContainerClient(connectionString, container);
    if (!/^https?:\/\//.test(client.url)) {
      throw new RangeError('no address');
    }
    return client;
  } catch {
    throw new StorageError(
      'bad_settings',
      'The connection string is not valid. It needs AccountName and AccountKey, or BlobEndpoint and SharedAccessSignature.',
    );
  }
}

/** The service's answer to an expired signature is the same as to a wrong one, except for its prose. */
function assertNotExpired(end: string | null): void {
  if (end !== null && Date.parse(end) < Date.now()) {
    throw new StorageError('expired_credentials', 'The shared access signature has expired.');
  }
}

/** Sends every request, also one after a redirect, by the agents that refuse addresses. */
function guardOf(agents: GuardedAgents): RequestPolicyFactory {
  return {
    create: (next) => ({
      sendRequest: (request) => {
        request.agent = request.url.startsWith('https:') ? agents.https : agents.http;
        return next.sendRequest(request);
      },
    }),
  };
}
