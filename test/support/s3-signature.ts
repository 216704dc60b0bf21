import { createHash, createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** What is signed of a request. */
export interface SignedRequest {
  readonly method: string;
  /** As sent: path and query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface KnownKey {
  readonly secret: string;
  /** Expected in `x-amz-security-token`. */
  readonly token?: string;
  readonly isExpired?: boolean;
}

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest();

/** Checks a signature (AWS version 4, in the header) and the digest of the body. Null: right; else the error's code. */
export function signatureFault(request: SignedRequest, keys: ReadonlyMap<string, KnownKey>): string | null {
  const header = request.headers.authorization ?? '';
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      header,
    );
  if (match === null) {
    return 'AccessDenied';
  }
  const [, id = '', scope = '', signedNames = '', signature] = match;
  const key = keys.get(id);
  if (key === undefined) {
    return 'InvalidAccessKeyId';
  }
  const time = headerOf(request, 'x-amz-date');
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonicalOf(request, signedNames))].join('\n');
  if (hmac(signingKey(key.secret, scope), text).toString('hex') !== signature) {
    return 'SignatureDoesNotMatch';
  }
  if (key.token !== undefined && headerOf(request, 'x-amz-security-token') !== key.token) {
    return 'InvalidToken';
  }
  if (key.isExpired === true) {
    return 'ExpiredToken';
  }
  return digestFault(request);
}

/** Takes the frames of a chunked upload away. */
export function decodeBody({ headers, body }: SignedRequest): Buffer {
  if (!String(headers['x-amz-content-sha256'] ?? '').startsWith('STREAMING-')) {
    return body;
  }
  const chunks: Buffer[] = [];
  let position = 0;
  for (;;) {
    const lineEnd = body.indexOf('\r\n', position);
    const size = Number.parseInt(body.toString('latin1', position, lineEnd), 16);
    if (size === 0) {
      return Buffer.concat(chunks);
    }
    chunks.push(body.subarray(lineEnd + 2, lineEnd + 2 + size));
    position = lineEnd + 2 + size + 2;
  }
}

function digestFault(request: SignedRequest): string | null {
  const stated = headerOf(request, 'x-amz-content-sha256');
  if (stated === 'UNSIGNED-PAYLOAD' || stated.startsWith('STREAMING-') || stated === '') {
    return null;
  }
  return stated === sha256(request.body) ? null : 'XAmzContentSHA256Mismatch';
}

function canonicalOf(request: SignedRequest, signedNames: string): string {
  const [path = '', query = ''] = request.url.split('?', 2);
  const parameters = query
    .split('&')
    .filter((part) => part !== '')
    .map((part) => (part.includes('=') ? part : `${part}=`))
    .sort();
  const headers = signedNames.split(';').map((name) => `${name}:${headerOf(request, name).trim()}\n`);
  const digest = headerOf(request, 'x-amz-content-sha256') || sha256(request.body);
  return [request.method, path, parameters.join('&'), headers.join(''), signedNames, digest].join('\n');
}

function signingKey(secret: string, scope: string): Buffer {
  return scope.split('/').reduce<string | Buffer>((key, part) => hmac(key, part), `AWS4${secret}`) as Buffer;
}

function headerOf(request: SignedRequest, name: string): string {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(',') : (value ?? '');
}
