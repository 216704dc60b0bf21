import { loadConfig } from '../../config/load-config.js';
import { SigningKeys } from './signing-keys.js';

const DAY_MS = 86_400_000;

const keysOf = (secret: string, env: Record<string, string> = {}): SigningKeys =>
  new SigningKeys(
    loadConfig({ env: { SECRET_KEY: secret.repeat(40), ...env }, root: '/', cwd: '/', isTerminal: false }),
  );

describe('SigningKeys', () => {
  it('are the same in every process, and others each day', () => {
    const now = 20_000 * DAY_MS;
    expect(keysOf('a').current(now)).toEqual(keysOf('a').current(now + DAY_MS - 1));
    expect(keysOf('a').current(now).id).not.toBe(keysOf('a').current(now + DAY_MS).id);
    expect(keysOf('a').current(now).bytes).not.toEqual(keysOf('a').current(now + DAY_MS).bytes);
  });

  it('verify while their tokens live, and not after', () => {
    const now = 20_000 * DAY_MS;
    const { id } = keysOf('a').current(now);
    const isKnown = (at: number, env?: Record<string, string>): boolean =>
      keysOf('a', env).find(id, at) !== null;
    expect([isKnown(now), isKnown(now + DAY_MS), isKnown(now - 1)]).toEqual([true, true, true]);
    expect([isKnown(now + 2 * DAY_MS), isKnown(now - 2 * DAY_MS)]).toEqual([false, false]);
    expect(isKnown(now + 3 * DAY_MS, { JWT_ACCESS_TTL_S: String(3 * 86_400) })).toBe(true);
  });

  it('of another secret are not known', () => {
    const { id } = keysOf('a').current();
    expect(keysOf('b').find(id)).toBeNull();
    expect(keysOf('a').find(id)?.id).toBe(id);
    expect([keysOf('a').find(''), keysOf('a').find(`${id}x`), keysOf('a').find('x-1')]).toEqual([
      null,
      null,
      null,
    ]);
  });
});
