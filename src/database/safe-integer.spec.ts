import { safeInteger } from './safe-integer.js';

describe('safeInteger', () => {
  it.each([
    ['7', 7],
    ['-9007199254740991', -9007199254740991],
    [null, null],
    [undefined, undefined],
  ])('reads %p as %p', (stored, expected) => {
    expect(safeInteger.from(stored)).toBe(expected);
  });

  it('refuses what a number cannot hold', () => {
    expect(() => {
      safeInteger.from('9007199254740992');
    }).toThrow(RangeError);
  });
});
