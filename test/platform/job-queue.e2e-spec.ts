import { setTimeout as sleep } from 'node:timers/promises';
import { UnavailableError } from '../../src/common/errors/domain-error.js';
import { hasRedis } from '../support/redis.js';
import { startQueue, type JobEvent, type QueueUnderTest } from './queue-under-test.js';

const DRIVERS = hasRedis() ? (['in-process', 'bull'] as const) : (['in-process'] as const);

/** The most jobs of a lane that ran at the same time. */
function peak(events: readonly JobEvent[]): number {
  let running = 0;
  return events.reduce((most, { event }) => {
    running += event === 'start' ? 1 : -1;
    return Math.max(most, running);
  }, 0);
}

describe.each(DRIVERS)('the %s job queue', (driver) => {
  describe('with one worker of two slots', () => {
    let target: QueueUnderTest;
    beforeAll(async () => {
      target = await startQueue(driver, 1, 2);
    });
    afterAll(() => target.stop());

    it('hands a job with its payload to a worker process', async () => {
      await target.queue.enqueue('advance-run', { runId: 101 });
      const [event] = await target.seen({ event: 'end', id: 101 });
      expect(event).toMatchObject({ name: 'advance-run' });
      expect(event?.pid).not.toBe(process.pid);
      await expect(target.queue.workersAlive()).resolves.toBe(true);
    });

    it('runs every job that has no id', async () => {
      await Promise.all([1, 2, 3].map(() => target.queue.enqueue('advance-run', { runId: 102 })));
      await expect(target.seen({ event: 'end', id: 102 }, 3)).resolves.toHaveLength(3);
    });

    it('takes a job with an id once while it waits or runs, and again when it has ended', async () => {
      const enqueue = (): Promise<void> =>
        target.queue.enqueue('work-partition', { partitionId: 602 }, { jobId: 'same' });
      await enqueue();
      await enqueue();
      await target.seen({ event: 'start', id: 602 });
      await enqueue();
      target.release(true);
      await target.seen({ event: 'end', id: 602 });
      await sleep(500);
      expect(target.events({ event: 'start', id: 602 })).toHaveLength(1);
      await enqueue();
      await target.seen({ event: 'end', id: 602 }, 2);
    });

    it('keeps the ids of different jobs apart', async () => {
      await target.queue.enqueue('work-partition', { partitionId: 202 }, { jobId: '7' });
      await target.queue.enqueue('advance-run', { runId: 103 }, { jobId: '7' });
      await expect(target.seen({ event: 'end', id: 202 })).resolves.toHaveLength(1);
      await expect(target.seen({ event: 'end', id: 103 })).resolves.toHaveLength(1);
    });

    it('holds a delayed job back', async () => {
      const before = Date.now();
      await target.queue.enqueue('advance-run', { runId: 104 }, { delayMs: 700 });
      const [event] = await target.seen({ event: 'start', id: 104 });
      expect((event?.time ?? 0) - before).toBeGreaterThanOrEqual(690);
    });

    it('runs long jobs in the slots only, and decisions beside them', async () => {
      target.release(false);
      const ids = [610, 611, 612, 613, 614, 615];
      for (const id of ids) {
        await target.queue.enqueue('work-partition', { partitionId: id });
      }
      await target.queue.enqueue('advance-run', { runId: 105 });
      await target.seen({ event: 'end', id: 105 });
      target.release(true);
      for (const id of ids) {
        await target.seen({ event: 'end', id });
      }
      const long = target.events({ name: 'work-partition' }).filter(({ id }) => ids.includes(Number(id)));
      expect(peak(long)).toBe(2);
    });

    it('tries a failing job three times, then lets it go', async () => {
      const enqueue = (): Promise<void> =>
        target.queue.enqueue('advance-run', { runId: 301 }, { jobId: 'bad' });
      await enqueue();
      await target.seen({ event: 'start', id: 301 }, 3);
      await sleep(2_500);
      expect(target.events({ event: 'start', id: 301 })).toHaveLength(3);
      await enqueue();
      await target.seen({ event: 'start', id: 301 }, 4);
      await target.queue.enqueue('advance-run', { runId: 106 });
      await target.seen({ event: 'end', id: 106 });
    });
  });

  it("gives a killed worker's job to another worker and reports the dead one", async () => {
    const target = await startQueue(driver, 2, 1);
    try {
      await target.queue.enqueue('work-partition', { partitionId: 601 }, { jobId: 'x' });
      const [first] = await target.seen({ event: 'start', id: 601 });
      process.kill(first?.pid ?? 0, 'SIGKILL');
      await target.seen({ event: 'start', id: 601 }, 2);
      target.release(true);
      const [end] = await target.seen({ event: 'end', id: 601 });
      expect(end?.pid).not.toBe(first?.pid);
      await target.seen({ event: 'end', name: 'release-worker', id: first?.workerId ?? '' });
      while (target.supervisor.pids().length < 2) {
        await sleep(20);
      }
    } finally {
      await target.stop();
    }
  });

  it('moves the work of a worker that is asked to leave', async () => {
    const target = await startQueue(driver, 2, 1);
    try {
      await target.queue.enqueue('work-partition', { partitionId: 501 });
      const [first] = await target.seen({ event: 'start', id: 501 });
      process.kill(first?.pid ?? 0, 'SIGTERM');
      await target.seen({ event: 'aborted', id: 501 });
      const starts = await target.seen({ event: 'start', id: 501 }, 2);
      expect(starts[1]?.pid).not.toBe(first?.pid);
    } finally {
      await target.stop();
    }
  });

  it('drains: running jobs are told to stop and no process stays', async () => {
    const target = await startQueue(driver, 2, 1);
    await target.queue.enqueue('work-partition', { partitionId: 502 });
    await target.queue.enqueue('work-partition', { partitionId: 203 });
    await target.seen({ event: 'start', id: 502 });
    const pids = target.supervisor.pids();
    expect(pids).toHaveLength(2);
    const before = Date.now();
    await target.supervisor.stop(600_000);
    // Long before the time is over that it may take.
    expect(Date.now() - before).toBeLessThan(120_000);
    expect(target.events({ event: 'aborted', id: 502 })).toHaveLength(1);
    pids.forEach((pid) => {
      expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    });
    await target.stop();
  });
});

(hasRedis() ? describe : describe.skip)('the bull job queue when Redis dies', () => {
  it('says so in bounded time, and goes on by itself when Redis is back', async () => {
    const target = await startQueue('bull', 1, 2);
    try {
      await target.queue.enqueue('advance-run', { runId: 101 });
      await target.seen({ event: 'end', id: 101 });
      await target.redis?.kill();
      const before = Date.now();
      await expect(target.queue.enqueue('advance-run', { runId: 102 })).rejects.toThrow(UnavailableError);
      expect(Date.now() - before).toBeLessThan(120_000);
      const again = Date.now();
      await expect(target.queue.enqueue('advance-run', { runId: 103 })).rejects.toThrow(UnavailableError);
      expect(Date.now() - again).toBeLessThan(60_000);
      await expect(target.queue.workersAlive()).resolves.toBe(false);
      await target.redis?.restart();
      const enqueued = (): Promise<boolean> =>
        target.queue.enqueue('advance-run', { runId: 104 }).then(
          () => true,
          () => false,
        );
      while (!(await enqueued())) {
        await sleep(100);
      }
      await target.seen({ event: 'end', id: 104 });
    } finally {
      await target.stop();
    }
  });
});
