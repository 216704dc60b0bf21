import fc from 'fast-check';

import { CsvError, parseCsv } from './csv-text.js';

describe('parseCsv', () => {
  it.each<[string, string, string[][]]>([
    [
      'LF and a final line end',
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'CRLF and no final line end',
      'a,b\r\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['a byte order mark', '\ufeffa\n1\n', [['a'], ['1']]],
    [
      'quotes, commas and line ends in quotes',
      '"a ""b""","c,d"\n"e\r\nf",g\n',
      [
        ['a "b"', 'c,d'],
        ['e\r\nf', 'g'],
      ],
    ],
    [
      'empty cells',
      ',\n"",x\n',
      [
        ['', ''],
        ['', 'x'],
      ],
    ],
    ['spaces, which belong to the cell', ' a , b\n', [[' a ', ' b']]],
    ['nothing at all', '', []],
  ])('reads %s', (_, text, records) => {
    expect(parseCsv(text)).toEqual(records);
  });

  it.each([
    ['a record of another length', 'a,b\n1\n', 2],
    ['a blank line between records of two cells', 'a,b\n\n1,2\n', 2],
    ['an open quote', 'a\n"b\n', 2],
    ['text behind a closing quote', 'a\n"b"c\n', 2],
    ['a quote inside a bare cell', 'a\nb"c\n', 2],
    ['a lone carriage return', 'a\rb\n', 1],
    ['a fault behind a record of two lines', 'a\n"1\n2"\nb"\n', 4],
  ])('refuses %s and says where', (_, text, line) => {
    const fault = (): unknown => {
      try {
        return parseCsv(text);
      } catch (error) {
        return error;
      }
    };
    expect(fault()).toBeInstanceOf(CsvError);
    expect((fault() as CsvError).line).toBe(line);
  });

  it('reads back whatever is written by the rules', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', 'é', '😀') });
    const table = fc
      .integer({ min: 2, max: 4 })
      .chain((width) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 6 }),
      );
    const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
    fc.assert(
      fc.property(table, fc.constantFrom('\n', '\r\n'), (rows, lineEnd) => {
        expect(parseCsv(rows.map((row) => row.map(quoted).join(',')).join(lineEnd))).toEqual(rows);
      }),
      { seed: 1 },
    );
  });
});
