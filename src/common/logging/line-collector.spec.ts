import { LineCollector } from './line-collector.js';

describe('LineCollector', () => {
  afterEach(() => jest.useRealTimers());

  it('writes the first line at once and those that follow closely together, to every destination', async () => {
    jest.useFakeTimers();
    const shown: string[] = [];
    const kept: string[] = [];
    const collector = new LineCollector([
      { write: (lines) => shown.push(lines) },
      { write: (lines) => kept.push(lines) },
    ]);
    ['1\n', '2\n', '3\n'].forEach((line) => {
      collector.write(line);
    });
    expect(shown).toEqual(['1\n']);
    await jest.advanceTimersByTimeAsync(40);
    expect(shown).toEqual(['1\n', '2\n3\n']);
    await jest.advanceTimersByTimeAsync(60);
    collector.write('4\n');
    expect(shown).toEqual(['1\n', '2\n3\n', '4\n']);
    expect(kept).toEqual(shown);
  });

  it('does not let much wait, and gives up what waits when it is told to', () => {
    const shown: string[] = [];
    const collector = new LineCollector([{ write: (lines) => shown.push(lines) }]);
    collector.write('1\n');
    collector.write('x'.repeat(70_000));
    expect(shown).toHaveLength(2);
    collector.write('2\n');
    collector.flush();
    expect(shown).toHaveLength(3);
  });
});
