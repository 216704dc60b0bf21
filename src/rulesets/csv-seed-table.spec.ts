import { CsvError } from './csv-text.js';
import { CsvSeedTable } from './csv-seed-table.js';

const read = (text: string): CsvSeedTable => CsvSeedTable.read('x.csv', Buffer.from(text));

describe('CsvSeedTable', () => {
  it('gives the cells of a column in file order', () => {
    const table = read('given,family\nAnn,Bo\nCy,Di\n');
    expect(table.columnNames).toEqual(['given', 'family']);
    expect(table.rowCount).toBe(2);
    expect(table.column('family')).toEqual(['Bo', 'Di']);
    expect(table.column('Family')).toBeUndefined();
  });

  it('has the digest of the bytes, under every name', () => {
    const table = read('a\n1\n');
    expect(table.digest).toMatch(/^[0-9a-f]{64}$/);
    expect(table.digest).not.toBe(read('a\n2\n').digest);
    expect(table.alias('y.csv', { b: 'a' }).digest).toBe(table.digest);
  });

  it('adds the columns of an alias before its own', () => {
    const alias = read('a,c\n1,2\n').alias('y.csv', { b: 'a' });
    expect(alias.name).toBe('y.csv');
    expect(alias.columnNames).toEqual(['b', 'a', 'c']);
    expect(alias.column('b')).toEqual(['1']);
    expect(alias.column('c')).toEqual(['2']);
  });

  it.each([
    ['no header', ''],
    ['no row', 'a,b\n'],
    ['a column without a name', 'a,\n1,2\n'],
    ['two columns of one name', 'a,a\n1,2\n'],
  ])('refuses a file with %s', (_, text) => {
    expect(() => read(text)).toThrow(CsvError);
  });

  it('refuses bytes that are not UTF-8', () => {
    expect(() => CsvSeedTable.read('x.csv', Buffer.from([0x61, 0x0a, 0xff]))).toThrow('not valid UTF-8');
  });
});
