import { recordOpen, recordSecret, recordSecretFile, type Secret } from './records.js';

/** Fields whose values are secrets, in requests and in answers, and what a failure calls them. */
export const SECRET_FIELDS: Readonly<Record<string, string>> = {
  password: 'password',
  re_password: 'password',
  current_password: 'password',
  new_password: 'password',
  re_new_password: 'password',
  smtp_password: 'password of the mail server',
  dbpassword: 'connection password',
  connection_string: 'connection string',
  snowflake_azure_connection_string: 'connection string',
  snowflake_private_key_passphrase: 'passphrase',
  secret_access_key: 'secret access key',
  session_token: 'session token',
  wallet: 'private key',
  wallet_password: 'passphrase',
  run_secret: 'run secret',
  key: 'user token',
  api_token: 'API token',
  access_token: 'access token',
  refresh_token: 'refresh token',
  refresh: 'refresh token',
};

/** Other things are called `key`, too: these are a token, or a private key among the options of a connection. */
const SECRET_KEY = /^[0-9a-f]{40}$|PRIVATE KEY/;

/** Uploads that are keys, or archives of keys. */
const SECRET_UPLOADS =
  /^\/api\/(git-ssh-key|connection-filesets|oracle-wallets|files\/(oracle-wallets|snowflake-keys|connection-filesets))\//;
const SECRET_FILE = /name="(?:key_file|zip_archive)"/;

/** Bodies beyond this are data to be masked. */
const MAX_BYTES = 1_000_000;
const MAX_DEPTH = 3;

/** Remembers the secrets of a request that was not refused: fields of JSON, uploaded keys and wallets. */
export function noteSecrets(path: string, contentType: string, body: Buffer): void {
  const boundary = /boundary="?([^";]+)/.exec(contentType)?.[1];
  if (boundary !== undefined && SECRET_UPLOADS.test(path) && body.length <= MAX_BYTES) {
    noteUpload(body, boundary);
  }
  secretsIn(contentType, body).forEach(({ kind, value }) => {
    // Of a key, each line counts.
    if (value.includes('\n')) {
      recordSecretFile(kind, Buffer.from(value));
    } else {
      recordSecret(kind, value);
    }
  });
}

/** Remembers what an answer tells its owner: tokens and temporary passwords. */
export function noteShown(contentType: string, body: Buffer): void {
  fieldsIn(contentType, body).secrets.forEach(({ kind, value }) => {
    recordSecret(kind, value);
  });
}

/** The secrets among the fields of a request. What stands in other fields, too, is none. */
export function secretsIn(contentType: string, body: Buffer): Secret[] {
  const { secrets, others } = fieldsIn(contentType, body);
  others.forEach(recordOpen);
  return secrets.filter(({ value }) => !others.has(value));
}

function fieldsIn(contentType: string, body: Buffer): PartedFields {
  const isRead = contentType.includes('json') && body.length <= MAX_BYTES;
  return partedFields(isRead ? parsed(body.toString()) : null);
}

/** Remembers the secrets among the variables that the program is started with. */
export function noteEnvironment(env: Readonly<Record<string, string | undefined>>): void {
  recordSecret('SECRET_KEY', env.SECRET_KEY ?? '');
  for (const name of ['DATABASE_URL', 'REDIS_URL']) {
    const address = env[name];
    if (address !== undefined && URL.canParse(address)) {
      recordSecret(`password of ${name}`, decodeURIComponent(new URL(address).password));
    }
  }
}

interface PartedFields {
  readonly secrets: Secret[];
  /** Texts of all other fields. */
  readonly others: Set<string>;
}

function partedFields(
  value: unknown,
  found: PartedFields = { secrets: [], others: new Set() },
  depth = 0,
): PartedFields {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) {
    return found;
  }
  for (const [name, part] of Object.entries(value as Record<string, unknown>)) {
    const kind = SECRET_FIELDS[name];
    if (typeof part !== 'string') {
      partedFields(part, found, depth + 1);
    } else if (kind === undefined || (name === 'key' && !SECRET_KEY.test(part))) {
      found.others.add(part);
    } else {
      found.secrets.push({ kind: part.includes('PRIVATE KEY') ? 'private key' : kind, value: part });
    }
  }
  return found;
}

function noteUpload(body: Buffer, boundary: string): void {
  for (const part of body.toString('latin1').split(`--${boundary}`)) {
    const end = part.indexOf('\r\n\r\n');
    if (end > 0 && SECRET_FILE.test(part.slice(0, end))) {
      recordSecretFile('uploaded key', Buffer.from(part.slice(end + 4, -2), 'latin1'));
    }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
