import type { OutgoingHttpHeader, ServerResponse } from 'node:http';
import { SECURITY_HEADERS } from '../common/http/security-headers.js';

const CONSTANT: readonly string[] = [...SECURITY_HEADERS.flat(), 'Cache-Control', 'no-store'];
const JSON_TYPE = ['Content-Type', 'application/json; charset=utf-8'];

/** Answers that are ready, to be sent together. */
let ready: (() => void)[] = [];

/** A response and the headers that it carries whatever its content: written at once, which costs least. */
export class Reply {
  constructor(
    readonly response: ServerResponse,
    /** Names and values, one after the other. */
    private readonly headers: readonly string[],
  ) {}

  /**
   * JSON, with its length. It is sent when all requests that have arrived by now are answered: a client that waits is
   * woken once for many answers instead of once for each, which costs more than sending.
   */
  send(status: number, body: string, more: readonly string[] = []): void {
    if (ready.length === 0) {
      setImmediate(sendAll);
    }
    ready.push(() => {
      this.begin(status, [...JSON_TYPE, 'Content-Length', String(Buffer.byteLength(body)), ...more]);
      this.response.write(body);
      // Or `end` would hold it back, to send it together with nothing.
      this.response.socket?.uncork();
      this.response.end();
    });
  }

  /** The head only: content follows. */
  begin(status: number, more: readonly string[]): void {
    const headers: OutgoingHttpHeader[] = [...CONSTANT, ...this.headers, ...more];
    this.response.writeHead(status, headers);
  }
}

function sendAll(): void {
  const sending = ready;
  ready = [];
  for (const send of sending) {
    send();
  }
}
