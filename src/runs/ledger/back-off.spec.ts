import { DatabaseError } from '../../adapters/databases/index.js';
import { BackOff } from './back-off.js';
import type { PartitionWatch } from './partition-watch.js';

const MINUTE_MS = 60_000;
const AWAY = new DatabaseError('refused', 'cannot connect to db:5432: nothing listens there', true, null);
const DENIED = new DatabaseError('bad_credentials', 'cannot connect to db:5432: no', false, null);

describe('BackOff', () => {
  let pauses: number[];
  let watch: PartitionWatch;

  beforeEach(() => {
    jest.useFakeTimers({ now: 0 });
    pauses = [];
    const pause = (ms: number): Promise<void> => {
      pauses.push(ms);
      jest.setSystemTime(Date.now() + ms);
      return Promise.resolve();
    };
    watch = { patienceMs: MINUTE_MS, rows: { rowsRead: 0 }, pause } as unknown as PartitionWatch;
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  /** Fails until it gives up; each attempt takes so long. */
  const giveUp = async (backOff: BackOff, error: Error, attemptMs = 0): Promise<unknown> => {
    for (;;) {
      jest.setSystemTime(Date.now() + attemptMs);
      try {
        await backOff.afterError(error);
      } catch (last) {
        return last;
      }
    }
  };

  it('waits for a target that is lost as long as the installation says, and tells how often', async () => {
    const last = await giveUp(new BackOff(watch), AWAY);
    expect(last).toMatchObject({ code: 'refused', message: `given up after 10 attempts: ${AWAY.message}` });
    expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBeCloseTo(MINUTE_MS);
  });

  it('tells soon of a target that was never there', async () => {
    await giveUp(BackOff.forFirstContact(watch), AWAY);
    expect(Date.now()).toBeLessThanOrEqual(3_001);
  });

  it('asks a host that does not answer once when it was never there, and says just that', async () => {
    expect(await giveUp(BackOff.forFirstContact(watch), AWAY, 8_000)).toBe(AWAY);
    expect(pauses).toEqual([]);
  });

  it('does not wait where waiting cannot help', async () => {
    expect(await giveUp(new BackOff(watch), DENIED)).toBe(DENIED);
    expect(pauses).toEqual([]);
  });
});
