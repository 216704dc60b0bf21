import { isStorable, storableText } from './storable-text.js';

describe('storableText', () => {
  it.each([
    ['a\0b', 'a\\u0000b'],
    ['\ud800', '\\ud800'],
    ['x\udc00\ud83dy', 'x\\udc00\\ud83dy'],
  ])('writes what cannot be stored visibly: %j', (text, expected) => {
    expect(isStorable(text)).toBe(false);
    expect(storableText(text)).toBe(expected);
    expect(isStorable(expected)).toBe(true);
  });

  it('leaves everything else as it is', () => {
    const text = '😀 größer \u0001\t\n\ufffd \\u0000';
    expect(storableText(text)).toBe(text);
    expect(isStorable(text)).toBe(true);
  });
});
