import { TooManyRequestsError } from '../../common/errors/domain-error.js';
import { LoginLimiterService } from './login-limiter.service.js';
import { MemoryRateCounter } from './memory-rate-counter.js';
import { networkOf } from './rate-limiter.service.js';

describe('MemoryRateCounter', () => {
  it('counts within a window and starts anew after it', () => {
    let now = 1_000;
    const counter = new MemoryRateCounter(() => now);
    expect(counter.hit('a', 100)).toEqual({ hits: 1, resetMs: 100 });
    now += 60;
    expect(counter.hit('a', 100)).toEqual({ hits: 2, resetMs: 40 });
    expect(counter.hit('b', 100)).toEqual({ hits: 1, resetMs: 100 });
    expect(counter.peek('a')).toEqual({ hits: 2, resetMs: 40 });
    now += 40;
    expect(counter.peek('a')).toBeNull();
    expect(counter.hit('a', 100)).toEqual({ hits: 1, resetMs: 100 });
    counter.forget('a');
    expect(counter.peek('a')).toBeNull();
  });

  it('forgets closed windows, so that many addresses do not fill the memory', () => {
    let now = 0;
    const counter = new MemoryRateCounter(() => now);
    for (let i = 0; i < 1_000; i++) {
      counter.hit(`address:${i}`, 1_000);
    }
    now = 120_000;
    counter.hit('one more', 1_000);
    expect((counter as unknown as { windows: Map<string, unknown> }).windows.size).toBe(1);
  });
});

describe('LoginLimiterService', () => {
  const attempt = { usernameKey: 'ada', address: '192.0.2.1' };
  let now: number;
  let limiter: LoginLimiterService;

  beforeEach(() => {
    now = 0;
    limiter = new LoginLimiterService(new MemoryRateCounter(() => now));
  });

  const fail = async (times: number): Promise<void> => {
    for (let i = 0; i < times; i++) {
      await limiter.failed(attempt);
    }
  };

  it('lets four wrong passwords pass', async () => {
    await fail(4);
    await expect(limiter.assertMayTry(attempt)).resolves.toBeUndefined();
  });

  it('makes the pair wait after the fifth, longer each time, at most a minute', async () => {
    const waits: number[] = [];
    await fail(4);
    for (let i = 0; i < 10; i++) {
      await limiter.failed(attempt);
      const refusal = await limiter.assertMayTry(attempt).catch((error: unknown) => error);
      const { retryAfterS } = refusal as TooManyRequestsError;
      waits.push(retryAfterS);
      now += retryAfterS * 1_000;
      await expect(limiter.assertMayTry(attempt)).resolves.toBeUndefined();
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60, 60]);
  });

  it('leaves other accounts and other addresses alone', async () => {
    await fail(20);
    await expect(limiter.assertMayTry(attempt)).rejects.toThrow(TooManyRequestsError);
    await expect(limiter.assertMayTry({ ...attempt, usernameKey: 'bob' })).resolves.toBeUndefined();
    await expect(limiter.assertMayTry({ ...attempt, address: '192.0.2.2' })).resolves.toBeUndefined();
  });

  it('forgets everything after a right password, or a quarter of an hour', async () => {
    await fail(4);
    await limiter.succeeded(attempt);
    await fail(4);
    await expect(limiter.assertMayTry(attempt)).resolves.toBeUndefined();
    now += 15 * 60_000;
    await fail(4);
    await expect(limiter.assertMayTry(attempt)).resolves.toBeUndefined();
  });
});

describe('networkOf', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '::ffff:192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['::1', '0:0:0:0'],
  ])('counts %s as %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
