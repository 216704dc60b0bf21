import { Logger } from '../common/logging/logger.js';
import { WorkRecovery } from './work-recovery.js';

describe('WorkRecovery', () => {
  it('calls every finder, one at a time, even when one fails', async () => {
    const recovery = new WorkRecovery(Logger.silent());
    const calls: string[] = [];
    recovery.register('first', async () => {
      calls.push('first begins');
      await new Promise((resolve) => setTimeout(resolve, 20));
      calls.push('first ends');
    });
    recovery.register('second', () => Promise.reject(new Error('no database')));
    recovery.register('third', () => {
      calls.push('third');
      return Promise.resolve();
    });
    await Promise.all([recovery.runOnce(), recovery.runOnce()]);
    expect(calls).toEqual(['first begins', 'first ends', 'third']);
  });

  it('looks at start, and no more after stop', async () => {
    const recovery = new WorkRecovery(Logger.silent());
    let calls = 0;
    const called = new Promise<void>((resolve) => {
      recovery.register('only', () => {
        calls += 1;
        resolve();
        return Promise.resolve();
      });
    });
    recovery.start();
    await called;
    await recovery.stop();
    await recovery.runOnce();
    expect(calls).toBe(1);
  });

  it('looks again soon after a round that is under way, and makes no second row of rounds of it', async () => {
    jest.useFakeTimers();
    try {
      const recovery = new WorkRecovery(Logger.silent());
      let calls = 0;
      let end: () => void = () => undefined;
      recovery.register('only', () => {
        calls += 1;
        return new Promise((resolve) => {
          end = resolve;
        });
      });
      recovery.start();
      await jest.advanceTimersByTimeAsync(0);
      recovery.soon();
      await jest.advanceTimersByTimeAsync(10);
      expect(calls).toBe(1);
      end();
      await jest.advanceTimersByTimeAsync(10);
      expect(calls).toBe(2);
      end();
      await jest.advanceTimersByTimeAsync(0);
      expect(jest.getTimerCount()).toBe(1);
      await recovery.stop();
      expect(jest.getTimerCount()).toBe(0);
    } finally {
      jest.useRealTimers();
    }
  });
});
