import express, { type NextFunction, type Request, type Response } from 'express';
import request from 'supertest';
import { Logger } from '../logging/logger.js';
import { requestId } from './request-id.middleware.js';
import { requestLog } from './request-log.middleware.js';

describe('requestLog', () => {
  it('writes one line with the request id, and nothing of query, headers and body', async () => {
    const lines: string[] = [];
    const logger = Logger.create({ level: 'info', format: 'json' }, { write: (line) => lines.push(line) });
    const app = express();
    app.use(requestId, requestLog(logger), express.json());
    app.use((_request: Request, response: Response, _next: NextFunction) => {
      logger.info('Inside');
      response.status(418).end();
    });
    await request(app)
      .post('/api/users/?search=secret-query')
      .set('X-Request-Id', 'id-7')
      .set('Authorization', 'Token secret-header')
      .send({ password: 'secret-body' });
    await request(app).get('/api/healthcheck/');
    const [inside, line, ...rest] = lines.map((text) => JSON.parse(text) as Record<string, unknown>);
    expect(inside).toMatchObject({ msg: 'Inside', request_id: 'id-7' });
    expect(line).toMatchObject({
      msg: 'Request',
      request_id: 'id-7',
      method: 'POST',
      path: '/api/users/',
      status: 418,
    });
    expect(rest.map(({ msg }) => msg)).toEqual(['Inside']);
    expect(lines.join('')).not.toContain('secret-');
  });

  it('writes a sentence for people', async () => {
    const lines: string[] = [];
    const logger = Logger.create({ level: 'info', format: 'pretty' }, { write: (line) => lines.push(line) });
    const app = express();
    app.use(requestId, requestLog(logger), (_request: Request, response: Response) => {
      response.status(204).end();
    });
    await request(app).delete('/api/users/7/?search=secret-query');
    const [line, ...rest] = lines.map((text) => JSON.parse(text) as Record<string, unknown>);
    expect(rest).toEqual([]);
    expect(Object.keys(line ?? {}).sort()).toEqual(['level', 'msg', 'time']);
    expect(line?.msg).toMatch(/^DELETE \/api\/users\/7\/ 204 \d+ ms$/);
  });
});
