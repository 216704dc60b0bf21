import { csvLine } from './csv.js';

describe('csvLine', () => {
  it('quotes what needs quoting', () => {
    expect(csvLine(['a', 'b,c', 'd"e', 'f\ng', 7])).toBe('a,"b,c","d""e","f\ng",7\r\n');
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
  ])('takes the formula out of %j', (cell, written) => {
    expect(csvLine([cell])).toBe(`${written}\r\n`);
  });

  it('leaves negative numbers alone', () => {
    expect(csvLine([-1])).toBe('-1\r\n');
  });
});
