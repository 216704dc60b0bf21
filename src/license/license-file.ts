import { createPublicKey, verify, type KeyObject } from 'node:crypto';

/** What a licence file grants. A limit that is null is none. */
export interface LicenseGrant {
  readonly uuid: string;
  readonly name: string;
  readonly type: string;
  readonly expires: Date | null;
  readonly rowLimit: number | null;
  readonly quotaTb: number | null;
  readonly maximumNodeCount: number | null;
}

/** The text is no licence of ours. Says why. */
export class LicenseFileError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'LicenseFileError';
  }
}

const HEADER = { alg: 'EdDSA', typ: 'vizard-license+jws' };

/** The issuer's Ed25519 key from PEM text. Throws `LicenseFileError`. */
export function issuerKey(pem: string): KeyObject {
  try {
    const key = createPublicKey(pem.replaceAll('\\n', '\n'));
    if (key.asymmetricKeyType === 'ed25519') {
      return key;
    }
  } catch {
    // Said below, for every kind of wrong key.
  }
  throw new LicenseFileError('LICENSE_PUBLIC_KEY is no Ed25519 public key as PEM text.');
}

/** Reads a licence file: a compact JWS, signed by Ed25519. Nothing of it is believed before its signature. */
export function readLicenseFile(text: string, key: KeyObject): LicenseGrant {
  const parts = text.trim().split('.');
  const [header = '', payload = '', signature = ''] = parts;
  if (parts.length !== 3 || !parts.every((part) => /^[\w-]+$/.test(part))) {
    throw new LicenseFileError('The file is no licence.');
  }
  const { alg, typ } = objectOf(header);
  if (alg !== HEADER.alg || typ !== HEADER.typ) {
    throw new LicenseFileError('The file is no licence of this program.');
  }
  const signed = Buffer.from(`${header}.${payload}`);
  if (!verify(null, signed, key, Buffer.from(signature, 'base64url'))) {
    throw new LicenseFileError('The licence was altered, or was issued by somebody else.');
  }
  return toGrant(objectOf(payload));
}

function objectOf(part: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>;
    }
  } catch {
    // Said below.
  }
  throw new LicenseFileError('The file is no licence.');
}

function toGrant(claims: Readonly<Record<string, unknown>>): LicenseGrant {
  const { uuid, name, type, exp } = claims;
  if (typeof uuid !== 'string' || typeof name !== 'string' || typeof type !== 'string') {
    throw new LicenseFileError('The licence lacks uuid, name or type.');
  }
  const expires = limitOf(exp, 'exp');
  return {
    uuid,
    name,
    type,
    expires: expires === null ? null : new Date(expires * 1000),
    rowLimit: limitOf(claims.row_limit, 'row_limit'),
    quotaTb: limitOf(claims.quota_tb, 'quota_tb'),
    maximumNodeCount: limitOf(claims.maximum_node_count, 'maximum_node_count'),
  };
}

function limitOf(value: unknown, name: string): number | null {
  if (value === undefined || value === null) {
    return null;
  }
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0 || value > 1e12) {
    throw new LicenseFileError(`The licence has no sensible ${name}.`);
  }
  return value;
}
