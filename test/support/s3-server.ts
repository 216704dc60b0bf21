import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { bucketAnswer, errorAnswer, xmlAnswer, type S3Answer, type S3Request } from './s3-answers.js';
import { Bucket } from './s3-bucket.js';
import { objectAnswer } from './s3-object-answers.js';
import { decodeBody, signatureFault, type KnownKey, type SignedRequest } from './s3-signature.js';
import { endServer, listenLocally, urlOf } from './local-server.js';

/** What goes wrong with the next requests that a test names. */
export interface Trouble {
  /** How many requests it strikes. */
  times: number;
  readonly strikes: (request: S3Request) => boolean;
  /** Error code of the answer; `cut`: the answer's body ends after half its bytes; `lost`: done, but unanswered. */
  readonly how: string;
}

export const ROLE_ARN = 'arn:aws:iam::000000000000:role/masking';

/**
 * Speaks enough of S3 for one bucket (path style): checks signatures and digests, takes chunked uploads apart, knows parts,
 * ranges, conditions, pages, guards of public access and archived objects, hands out a role, and fails on demand.
 */
export class S3Server {
  readonly bucket = new Bucket();
  readonly keys = new Map<string, KnownKey>([['test-key', { secret: 'test-secret' }]]);
  readonly requests: S3Request[] = [];
  troubles: Trouble[] = [];

  private constructor(
    private readonly server: Server,
    private readonly bucketName: string,
  ) {
    server.on('request', (request, response) => {
      // A client that was killed in the middle of a request is no fault of ours.
      this.serve(request, response).catch(() => response.destroy());
    });
  }

  static async start(bucketName: string): Promise<S3Server> {
    return new S3Server(await listenLocally(createServer()), bucketName);
  }

  get endpoint(): string {
    return urlOf(this.server);
  }

  async stop(): Promise<void> {
    await endServer(this.server);
  }

  private async serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) {
      chunks.push(chunk as Buffer);
    }
    const { method = '', url = '', headers } = incoming;
    const signed = { method, url, headers, body: Buffer.concat(chunks) };
    const request = requestOf(signed);
    this.requests.push(request);
    const fault = signatureFault(signed, this.keys);
    const trouble = this.troubles.find(({ times, strikes }) => times > 0 && strikes(request));
    if (trouble !== undefined) {
      trouble.times -= 1;
    }
    const isError = trouble !== undefined && !['cut', 'lost'].includes(trouble.how);
    const answer = isError
      ? errorAnswer(trouble.how)
      : fault === null
        ? this.answer(request)
        : errorAnswer(fault);
    if (trouble?.how === 'lost') {
      incoming.socket.destroy();
      return;
    }
    send(response, method, answer, trouble?.how === 'cut');
  }

  private answer(request: S3Request): S3Answer {
    if (request.bucket === '' && request.method === 'POST') {
      return this.giveRole(request);
    }
    if (request.bucket !== this.bucketName) {
      return errorAnswer('NoSuchBucket');
    }
    const answer =
      request.key === '' ? bucketAnswer(this.bucket, request) : objectAnswer(this.bucket, request);
    return answer ?? errorAnswer('NotImplemented');
  }

  private giveRole({ body }: S3Request): S3Answer {
    const asked = new URLSearchParams(body.toString());
    if (asked.get('Action') !== 'AssumeRole' || asked.get('RoleArn') !== ROLE_ARN) {
      return errorAnswer('AccessDenied');
    }
    this.keys.set('role-key', { secret: 'role-secret', token: 'role-token' });
    const expiration = new Date(Date.now() + 3_600_000).toISOString();
    return xmlAnswer(
      `<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleResult><Credentials><AccessKeyId>role-key</AccessKeyId><SecretAccessKey>role-secret</SecretAccessKey><SessionToken>role-token</SessionToken><Expiration>${expiration}</Expiration></Credentials></AssumeRoleResult></AssumeRoleResponse>`,
    );
  }
}

function requestOf(signed: SignedRequest): S3Request {
  const url = new URL(signed.url, 'http://server');
  const [bucket = '', ...key] = url.pathname.slice(1).split('/');
  return {
    method: signed.method,
    bucket,
    key: decodeURIComponent(key.join('/')),
    query: url.searchParams,
    headers: signed.headers,
    body: decodeBody(signed),
  };
}

function send(response: ServerResponse, method: string, answer: S3Answer, isCut: boolean): void {
  const body = Buffer.from(answer.body ?? '');
  const length = method === 'HEAD' ? {} : { 'content-length': String(body.length) };
  response.writeHead(answer.status, { ...length, ...answer.headers });
  if (isCut) {
    response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.destroy());
  } else {
    response.end(method === 'HEAD' ? undefined : body);
  }
}
