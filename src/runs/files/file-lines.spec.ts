import { readRunOptions } from '../run-options.js';
import { fileFinished } from './file-lines.js';

describe('fileFinished', () => {
  const { options } = readRunOptions({});

  it('warns of masked texts that were cut, however many files there are', () => {
    const counts = { rows: 2, rowsMasked: 1, valuesMasked: 1, cutColumns: [{ name: 'town', width: 6 }] };
    for (const filesTotal of [1, 1000]) {
      const lines = fileFinished({ title: 'a', filesTotal }, 'b\nc.txt', {
        counts,
        options,
      });
      expect(lines.at(-1)!.message).toContain(
        '"b\\nc.txt": masked texts of column "town" were cut to the 6 characters that it holds',
      );
      expect(lines).toHaveLength(filesTotal === 1 ? 2 : 1);
    }
  });

  it('says what the columns of the file give cause to warn of', () => {
    const twin = { code: 'unmasked_twin', message: 'line 3, column 5: The column "Mail" differs' };
    const counts = { rows: 2, rowsMasked: 1, valuesMasked: 1, warnings: [twin] };
    const lines = fileFinished({ title: 'a', filesTotal: 1000 }, 'b.csv', { counts, options });
    expect(lines.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^\[unmasked_twin\] a: "?b\.csv"?: .*The column "Mail" differs/),
    ]);
  });
});
