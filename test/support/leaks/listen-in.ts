/**
 * Before each e2e test file: hooks Node's HTTP client, `fetch` and `fork`, so that every answer of the program, whoever
 * asked for it and in whichever process it runs, is kept for the check at the end of the run.
 */
import childProcess from 'node:child_process';
import { ClientRequest, IncomingMessage, OutgoingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { isTelling, logFile, recordSaid, recordSecret } from './records.js';
import { noteSecrets, noteShown, secretsIn } from './told-secrets.js';

const OURS = /^\/(api|ifm|ruleset-plans|metrics)\b/;
/** Larger requests are data to be masked, not settings with secrets. */
const MAX_REQUEST_BYTES = 1_000_000;

const TOKEN = /^(?:Token|Bearer) ([0-9a-f]{40}|eyJ[\w-]+\.[\w-]+\.[\w-]+)$/;

const sent = new WeakMap<ClientRequest, Buffer[]>();
const received = new WeakMap<IncomingMessage, Buffer[]>();

type Outgoing = Pick<OutgoingMessage, 'write' | 'end'>;
type WriteArguments = [chunk: unknown, ...rest: unknown[]];
const plain = OutgoingMessage.prototype as unknown as Record<
  'write' | 'end',
  (...args: unknown[]) => unknown
>;

Object.assign(ClientRequest.prototype, {
  write(this: ClientRequest, ...args: WriteArguments): unknown {
    keep(this, args[0]);
    return plain.write.apply(this, args);
  },
  end(this: ClientRequest, ...args: WriteArguments): unknown {
    keep(this, args[0]);
    noteToken(this);
    return plain.end.apply(this, args);
  },
} as unknown as Outgoing);

const push = Readable.prototype.push as (...args: unknown[]) => boolean;
// Not IncomingMessage's: that is ours already, of the test file before, in a process that runs several.
const destroy = Readable.prototype.destroy as (...args: unknown[]) => IncomingMessage;

Object.assign(IncomingMessage.prototype, {
  push(this: IncomingMessage & { req?: ClientRequest }, ...args: WriteArguments): boolean {
    if (this.req !== undefined && OURS.test(this.req.path)) {
      hear(this, this.req, args[0] as Buffer | null);
    }
    return push.apply(this, args);
  },
  /** An answer that is broken off, such as a stream of events, counts as far as it came. */
  destroy(this: IncomingMessage & { req?: ClientRequest }, ...args: [Error?]): IncomingMessage {
    if (this.req !== undefined && received.has(this)) {
      hear(this, this.req, null);
    }
    return destroy.apply(this, args);
  },
});

const plainFetch = globalThis.fetch;
globalThis.fetch = async (input, init): Promise<Response> => {
  const answer = await plainFetch(input, init);
  const { pathname } = new URL(answer.url);
  const name = placeName(init?.method ?? 'GET', pathname);
  if (typeof init?.body === 'string') {
    noteSecrets(pathname, 'json', Buffer.from(init.body));
  }
  const body = Buffer.from(await answer.clone().arrayBuffer());
  noteShown(answer.headers.get('content-type') ?? '', body);
  recordSaid({ kind: 'answer', name }, Buffer.concat([headLines([...answer.headers].flat()), body]));
  return answer;
};

/** Worker processes write their log to a file of ours instead of the console of the tests; errors still go there. */
const plainFork = (childProcess.fork as { plain?: typeof childProcess.fork }).plain ?? childProcess.fork;
const quietFork = (entry: string, args: readonly string[], options: childProcess.ForkOptions): unknown => {
  const file = logFile();
  const stdio = file === null ? options.stdio : ['ignore', file, 'inherit', 'ipc'];
  return plainFork(entry, args, { ...options, ...(stdio === undefined ? {} : { stdio: stdio as 'pipe'[] }) });
};
childProcess.fork = Object.assign(quietFork, { plain: plainFork }) as unknown as typeof childProcess.fork;

function keep(request: ClientRequest, chunk: unknown): void {
  if (OURS.test(request.path) && (typeof chunk === 'string' || chunk instanceof Uint8Array)) {
    const chunks = sent.get(request) ?? [];
    sent.set(request, chunks);
    if (chunk.length < MAX_REQUEST_BYTES) {
      chunks.push(Buffer.from(chunk as string));
    }
  }
}

function noteToken(request: ClientRequest): void {
  const [, token = ''] = TOKEN.exec(String(request.getHeader('authorization') ?? '')) ?? [];
  if (OURS.test(request.path)) {
    recordSecret('token of the caller', token);
    recordSecret('run secret', String(request.getHeader('x-run-secret') ?? ''));
  }
}

/** `chunk` null: the answer is complete. */
function hear(answer: IncomingMessage, request: ClientRequest, chunk: Buffer | null): void {
  const chunks = received.get(answer) ?? [];
  if (chunk !== null) {
    received.set(answer, chunks);
    chunks.push(chunk);
    return;
  }
  received.delete(answer);
  const body = Buffer.concat(chunks);
  const encoding = answer.headers['content-encoding'];
  const [path = ''] = request.path.split('?');
  const isRefused = (answer.statusCode ?? 0) >= 400;
  const asked = Buffer.concat(sent.get(request) ?? []);
  const askedType = String(request.getHeader('content-type') ?? '');
  const refused = isRefused ? secretsIn(askedType, asked).filter(({ value }) => isTelling(value)) : [];
  if (!isRefused) {
    noteSecrets(path, askedType, asked);
  }
  noteShown(answer.headers['content-type'] ?? '', body);
  noteCookies(answer.headers['set-cookie'] ?? []);
  const name = placeName(request.method, path);
  recordSaid({ kind: 'answer', name: `${name} (headers)` }, headLines(answer.rawHeaders));
  recordSaid({ kind: 'answer', name, refused, ...(encoding === undefined ? {} : { encoding }) }, body);
}

function noteCookies(cookies: readonly string[]): void {
  for (const cookie of cookies) {
    recordSecret('session cookie', /=([^;]*)/.exec(cookie)?.[1] ?? '');
  }
}

function headLines(raw: readonly string[]): Buffer {
  return Buffer.from(`${raw.join('\n')}\n`);
}

/** Ids are no help to whoever looks for the place of a leak. */
function placeName(method: string, path: string): string {
  return `${method} ${path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|(?<=\/)\d+(?=\/|$)/g, '{id}')}`;
}
