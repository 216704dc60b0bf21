import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { NestApplicationOptions } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';

/** Hands a request on to the application as if nobody had looked at it: its body must be untouched. */
export type Pass = () => void;

/** Stands around the answering of every request. */
export type Surrounding = (request: IncomingMessage, response: ServerResponse, answer: () => void) => void;

/** Answers a request, now or later, or passes it on; false: at once, it is none of its business. */
export type AheadListener = (request: IncomingMessage, response: ServerResponse, pass: Pass) => boolean;

/**
 * Express, with one listener that sees requests before it. What it answers costs nothing of the framework: several
 * times as many requests a second (docs/benchmarks.md).
 */
export class AheadAdapter extends ExpressAdapter {
  private ahead: AheadListener | null = null;
  private surrounding: Surrounding | null = null;

  answerAhead(listener: AheadListener): void {
    this.ahead = listener;
  }

  surround(surrounding: Surrounding): void {
    this.surrounding = surrounding;
  }

  override initHttpServer(options: NestApplicationOptions): void {
    super.initHttpServer(options);
    const server = this.getHttpServer();
    const application = this.getInstance<RequestListener>();
    server.removeListener('request', application);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const pass = (): void => {
        application(request, response);
      };
      const answer = (): void => {
        if (this.ahead?.(request, response, pass) !== true) {
          pass();
        }
      };
      if (this.surrounding === null) {
        answer();
      } else {
        this.surrounding(request, response, answer);
      }
    });
  }
}
