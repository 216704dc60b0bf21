import { nearMiss, quoted, suggestion } from './near-miss.js';

describe('nearMiss', () => {
  it.each([
    ['imitat', 'imitate'],
    ['imiatte', 'imitate'],
    ['Imitate', 'imitate'],
    ['from-file', 'from_file'],
    ['form_file', 'from_file'],
    ['chian', 'chain'],
    ['json', null],
    ['', null],
  ])('%j is nearest to %j', (written, expected) => {
    expect(nearMiss(written, ['imitate', 'from_file', 'chain'])).toBe(expected);
  });

  it('is silent when nothing is near, and takes long names in little time', () => {
    expect(suggestion('zzz', ['imitate'])).toBe('');
    const names = Array.from({ length: 2000 }, (_, index) => `column_${index}_${'x'.repeat(500)}`);
    const start = performance.now();
    nearMiss('y'.repeat(100_000), names);
    expect(performance.now() - start).toBeLessThan(30_000);
  });

  it('shortens and escapes what it quotes', () => {
    expect(quoted('a\n"\ud800')).toBe('"a\\n\\"\\ud800"');
    expect(quoted('x'.repeat(1000))).toHaveLength(67);
  });
});
