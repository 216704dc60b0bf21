import fc from 'fast-check';
import { jsonErrorPosition } from './json-error-position.js';

describe('jsonErrorPosition', () => {
  it.each([
    ['{"a": }', 1, 7],
    ['{"a": 1,}', 1, 9],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3],
    ['', 1, 1],
    ['{"a": "unterminated', 1, 7],
    ["{'a': 1}", 1, 2],
    ['[1, 2', 1, 6],
    ['{"a": 1} x', 1, 10],
    ['[1}', 1, 3],
    ['{"a": 01}', 1, 8],
    ['{"a": NaN}', 1, 7],
    ['{"a": "\u0001"}', 1, 7],
  ])('finds the fault of %j', (text, line, column) => {
    expect(jsonErrorPosition(text)).toEqual({ line, column });
  });

  it('finds none in JSON', () => {
    fc.assert(
      fc.property(fc.json(), (text) => jsonErrorPosition(text) === null),
      { seed: 1 },
    );
  });

  it('agrees with the engine on any text', () => {
    const nearJson = fc.string({ unit: fc.constantFrom(...Array.from('{}[],:"\\ \n01.-eEtrufalsn\u0001ü')) });
    fc.assert(
      fc.property(nearJson, (text) => (jsonErrorPosition(text) === null) === parses(text)),
      { seed: 1, numRuns: 20_000 },
    );
  });

  it('takes deep nesting without recursion', () => {
    expect(jsonErrorPosition('['.repeat(200_000))).toEqual({ line: 1, column: 200_001 });
  });
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
