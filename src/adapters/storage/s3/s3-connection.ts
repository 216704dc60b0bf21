import { S3Client } from '@aws-sdk/client-s3';
import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts';

import { guardedAgents, readEndpoint, type GuardedAgents } from '../guarded-agents.js';
import { readBaseDirectory } from '../safe-path.js';
import type { StorageSettings } from '../storage-adapter.js';
import { StorageError } from '../storage-error.js';

/** Where the SDK asks first when nobody has said; AWS tells the bucket's region then. */
const FIRST_REGION = 'us-east-1';
const ATTEMPTS = 4;
const CONNECT_MS = 10_000;
const SILENCE_MS = 60_000;
const BUCKET = /^(?:[A-Za-z0-9][A-Za-z0-9._-]{1,254}|arn:[A-Za-z0-9:/_-]+)$/;

/** A bucket and how to talk to it. */
export interface S3Connection {
  readonly client: S3Client;
  readonly bucket: string;
  /** Begins the keys of everything under the base directory: empty, or with a slash at its end. */
  readonly prefix: string;
  /** Names the server: two buckets of one name may lie on two servers. */
  readonly server: string;
  readonly hasOwnEndpoint: boolean;
  close(): void;
}

interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
  readonly expiration?: Date;
}

/** Throws `StorageError` for settings that cannot be right; nothing is asked yet. */
export function connectS3(settings: StorageSettings): S3Connection {
  const { bucket } = settings;
  if (!BUCKET.test(bucket)) {
    throw new StorageError('bad_settings', 'The bucket cannot have this name.');
  }
  const base = readBaseDirectory(settings.baseDirectory);
  const endpoint = settings.endpoint === '' ? null : readEndpoint(settings.endpoint);
  const agents = guardedAgents();
  const common = commonOptions(settings, endpoint, agents);
  const client = new S3Client({
    ...common,
    ...credentialsFor(settings, common),
    forcePathStyle: settings.forcePathStyle,
    followRegionRedirects: endpoint === null && settings.region === '',
    // Framing and trailers of checksums are not understood everywhere; payloads are signed.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return {
    client,
    bucket,
    prefix: base === '' ? '' : `${base}/`,
    server: endpoint === null ? 'aws' : endpoint.host,
    hasOwnEndpoint: endpoint !== null,
    close: () => {
      client.destroy();
      agents.destroy();
    },
  };
}

type CommonOptions = ReturnType<typeof commonOptions>;

function commonOptions(
  settings: StorageSettings,
  endpoint: URL | null,
  agents: GuardedAgents,
): {
  region: string;
  endpoint?: string;
  maxAttempts: number;
  requestHandler: object;
} {
  return {
    region: settings.region === '' ? FIRST_REGION : settings.region,
    ...(endpoint === null ? {} : { endpoint: endpoint.href }),
    maxAttempts: ATTEMPTS,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      httpAgent: agents.http,
      httpsAgent: agents.https,
    },
  };
}

/** Nothing: the default chain of the SDK (environment, profile, role of the machine). */
function credentialsFor(
  settings: StorageSettings,
  common: CommonOptions,
): { credentials?: Credentials | (() => Promise<Credentials>) } {
  const own = ownCredentials(settings);
  if (settings.iamRoleArn === '') {
    return own === null ? {} : { credentials: own };
  }
  // A server of its own that speaks S3 hands out roles at the same address.
  const tokens = new STSClient({ ...common, ...(own === null ? {} : { credentials: own }) });
  return { credentials: () => assumeRole(tokens, settings.iamRoleArn) };
}

function ownCredentials(settings: StorageSettings): Credentials | null {
  const { accessKeyId, secretAccessKey, sessionToken } = settings;
  if (accessKeyId === '') {
    return null;
  }
  return { accessKeyId, secretAccessKey, ...(sessionToken === '' ? {} : { sessionToken }) };
}

/** The SDK asks again shortly before they expire. */
async function assumeRole(tokens: STSClient, roleArn: string): Promise<Credentials> {
  const command = new AssumeRoleCommand({ RoleArn: roleArn, RoleSessionName: 'vizard' });
  const { Credentials: given } = await tokens.send(command);
  if (given?.AccessKeyId === undefined || given.SecretAccessKey === undefined) {
    throw new StorageError('denied', 'The role was not given.');
  }
  return {
    accessKeyId: given.AccessKeyId,
    secretAccessKey: given.SecretAccessKey,
    ...(given.SessionToken === undefined ? {} : { sessionToken: given.SessionToken }),
    ...(given.Expiration === undefined ? {} : { expiration: given.Expiration }),
  };
}
