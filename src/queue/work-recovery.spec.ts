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
});
