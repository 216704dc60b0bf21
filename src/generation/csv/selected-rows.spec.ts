import { ReportError, selectedRows } from './selected-rows.js';

const HEADER = ['Selected', 'Table schema', 'Table name', 'Column name', 'Data Type', 'Foreign Keys'];

const select = (text: string | Uint8Array): string[] =>
  [...selectedRows(typeof text === 'string' ? Buffer.from(text) : text)].map((row) =>
    [row.schema, row.table, row.column].join('/'),
  );

const report = (...rows: string[]): string => [HEADER.join(','), ...rows].join('\r\n');

test.each(['1', 'true', 'y', 'yes', 'TRUE', 'Yes', 'Y', ' true ', 'x'])('%j selects', (word) => {
  expect(select(report(`${word},public,people,name,text,`))).toEqual(['public/people/name']);
});

test.each(['', 'false', '0', 'no', 'n', 'FALSE', 'maybe', '2'])('%j does not select', (word) => {
  expect(select(report(`${word},public,people,name,text,`))).toEqual([]);
});

describe('a report edited by a spreadsheet program', () => {
  test.each([
    ['with a byte order mark', `\uFEFF${report('TRUE,public,people,naïve,text,')}`],
    ['parted by semicolons', report('TRUE,public,people,naïve,text,').replaceAll(',', ';')],
    ['parted by tabs', report('TRUE,public,people,naïve,text,').replaceAll(',', '\t')],
    [
      'with a line that says what parts cells',
      `sep=;\r\n${report('TRUE,public,people,naïve,text,').replaceAll(',', ';')}`,
    ],
    ['with all cells in quotes', report('TRUE,public,people,naïve,text,').replace(/[^,\r\n]+/g, '"$&"')],
    [
      'with columns in another order',
      'Column name,SELECTED,table_name,Table Schema\nnaïve,yes,people,public\n',
    ],
    ['with blank lines and short rows', `${report('TRUE,public,people,naïve', '', ',,,,,')}\r\n\r\n`],
    ['with line ends of an old Mac', report('TRUE,public,people,naïve,text,').replaceAll('\r\n', '\r')],
  ])('%s', (_, text) => {
    expect(select(text)).toEqual(['public/people/naïve']);
  });

  test('in UTF-16, and in the encoding of Windows', () => {
    const text = report('TRUE,public,people,naïve,text,');
    expect(select(Buffer.from(`\uFEFF${text}`, 'utf16le'))).toEqual(['public/people/naïve']);
    expect(select(Buffer.from(text, 'latin1'))).toEqual(['public/people/naïve']);
  });
});

test('names with quotes, commas and line breaks, and those that a spreadsheet would execute', () => {
  const rows = [
    'true,public,"a ""b"", c","two\nlines",text,',
    "true,public,people,'=SUM(A1),text,",
    "true,public,people,'tis,text,",
  ];
  expect(select(report(...rows))).toEqual([
    'public/a "b", c/two\nlines',
    'public/people/=SUM(A1)',
    "public/people/'tis",
  ]);
});

test('another file is refused with what it lacks', () => {
  expect(() => select('a,b\n1,2\n')).toThrow(
    new ReportError(
      'The first line has no column "Selected", "Table schema", "Table name", "Column name": send the report of a database discovery.',
    ),
  );
  expect(() => select('')).toThrow(ReportError);
  expect(() => select('Selected,Table name,Column name\n1,a,b')).toThrow(/no column "Table schema"/);
});
