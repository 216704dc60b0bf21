import fc from 'fast-check';
import { foldIdentifier, quoteIdentifier, quoteTable, splitQualifiedName } from './postgres-sql.js';

describe('identifiers', () => {
  it.each([
    ['Users', 'users'],
    ['"Users"', 'Users'],
    ['"a ""b"" c"', 'a "b" c'],
    [' padded ', 'padded'],
    ['ÄRGER', 'Ärger'],
    ['"', '"'],
  ])('folds %p to %p', (written, expected) => {
    expect(foldIdentifier(written)).toBe(expected);
  });

  it('finds every name again that it has quoted', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (schema, table) => {
        expect(foldIdentifier(quoteIdentifier(table))).toBe(table);
        expect(splitQualifiedName(quoteTable({ schema, table }))).toEqual([schema, table]);
      }),
      { seed: 1 },
    );
  });

  it('refuses a quote left open', () => {
    expect(splitQualifiedName('"a.b')).toBeNull();
  });
});
