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
});
