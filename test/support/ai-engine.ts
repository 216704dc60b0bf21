import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface EngineQuestion {
  readonly path: string;
  readonly text: string;
  readonly entities: readonly string[];
}

/** An engine that knows the name of one ship, `Nautilus`, as whatever it is asked for. */
export interface TestEngine {
  readonly url: string;
  readonly asked: EngineQuestion[];
  /** Refuses each question, and repeats in its answer what it was sent. */
  isBroken: boolean;
  stop(): Promise<void>;
}

export async function startEngine(): Promise<TestEngine> {
  const asked: EngineQuestion[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const question = JSON.parse(Buffer.concat(chunks).toString('utf8')) as EngineQuestion;
      asked.push({ ...question, path: request.url ?? '' });
      response.statusCode = engine.isBroken ? 400 : 200;
      response.setHeader('content-type', 'application/json');
      const start = question.text.indexOf('Nautilus');
      const found = { entity_type: question.entities[0], start, end: start + 8, score: 0.9 };
      response.end(JSON.stringify(engine.isBroken ? { error: question.text } : start < 0 ? [] : [found]));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const engine: TestEngine = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    isBroken: false,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return engine;
}
