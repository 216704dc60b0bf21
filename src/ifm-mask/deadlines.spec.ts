import { Deadlines } from './deadlines.js';

describe('Deadlines', () => {
  afterEach(() => jest.useRealTimers());

  it('end waits that take too long, each after its own time, and no others', async () => {
    jest.useFakeTimers();
    const deadlines = new Deadlines(60);
    const startedAt = performance.now();
    const over: [string, number][] = [];
    const start = (name: string): (() => void) =>
      deadlines.start(() => over.push([name, performance.now() - startedAt]));
    start('first');
    const endWait = start('ended in time');
    await jest.advanceTimersByTimeAsync(30);
    start('second');
    endWait();
    await jest.advanceTimersByTimeAsync(100);
    start('later');
    await jest.advanceTimersByTimeAsync(90);
    expect(over.map(([name]) => name)).toEqual(['first', 'second', 'later']);
    expect(over[0]?.[1]).toBeGreaterThanOrEqual(59);
    expect(over[1]?.[1]).toBeGreaterThanOrEqual(89);
    expect(over[2]?.[1]).toBeLessThanOrEqual(220);
  });
});
