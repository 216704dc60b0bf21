import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { endServer, listenLocally, urlOf } from './local-server.js';

/** A request on its way to a server. */
export interface TappedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** `before`: the server has not seen it; `after`: it has done it, and the client has no answer yet. */
  readonly moment: 'before' | 'after';
}

/** `lost`: the connection breaks here. */
export type Tap = (request: TappedRequest) => Promise<'go' | 'lost'>;

/** Stands in front of an HTTP server and lets a test act in the middle of any request. */
export class TappedProxy {
  tap: Tap = () => Promise.resolve('go');

  private constructor(
    private readonly server: Server,
    private readonly target: URL,
  ) {
    server.on('request', (incoming, response) => {
      // A client that was killed in the middle of a request is no fault of ours.
      this.serve(incoming, response).catch(() => response.destroy());
    });
  }

  static async start(target: string): Promise<TappedProxy> {
    return new TappedProxy(await listenLocally(createServer()), new URL(target));
  }

  get endpoint(): string {
    return urlOf(this.server);
  }

  async stop(): Promise<void> {
    await endServer(this.server);
  }

  private async serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    const { method = '', url = '' } = incoming;
    const { pathname, searchParams } = new URL(url, this.target);
    const tapped = { method, path: decodeURIComponent(pathname), query: searchParams };
    if ((await this.tap({ ...tapped, moment: 'before' })) === 'lost') {
      incoming.socket.destroy();
      return;
    }
    const answer = await this.forward(incoming, body);
    const content = await buffer(answer);
    if ((await this.tap({ ...tapped, moment: 'after' })) === 'lost') {
      incoming.socket.destroy();
      return;
    }
    const { 'transfer-encoding': _, ...headers } = answer.headers;
    response.writeHead(answer.statusCode ?? 502, headers);
    response.end(content);
  }

  /** The host stays as the client wrote it: signatures cover it. */
  private forward({ method, url, headers }: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
    const { hostname, port } = this.target;
    return new Promise((resolve, reject) => {
      request({ hostname, port, method, path: url, headers, agent: false }, resolve)
        .once('error', reject)
        .end(body);
    });
  }
}
