import { createServer } from 'node:http';
import { endServer, listenLocally, urlOf } from './local-server.js';

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
  await listenLocally(server);
  const engine: TestEngine = {
    url: urlOf(server),
    asked,
    isBroken: false,
    stop: () => endServer(server),
  };
  return engine;
}
