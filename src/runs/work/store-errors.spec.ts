import { EntityNotFoundError, QueryFailedError } from 'typeorm';
import { DatabaseError } from '../../adapters/databases/index.js';
import { insistently, isPassing, isStoreAway } from './store-errors.js';

const coded = (message: string, code?: string): Error => Object.assign(new Error(message), { code });
const failedQuery = (message: string, code?: string): Error =>
  new QueryFailedError('SELECT 1', [], coded(message, code));

describe('errors of our own database', () => {
  it.each([
    ['a refused connection', coded('connect ECONNREFUSED 127.0.0.1:5432', 'ECONNREFUSED')],
    ['a name that is not found', coded('getaddrinfo EAI_AGAIN store', 'EAI_AGAIN')],
    ['a connection lost in a query', failedQuery('Connection terminated unexpectedly')],
    ['a pool that waits too long', coded('timeout exceeded when trying to connect')],
    ['a shutdown', failedQuery('terminating connection', '57P01')],
    ['a start', coded('the database system is starting up', '57P03')],
    ['a full disk', failedQuery('No space left on device', '53100')],
  ])('%s: it is away', (_what, error) => {
    expect([isStoreAway(error), isPassing(error)]).toEqual([true, true]);
  });

  it('a conflict passes, and the database is there', () => {
    const error = failedQuery('deadlock detected', '40P01');
    expect([isStoreAway(error), isPassing(error)]).toEqual([false, true]);
  });

  it.each([
    ['a missing row', new EntityNotFoundError('Run', { id: 1 })],
    ['a refused value', failedQuery('invalid byte sequence', '22021')],
    ['a missing column', failedQuery('column "x" does not exist', '42703')],
    ['a fault of the code', new TypeError("Cannot read properties of undefined (reading 'x')")],
    ['an error of a target', new DatabaseError('lost_connection', 'Connection terminated', true, '08006')],
    ['something thrown', 'text'],
  ])('%s: it is there, and trying again does not help', (_what, error) => {
    expect([isStoreAway(error), isPassing(error)]).toEqual([false, false]);
  });
});

describe('a step that is done insistently', () => {
  const failing = (errors: readonly Error[]): { step: () => Promise<string>; calls: () => number } => {
    let calls = 0;
    return {
      calls: () => calls,
      step: () => {
        const error = errors[calls];
        calls += 1;
        return error === undefined ? Promise.resolve('done') : Promise.reject(error);
      },
    };
  };

  it('may fail for a while', async () => {
    const noted: unknown[] = [];
    const { step } = failing([new Error('first'), new Error('second')]);
    expect(await insistently(step, (error) => noted.push(error), [0, 0])).toBe('done');
    expect(noted).toEqual([new Error('first'), new Error('second')]);
  });

  it('ends with the last error', async () => {
    const { step, calls } = failing([new Error('first'), new Error('second'), new Error('third')]);
    await expect(insistently(step, () => undefined, [0])).rejects.toThrow('second');
    expect(calls()).toBe(2);
  });

  it('does not insist while the database is away', async () => {
    const { step, calls } = failing([coded('connect ECONNREFUSED', 'ECONNREFUSED')]);
    await expect(insistently(step, () => undefined, [0, 0])).rejects.toThrow('ECONNREFUSED');
    expect(calls()).toBe(1);
  });
});
