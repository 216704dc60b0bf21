import { Logger } from './logger.js';
import { NestLogger } from './nest-logger.js';

function capture(level = 'info'): {
  logger: Logger;
  lines: () => Record<string, unknown>[];
  text: () => string;
} {
  let text = '';
  const logger = Logger.create({ level, format: 'json' }, { write: (chunk: string) => (text += chunk) });
  const lines = (): Record<string, unknown>[] =>
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { logger, lines, text: () => text };
}

describe('Logger', () => {
  it('writes fields and message as one line of JSON', () => {
    const { logger, lines } = capture();
    logger.child({ runId: 7 }).info('Run started', { rows: 3 });
    expect(lines()).toEqual([
      { level: 'info', time: expect.any(Number), runId: 7, rows: 3, msg: 'Run started' },
    ]);
  });

  it.each([
    'password',
    'dbpassword',
    'db_password',
    'passphrase',
    'authorization',
    'Authorization',
    'token',
    'accessToken',
    'key',
    'apiKey',
    'private_key',
    'run_secret',
    'runSecret',
    'config_yaml',
    'configYaml',
    'cookie',
    'set-cookie',
    'secretKey',
    'databaseUrl',
    'DATABASE_URL',
  ])('hides %s at any depth, in lines and in child loggers', (name) => {
    const { logger, text } = capture();
    logger.info('x', { [name]: 'hunter2', a: [{ b: { [name]: { c: 'hunter2' } } }] });
    logger.child({ headers: { [name]: 'hunter2' } }).info('x');
    expect(text()).not.toContain('hunter2');
    expect(text()).toContain('[hidden]');
  });

  it('keeps harmless fields', () => {
    const { logger, lines } = capture();
    logger.info('x', { keyCount: 2, path: '/api/auth/token/login/', task: '2.0', when: new Date(0) });
    expect(lines()[0]).toMatchObject({ keyCount: 2, path: '/api/auth/token/login/', task: '2.0' });
  });

  it('survives cycles, deep values and bytes', () => {
    const { logger, lines } = capture();
    const cycle: Record<string, unknown> = { bytes: Buffer.from('hunter2') };
    cycle.self = cycle;
    logger.info('x', { cycle });
    expect(JSON.stringify(lines()[0])).toContain('[bytes]');
  });

  it("keeps an error's message, code and stack, but no rows, statements or address passwords", () => {
    const { logger, lines, text } = capture();
    const err = Object.assign(new Error('no answer from postgres://app:hunter2@db:5432/x'), {
      code: '23505',
      detail: 'Key (email)=(bob@example.com) already exists.',
      query: 'INSERT INTO person',
      parameters: ['bob@example.com'],
    });
    logger.error('Failed', { err });
    expect(lines()[0]).toMatchObject({ err: { type: 'Error', code: '23505' } });
    expect(text()).not.toMatch(/hunter2|bob@|INSERT/);
    expect(text()).toContain('postgres://app:***@db:5432/x');
  });

  it('obeys the level', () => {
    const { logger, lines } = capture('warn');
    logger.info('no');
    logger.warn('yes');
    expect(lines()).toHaveLength(1);
    expect(logger.isDebugEnabled()).toBe(false);
  });
});

describe('NestLogger', () => {
  it("turns the framework's chatter into debug lines and keeps its errors", () => {
    const { logger, lines } = capture('debug');
    const nest = new NestLogger(logger);
    nest.log('Mapped route', 'RouterExplorer');
    nest.error('Broken', 'stack text', 'ExceptionHandler');
    expect(lines()).toMatchObject([
      { level: 'debug', context: 'RouterExplorer', msg: 'Mapped route' },
      { level: 'error', context: 'ExceptionHandler', stack: 'stack text', msg: 'Broken' },
    ]);
  });

  it('leaves failed starts to whoever started', () => {
    const { logger, lines } = capture('info');
    new NestLogger(logger).error('Error: listen EADDRINUSE', 'NestApplication');
    expect(lines()).toEqual([]);
  });
});
